//! Sizes: functions and files stay so short that one reads them at a glance, in the whole workspace.

use std::fs;
use std::path::{Path, PathBuf};

/// The most lines of a function.
const MAX_FUNCTION: usize = 60;
/// The most lines of a file; most have less than half.
const MAX_FILE: usize = 600;

/// Where there is code of ours.
const FOLDERS: [&str; 8] =
    [".ci/crates", "benches", "examples", "laige-core", "laige-macros", "src", "tests", "ui-tests"];

/// All files with their texts.
fn files() -> Vec<(PathBuf, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("in a workspace");
    let files = FOLDERS.iter().flat_map(|folder| files_below(&root.join(folder)));
    let read = |path: PathBuf| {
        let text = fs::read_to_string(&path).expect("readable");
        (path, text)
    };
    files.map(read).collect()
}

#[test]
fn no_function_is_above_60_lines() {
    let mut functions = 0;
    for (path, text) in files() {
        for (name, lines) in functions_of(&text) {
            assert!(lines <= MAX_FUNCTION, "{}: `{name}` has {lines} lines", path.display());
            functions += 1;
        }
    }
    assert!(functions > 1_500, "{functions} functions were found");
}

#[test]
fn no_file_is_above_600_lines() {
    for (path, text) in files() {
        let lines = text.lines().count();
        assert!(lines <= MAX_FILE, "{} has {lines} lines", path.display());
    }
}

#[test]
fn functions_are_measured_by_their_indentation() {
    let text = "    pub(crate) fn a(\n        b: u8,\n    ) -> u8 {\n        fn c() {}\n        b\n    }\n}\n";
    assert_eq!(functions_of(text), [("c", 1), ("a", 6)]);
}

/// Each function's name and its lines, as rustfmt lays them out: it ends at the first brace that stands as deep as its
/// first line.
fn functions_of(text: &str) -> Vec<(&str, usize)> {
    let mut open: Vec<(&str, usize, usize)> = Vec::new();
    let mut functions = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let code = line.trim_start();
        let depth = line.len() - code.len();
        let head = code.split("fn ").next().unwrap_or_default();
        let is_head = code.contains("fn ")
            && head.split_whitespace().all(|word| {
                word.starts_with("pub") || ["const", "unsafe", "async"].contains(&word)
            });
        if is_head {
            let name = &code[head.len() + 3..];
            let name = name.split(|c: char| !c.is_alphanumeric() && c != '_').next();
            open.push((name.unwrap_or_default(), depth, number));
        }
        let ends = code.starts_with('}') || (is_head && code.ends_with(['}', ';']));
        if ends && open.last().is_some_and(|(_, at, _)| *at == depth) {
            functions.extend(open.pop().map(|(name, _, first)| (name, number - first + 1)));
        }
    }
    functions
}

fn files_below(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("the folder is there");
    let paths = entries.map(|entry| entry.expect("readable").path());
    paths
        .filter(|path| !path.ends_with("target"))
        .flat_map(|path| if path.is_dir() { files_below(&path) } else { vec![path] })
        .filter(|path| path.extension().is_some_and(|extension| extension == "rs"))
        .collect()
}
