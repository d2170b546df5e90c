//! What a command prints: lines for people, or a JSON object per line for programs; and how far it is, where somebody watches.

use core::fmt;
use core::time::Duration;
use std::io::{self, Write};

use indicatif::{ProgressBar, ProgressStyle};
use serde_json::Value;

/// What is asked for.
#[derive(Debug, Clone, Copy)]
pub(super) struct Shown {
    /// The hash of each tick.
    pub(super) hashes: bool,
    /// JSON.
    pub(super) json: bool,
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

    /// Prints the hash of a tick, if hashes are asked for.
    pub(super) fn hash(&mut self, tick: u64, hash: impl FnOnce() -> u64) -> io::Result<()> {
        match self.shown {
            Shown { hashes: false, .. } => Ok(()),
            Shown { json: true, .. } => {
                let line = serde_json::json!({ "tick": tick, "hash": hex(hash()) });
                writeln!(self.out, "{line}")
            }
            Shown { json: false, .. } => writeln!(self.out, "{tick} {:016x}", hash()),
        }
    }

    /// Prints what came of the command: the text, or the object. Where hashes are asked for and no JSON, nothing stands behind them, so that they can be
    /// compared as they are.
    pub(super) fn result(&mut self, text: fmt::Arguments<'_>, object: &Value) -> io::Result<()> {
        match self.shown {
            Shown { json: true, .. } => writeln!(self.out, "{object}"),
            Shown { hashes: true, .. } => Ok(()),
            Shown { hashes: false, .. } => writeln!(self.out, "{text}"),
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
pub(super) fn hex(hash: u64) -> alloc::string::String {
    alloc::format!("{hash:016x}")
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
