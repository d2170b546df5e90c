//! The outcomes as JSON, for programs that compare runs. There are only objects of numbers and short texts, so it is written by hand.

use std::fmt::Write as _;

use crate::flags;
use crate::session::Outcome;
use crate::summary::Summary;

/// All outcomes of a session.
#[must_use]
pub fn write(outcomes: &[Outcome]) -> String {
    let bars: Vec<String> = outcomes.iter().map(bar).collect();
    let aligned = flags::loops_are_aligned();
    format!("{{\"loops_aligned\": {aligned}, \"bars\": [\n  {}\n]}}\n", bars.join(",\n  "))
}

fn bar(outcome: &Outcome) -> String {
    let limit = outcome.limit.map_or_else(|| "null".into(), |limit| limit.to_string());
    let sides: Vec<String> = outcome.sides.iter().map(side).collect();
    format!(
        "{{\"name\": {}, \"value\": {}, \"limit\": {limit}, \"unit\": {}, \"verdict\": {}, \"note\": {}, \"sides\": [{}]}}",
        text(&outcome.name),
        outcome.value,
        text(outcome.unit),
        text(outcome.verdict()),
        text(&outcome.note),
        sides.join(", ")
    )
}

fn side(summary: &Summary) -> String {
    let Summary { name, median, least, spread, samples, disturbed, retaken } = summary;
    format!(
        "{{\"name\": {}, \"median_ns\": {median}, \"least_ns\": {least}, \"spread\": {spread}, \
         \"samples\": {samples}, \"disturbed\": {disturbed}, \"retaken\": {retaken}}}",
        text(name)
    )
}

/// A text in quotes.
fn text(plain: &str) -> String {
    let mut quoted = String::from('"');
    for c in plain.chars() {
        match c {
            '"' | '\\' => quoted.extend(['\\', c]),
            c if c.is_control() => {
                let _ = write!(quoted, "\\u{:04x}", u32::from(c));
            }
            c => quoted.push(c),
        }
    }
    quoted.push('"');
    quoted
}
