//! What is told of a cycle through `tracing`. Its event has the names of the systems as a field, so it is not among those of worlds, which are
//! numbers and names that are there for ever.

use alloc::string::String;

use crate::events::{EventInfo, Severity};

/// The event, for the reference table.
pub(crate) const TABLE: [EventInfo; 1] = [EventInfo {
    name: "system/dependency_cycle",
    severity: Severity::Warn,
    fields: &["cycle"],
    about: "Systems are each to come after the next: there is no schedule.",
    anchor: "docs/systems.md#what-is-refused",
}];

/// The most bytes of the names.
const MAX_BYTES: usize = 255;

/// Tells of a cycle.
pub(crate) fn tell_cycle(cycle: &[&'static str]) {
    let names = joined(cycle);
    #[cfg(feature = "tracing")]
    tracing::event!(
        name: "system/dependency_cycle", target: "laige::system", tracing::Level::WARN,
        event = "system/dependency_cycle", cycle = names.as_str(), "{}", crate::error::Line {
            head: "system/dependency_cycle",
            what: &format_args!("systems are each to come after the next: {names}"),
            why: &"none of them could be the first",
            fix: &"take back one `after` or `before` of the cycle",
            anchor: TABLE[0].anchor,
        }
    );
    #[cfg(not(feature = "tracing"))]
    let _ = names;
}

/// The names with commas between them, cut off where they are too long.
fn joined(cycle: &[&'static str]) -> String {
    let mut names = cycle.join(",");
    let end = (0..=names.len().min(MAX_BYTES)).rev().find(|&end| names.is_char_boundary(end));
    names.truncate(end.unwrap_or(0));
    names
}

#[cfg(test)]
mod tests {
    use super::joined;

    #[test]
    fn names_of_a_cycle_are_joined_and_cut_off_at_255_bytes() {
        assert_eq!(joined(&["CycA", "CycB"]), "CycA,CycB");
        let long = joined(&["abcdefghi"; 40]);
        assert_eq!((long.len(), &long[250..]), (255, "abcde"));
    }
}
