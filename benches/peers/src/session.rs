//! A session: which bars are wanted, what came out, and the report, one line for each bar.
#![expect(clippy::print_stdout, reason = "the report of a benchmark")]

use std::fmt::Write as _;
use std::time::Instant;

use crate::cell::{Cell, Effort};
use crate::probe::Probe;
use crate::summary::Summary;

/// A ratio that must stay under a limit.
#[derive(Clone, Debug)]
pub struct Bar {
    /// Group and workload, as `--filter` finds them.
    pub name: String,
    /// The contender that must be fast.
    pub ours: &'static str,
    /// Those it is compared with: the fastest of them counts.
    pub against: &'static [&'static str],
    /// Those that are only shown.
    pub beside: &'static [&'static str],
    /// The most that ours may be, as a multiple of theirs.
    pub limit: f64,
}

/// What came out of a bar.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The bar's name.
    pub name: String,
    /// The ratio or count.
    pub value: f64,
    /// The most it may be; `None` where it is only reported.
    pub limit: Option<f64>,
    /// What the value is of.
    pub unit: &'static str,
    /// Ours, the one it is compared with, then those beside.
    pub sides: Vec<Summary>,
    /// What else there is to say.
    pub note: String,
}

impl Outcome {
    /// `PASS` or `FAIL`, or `----` where there is no limit.
    #[must_use]
    pub fn verdict(&self) -> &'static str {
        match self.limit {
            None => "----",
            Some(limit) if self.value <= limit => "PASS",
            Some(_) => "FAIL",
        }
    }
}

/// A run of the benchmark.
pub struct Session {
    /// How much is measured.
    pub effort: Effort,
    /// What to measure beside.
    pub probe: Probe,
    /// Only bars whose name has one of these in it; all if there is none.
    pub filters: Vec<String>,
    /// Measure nothing, let this contender work for some seconds instead, for a profiler to look at.
    pub profile: Option<String>,
    /// What came out so far.
    pub outcomes: Vec<Outcome>,
}

impl Session {
    /// Whether a bar of that name is asked for.
    #[must_use]
    pub fn wants(&self, name: &str) -> bool {
        self.filters.is_empty() || self.filters.iter().any(|filter| name.contains(filter.as_str()))
    }

    /// Measures a cell if one of its bars is asked for, and reports those.
    pub fn measure(&mut self, cell: &Cell, bars: Vec<Bar>) {
        let bars: Vec<Bar> = bars.into_iter().filter(|bar| self.wants(&bar.name)).collect();
        if bars.is_empty() {
            return;
        }
        if let Some(name) = &self.profile {
            return spin(cell, name);
        }
        let summaries = cell.measure(&mut self.probe, self.effort);
        for bar in bars {
            self.report(compare(bar, &summaries));
        }
    }

    /// Reports what came out of a bar.
    pub fn report(&mut self, outcome: Outcome) {
        println!("{}", line(&outcome));
        self.outcomes.push(outcome);
    }
}

/// Lets a contender work for three seconds.
fn spin(cell: &Cell, name: &str) {
    let Some(contender) = cell.contenders.iter().find(|contender| contender.name == name) else {
        return;
    };
    let mut work = contender.start();
    let start = Instant::now();
    while start.elapsed().as_secs() < 3 {
        work.prepare();
        work.run();
    }
}

/// The ratio of two contenders.
fn compare(bar: Bar, summaries: &[Summary]) -> Outcome {
    let find = |name: &str| {
        let found = summaries.iter().find(|summary| summary.name == name);
        found.unwrap_or_else(|| panic!("no contender `{name}` for {}", bar.name)).clone()
    };
    let ours = find(bar.ours);
    let faster = |a: &Summary, b: &Summary| a.median.total_cmp(&b.median);
    let theirs = bar.against.iter().map(|name| find(name)).min_by(faster);
    let theirs = theirs.unwrap_or_else(|| panic!("nothing to compare {} with", bar.name));
    let value = ours.median / theirs.median;
    let mut sides = vec![ours, theirs];
    sides.extend(bar.beside.iter().map(|name| find(name)));
    let note = noise(&sides);
    Outcome { name: bar.name, value, limit: Some(bar.limit), unit: "times", sides, note }
}

/// How far the samples can be trusted.
fn noise(sides: &[Summary]) -> String {
    let spread = sides[..2].iter().map(|side| side.spread).fold(0.0, f64::max);
    let disturbed: usize = sides.iter().map(|side| side.disturbed).sum();
    let samples: usize = sides.iter().map(|side| side.samples).sum();
    let mut note = format!("spread {:.0} %", spread * 100.0);
    if disturbed != 0 {
        let _ = write!(note, ", {disturbed} of {samples} samples beside a busy neighbour");
    }
    note
}

/// A bar as one line.
fn line(outcome: &Outcome) -> String {
    let mut line = format!("{}  {:<44} ", outcome.verdict(), outcome.name);
    let _ = match outcome.limit {
        Some(limit) => write!(line, "{:>8} of {:<6}", short(outcome.value), short(limit)),
        None => write!(line, "{:>8}          ", short(outcome.value)),
    };
    let _ = write!(line, " {:<6}", outcome.unit);
    for side in &outcome.sides {
        let _ = write!(line, " | {} {} ns", side.name, short(side.median));
    }
    if !outcome.note.is_empty() {
        let _ = write!(line, " | {}", outcome.note);
    }
    line
}

/// A number with about three digits.
pub(crate) fn short(value: f64) -> String {
    match value {
        v if v >= 100.0 || v == 0.0 => format!("{v:.0}"),
        v if v >= 10.0 => format!("{v:.1}"),
        v => format!("{v:.2}"),
    }
}
