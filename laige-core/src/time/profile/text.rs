//! A profile as a table for people: one line for each system, and one for whole ticks.

use alloc::vec::Vec;
use core::fmt::{self, Display};

use super::super::timing::{nanos, nearest_rank};
use super::Profile;

/// The table: name, runs, and in milliseconds the median, the 99th percentile and the longest.
pub(super) struct Table<'a>(pub(super) &'a Profile);

impl Display for Table<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let profile = self.0;
        let width =
            profile.names().iter().map(|name| name.chars().count()).max().unwrap_or(0).max(6);
        writeln!(
            f,
            "{:width$} {:>5} {:>10} {:>10} {:>10}",
            "", "runs", "p50 ms", "p99 ms", "max ms"
        )?;
        let ticks = profile.ticks().map(|tick| nanos(tick.took())).collect();
        line(f, "(tick)", width, ticks)?;
        for (system, name) in profile.names().iter().enumerate() {
            let runs = profile.ticks().flat_map(|tick| tick.runs());
            let runs = runs.filter(|run| run.system == system);
            line(f, name, width, runs.map(|run| nanos(run.took())).collect())?;
        }
        Ok(())
    }
}

fn line(f: &mut fmt::Formatter<'_>, name: &str, width: usize, mut took: Vec<u64>) -> fmt::Result {
    took.sort_unstable();
    write!(f, "{name:width$} {:>5}", took.len())?;
    for percent in [50, 99, 100] {
        match nearest_rank(&took, percent) {
            Some(nanos) => {
                let (whole, rest) = (nanos / 1_000_000, nanos / 1_000 % 1_000);
                write!(f, " {whole:>6}.{rest:03}")?;
            }
            None => write!(f, " {:>10}", "-")?,
        }
    }
    writeln!(f)
}
