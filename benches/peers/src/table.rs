//! The outcomes as a table in Markdown, for the record in `benches/README.md`.

use std::fmt::Write as _;

use crate::session::{Outcome, short};

/// All outcomes of a session.
#[must_use]
pub fn write(outcomes: &[Outcome]) -> String {
    let mut table =
        String::from("| bar | value | limit | | medians in ns |\n|---|---:|---:|---|---|\n");
    for outcome in outcomes {
        let sides: Vec<String> = outcome
            .sides
            .iter()
            .map(|side| format!("{} {}", side.name, short(side.median)))
            .collect();
        let limit = outcome.limit.map_or_else(String::new, short);
        let _ = writeln!(
            table,
            "| {} | {} {} | {limit} | {} | {} |",
            outcome.name,
            short(outcome.value),
            outcome.unit,
            if outcome.limit.is_some() { outcome.verdict() } else { "" },
            sides.join(" / ")
        );
    }
    table
}
