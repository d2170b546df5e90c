//! A case of the book: its source, its text, and its fix, which is the source with the help applied.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use crate::fault::{Fault, codes};

/// A case.
#[derive(Clone)]
pub(crate) struct Case {
    /// The path without `.rs`.
    pub(crate) name: String,
    pub(crate) source: String,
    pub(crate) stderr: String,
    /// Empty where there is none.
    pub(crate) fixed: String,
}

/// What a fix changed.
#[derive(Debug)]
pub(crate) struct Diff {
    pub(crate) added: String,
    pub(crate) removed: String,
}

/// Words of the language and of ours, by which nobody would find the place.
const COMMON: [&str; 36] = [
    "component",
    "Component",
    "resource",
    "Resource",
    "transient",
    "system",
    "for_each",
    "presentation",
    "Bundle",
    "Fields",
    "laige",
    "query",
    "prelude",
    "derive",
    "repr",
    "checked",
    "opaque",
    "cfg_attr",
    "id",
    "size",
    "align",
    "crate",
    "use",
    "struct",
    "enum",
    "union",
    "fn",
    "mut",
    "main",
    "impl",
    "type",
    "let",
    "for",
    "C",
    "T",
    "the",
];

impl Case {
    /// All cases below a folder.
    pub(crate) fn all(folder: &str) -> Vec<Self> {
        let mut cases = Vec::new();
        collect(&Path::new(env!("CARGO_MANIFEST_DIR")).join(folder), folder, &mut cases);
        cases.sort_by(|a, b| a.name.cmp(&b.name));
        cases
    }

    /// The errors in its text.
    pub(crate) fn faults(&self) -> Vec<Fault> {
        Fault::all_in(&self.stderr)
    }

    /// The words that its author chose.
    pub(crate) fn words(&self) -> BTreeSet<&str> {
        let code = self.source.lines().filter(|line| !line.starts_with("//!"));
        code.flat_map(words_of).filter(|word| !COMMON.contains(word)).collect()
    }

    /// The lines that the fix added, and those that it took out.
    pub(crate) fn diff(&self) -> Diff {
        let lines = |text: &str| -> Vec<String> {
            text.lines().filter(|line| !line.starts_with("//!")).map(str::to_owned).collect()
        };
        let (mut removed, mut added) = (lines(&self.source), Vec::new());
        for line in lines(&self.fixed) {
            match removed.iter().position(|old| *old == line) {
                Some(place) => drop(removed.remove(place)),
                None => added.push(line),
            }
        }
        Diff { added: added.join("\n"), removed: removed.join("\n") }
    }
}

impl Diff {
    /// Whether the first code in the help was written or, if the help says `remove` before it, taken out; or else whether
    /// the second was written: a help may name two ways.
    pub(crate) fn holds(&self, help: &str) -> bool {
        let mut codes = codes(help);
        let Some(code) = codes.next() else { return false };
        let (added, removed) = (without_spaces(&self.added), without_spaces(&self.removed));
        let before = help.split('`').next().unwrap_or_default();
        if before.contains("remove") {
            let code = without_spaces(code);
            removed.matches(&code).count() > added.matches(&code).count()
        } else {
            is_in(code, &added) || codes.next().is_some_and(|code| is_in(code, &added))
        }
    }
}

/// Whether the code is in the text, with anything for `..` and `T`.
fn is_in(code: &str, text: &str) -> bool {
    let mut rest = text;
    code.replace("..", "\u{0}").replace('T', "\u{0}").split('\u{0}').map(without_spaces).all(
        |piece| {
            let place = rest.find(&piece);
            rest = &rest[place.map_or(0, |place| place + piece.len())..];
            place.is_some()
        },
    )
}

fn without_spaces(text: &str) -> String {
    text.split_whitespace().collect()
}

/// The words and numbers in a text.
pub(crate) fn words_of(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|word| !word.is_empty())
}

fn collect(folder: &Path, name: &str, cases: &mut Vec<Case>) {
    for entry in fs::read_dir(folder).expect("the folder is there") {
        let path = entry.expect("readable").path();
        let stem = path.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
        let name = format!("{name}/{stem}");
        if path.is_dir() {
            collect(&path, &name, cases);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let read =
                |extension| fs::read_to_string(path.with_extension(extension)).unwrap_or_default();
            cases.push(Case {
                name,
                source: read("rs"),
                stderr: read("stderr"),
                fixed: read("fixed"),
            });
        }
    }
}
