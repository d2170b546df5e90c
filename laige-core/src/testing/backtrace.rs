//! Who called, read from the text of a backtrace: the first function that is neither the allocator's nor the standard
//! library's. The text has no promised form, so a text that is not understood is shown whole.

use std::format;
use std::string::String;

/// What functions of the standard library begin with, where the build's debug information has whole paths.
const LIBRARY_PATHS: [&str; 7] =
    ["std::", "core::", "alloc::", "<std::", "<core::", "<alloc::", "__rust"];
/// What their files have in their names, and ours.
const LIBRARY_FILES: [&str; 4] =
    ["/library/std/", "/library/core/", "/library/alloc/", "src/testing/counting.rs:"];

/// The function that called, and where it did.
pub(super) fn caller(backtrace: &str) -> String {
    let mut lines = backtrace.lines().map(str::trim).peekable();
    while let Some(line) = lines.next() {
        let Some(function) = function_of(line) else { continue };
        let place = lines.peek().and_then(|line| line.strip_prefix("at "));
        if is_the_caller(function, place) {
            return match place {
                Some(place) => format!("{function} at {place}"),
                None => String::from(function),
            };
        }
    }
    format!("a function that this backtrace does not name:\n{backtrace}")
}

/// The function of a line as `12: path::of::function`.
fn function_of(line: &str) -> Option<&str> {
    let (number, function) = line.split_once(": ")?;
    number.chars().all(|c| c.is_ascii_digit()).then_some(function)
}

fn is_the_caller(function: &str, place: Option<&str>) -> bool {
    let of_library = LIBRARY_PATHS.iter().any(|start| function.starts_with(start))
        || place.is_some_and(|place| LIBRARY_FILES.iter().any(|part| place.contains(part)));
    !of_library && !function.contains("laige_core::testing::") && function != "<unknown>"
}

#[cfg(test)]
mod tests {
    use super::caller;

    #[test]
    fn caller_is_behind_the_frames_of_the_allocator_and_the_library() {
        let whole_paths = "   0: laige_core::testing::counting::note_watched\n\
            \x20            at /home/me/laige-core/src/testing/counting.rs:133:30\n\
            \x20  1: <alloc::vec::Vec<T> as core::clone::Clone>::clone\n\
            \x20            at /rustc/59807616/library/alloc/src/vec/mod.rs:3000:9\n\
            \x20  2: game::spawn_wave::{{closure}}\n\
            \x20            at ./src/game.rs:12:5\n";
        assert_eq!(caller(whole_paths), "game::spawn_wave::{{closure}} at ./src/game.rs:12:5");
        let bare_names = "   0: note_watched\n\
            \x20            at /home/me/laige-core/src/testing/counting.rs:133:30\n\
            \x20  1: reserve<u64>\n\
            \x20            at /rustc/59807616/library/alloc/src/vec/mod.rs:3000:9\n\
            \x20  2: spawn_wave\n\
            \x20            at ./src/game.rs:12:5\n";
        assert_eq!(caller(bare_names), "spawn_wave at ./src/game.rs:12:5");
        let without_places = "   0: laige_core::testing::counting::note_watched\n   1: __rust_alloc\n   2: game::spawn_wave\n";
        assert_eq!(caller(without_places), "game::spawn_wave");
    }

    #[test]
    fn text_of_another_form_is_shown_whole() {
        for text in ["<disabled>", "", "#1 spawn_wave (game.rs)"] {
            assert!(caller(text).ends_with(text), "{text}");
        }
    }
}
