//! What a command prints: lines for people, or a JSON object per line for programs; and how far it is, where somebody watches.

use alloc::format;
use alloc::string::String;
use core::fmt;
use core::time::Duration;
use std::io::{self, Write};

use indicatif::{ProgressBar, ProgressStyle};
use serde_json::{Value, json};

use super::super::{Checkpoint, Game};

/// What is asked for.
#[derive(Debug, Clone, Copy)]
pub(super) struct Shown {
    /// What of each tick.
    pub(super) ticks: Option<TickShown>,
    /// JSON.
    pub(super) json: bool,
}

/// What is printed of a tick.
#[derive(Debug, Clone, Copy)]
pub(super) enum TickShown {
    /// The state hash, as the reference engine prints it.
    Hash,
    /// The state hash and both halves of the digest.
    Digest,
}

/// Where it goes.
pub(super) struct Output<'a> {
    out: &'a mut dyn Write,
    shown: Shown,
}

impl<'a> Output<'a> {
    pub(super) fn new(out: &'a mut dyn Write, shown: Shown) -> Self {
        Self { out, shown }
    }

    /// Prints what is asked for of a tick that was run.
    pub(super) fn tick(&mut self, tick: u64, game: &mut impl Game) -> io::Result<()> {
        match self.shown {
            Shown { ticks: None, .. } => Ok(()),
            Shown { ticks: Some(TickShown::Hash), json } => {
                let hash = hex(game.state_hash(tick));
                if json {
                    writeln!(self.out, "{}", json!({ "tick": tick, "hash": hash }))
                } else {
                    writeln!(self.out, "{tick} {hash}")
                }
            }
            Shown { ticks: Some(TickShown::Digest), json } => {
                let Checkpoint { state_hash, content, control } = game.checkpoint(tick);
                let (hash, content, control) =
                    (hex(state_hash), format!("{content:032x}"), format!("{control:032x}"));
                if json {
                    let line = json!({ "tick": tick, "hash": hash, "content": content, "control": control });
                    writeln!(self.out, "{line}")
                } else {
                    writeln!(self.out, "{tick} {hash} {content} {control}")
                }
            }
        }
    }

    /// Prints what came of the command: the text, or the object. Where ticks are shown and no JSON, nothing stands behind them, so that they can be
    /// compared as they are.
    pub(super) fn result(&mut self, text: fmt::Arguments<'_>, object: &Value) -> io::Result<()> {
        match self.shown {
            Shown { json: true, .. } => writeln!(self.out, "{object}"),
            Shown { ticks: Some(_), .. } => Ok(()),
            Shown { ticks: None, .. } => writeln!(self.out, "{text}"),
        }
    }

    /// The same for what must be seen in any case.
    pub(super) fn verdict(&mut self, text: fmt::Arguments<'_>, object: &Value) -> io::Result<()> {
        if self.shown.json { writeln!(self.out, "{object}") } else { writeln!(self.out, "{text}") }
    }

    pub(super) fn finish(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// A hash, as it is printed.
pub(super) fn hex(hash: u64) -> String {
    format!("{hash:016x}")
}

/// How far a command is. It is seen on a terminal only, and gone when the command is done.
pub(super) struct Progress(ProgressBar);

impl Progress {
    /// `total` is how many ticks there will be, if that is known.
    pub(super) fn new(total: Option<u64>) -> Self {
        let bar = total.map_or_else(ProgressBar::new_spinner, ProgressBar::new);
        let template = if total.is_some() {
            "tick {pos} of {len} {wide_bar} {per_sec} {eta}"
        } else {
            "tick {pos} {spinner} {per_sec}"
        };
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style);
        }
        bar.enable_steady_tick(Duration::from_millis(100));
        Self(bar)
    }

    pub(super) fn tick(&self) {
        self.0.inc(1);
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}
