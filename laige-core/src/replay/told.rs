//! What a recorder tells through `tracing`. Its events have the path as a field, so they are not among those of worlds and loops,
//! which are numbers.

use crate::events::{EventInfo, Severity};

/// The events, for the reference table.
pub(crate) const TABLE: [EventInfo; 4] = [
    EventInfo {
        name: "replay/record_started",
        severity: Severity::Info,
        fields: &["path", "size_limit", "seed", "math_backend", "config_hash", "schema_hash"],
        about: "A recording into a file has begun.",
        anchor: "docs/replay.md#recording",
    },
    EventInfo {
        name: "replay/record_finished",
        severity: Severity::Info,
        fields: &["path", "bytes", "frames"],
        about: "A recording is whole and has its name.",
        anchor: "docs/replay.md#recording",
    },
    EventInfo {
        name: "replay/record_failed",
        severity: Severity::Error,
        fields: &["path", "tick", "error"],
        about: "A recording cannot go on.",
        anchor: "docs/replay.md#recording",
    },
    EventInfo {
        name: "replay/record_aborted",
        severity: Severity::Warn,
        fields: &["path", "bytes"],
        about: "A recording was dropped before it was finished, and removed.",
        anchor: "docs/replay.md#recording",
    },
];

#[cfg(feature = "std")]
pub(super) use tell::{aborted, failed, finished, started};

#[cfg(feature = "std")]
mod tell {
    use alloc::string::{String, ToString};
    use std::fs::File;
    use std::io::BufWriter;
    use std::path::Path;

    use super::super::{LogWriter, RecordError};
    #[cfg(feature = "tracing")]
    use crate::error::Line;

    /// One `tracing` callsite; without `tracing` its values are used up.
    macro_rules! tell {
        ($level:ident $name:literal, { $($field:ident = $value:expr),* }, $message:expr) => {{
            #[cfg(feature = "tracing")]
            tracing::event!(
                name: $name, target: "laige::replay", tracing::Level::$level,
                event = $name, $($field = $value,)* "{}", $message
            );
            #[cfg(not(feature = "tracing"))]
            let _ = ($(&$value),*);
        }};
    }

    /// The path as a field.
    fn shown(path: &Path) -> String {
        path.display().to_string()
    }

    pub(in crate::replay) fn started(path: &Path, writer: &LogWriter<BufWriter<File>>) {
        let (identity, path) = (writer.header().identity(), shown(path));
        tell!(INFO "replay/record_started", {
            path = path.as_str(),
            size_limit = writer.limit(),
            seed = identity.seed,
            math_backend = identity.math_backend,
            config_hash = identity.config_hash,
            schema_hash = identity.schema_hash
        }, format_args!("a recording into {path} has begun"));
    }

    pub(in crate::replay) fn finished(path: &Path, bytes: u64, frames: u64) {
        let path = shown(path);
        tell!(INFO "replay/record_finished", {
            path = path.as_str(), bytes = bytes, frames = frames
        }, format_args!("a recording of {frames} ticks is in {path}"));
    }

    pub(in crate::replay) fn failed(path: &Path, tick: u64, error: RecordError) {
        let (path, error) = (shown(path), error.to_string());
        tell!(ERROR "replay/record_failed", {
            path = path.as_str(), tick = tick, error = error.as_str()
        }, Line {
            head: "replay/record_failed",
            what: &error,
            why: &"a log is kept whole and within its limit, or not at all",
            fix: &"see what RecordError says, or give Recorder::create a higher limit",
            anchor: "docs/replay.md#recording",
        });
    }

    pub(in crate::replay) fn aborted(path: &Path, bytes: u64) {
        let path = shown(path);
        tell!(WARN "replay/record_aborted", {
            path = path.as_str(), bytes = bytes
        }, Line {
            head: "replay/record_aborted",
            what: &format_args!("the recording into {path} was dropped"),
            why: &"it was not finished, so what there was of it is removed",
            fix: &"call Recorder::finish at the end of a run",
            anchor: "docs/replay.md#recording",
        });
    }
}
