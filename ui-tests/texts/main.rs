//! Rules for the texts that are ours: whom they name, that their help holds code, that the code was applied in the
//! `.fixed` file, and that nobody reads a name that is not for users. That they are well written, people judge.

mod case;
mod fault;

use std::collections::{BTreeMap, BTreeSet};

use case::Case;
use fault::Fault;

/// Names of ours that no user can write.
const HIDDEN: [&str; 34] = [
    "__private",
    "__laige",
    "__LAIGE",
    "__by_component",
    "__by_resource",
    "laige_core",
    "laige_macros",
    "query_impl",
    "Access",
    "ByRow",
    "Params",
    "ReferenceInRow",
    "ReferenceParam",
    "RowParam",
    "RowParams",
    "SystemFn",
    "AnyBits",
    "AnyMembers",
    "AnyRow",
    "Borrowing",
    "Distinct",
    "Is",
    "Joined",
    "Maybe",
    "Migration",
    "OrRow",
    "Parameter",
    "Part",
    "Plain",
    "Read",
    "ReadRow",
    "RowFn",
    "RowTerm",
    "Write",
];

/// Each text of ours, with its case.
fn texts() -> Vec<(Case, Fault)> {
    let cases = Case::all("macro");
    let faults = cases
        .into_iter()
        .flat_map(|case| case.faults().into_iter().map(move |fault| (case.clone(), fault)));
    faults.filter(|(_, fault)| fault.is_ours()).collect()
}

#[test]
fn each_case_tells_its_rule_and_has_its_text_and_its_fix() {
    let (ours, others) = (Case::all("macro"), Case::all("rustc"));
    assert!(ours.len() + others.len() >= 120);
    for case in ours.iter().chain(&others) {
        let first = case.source.lines().next().unwrap_or_default();
        assert!(first.starts_with("//! ") && first.ends_with('.'), "{}: {first}", case.name);
        assert!(!case.stderr.is_empty(), "{} has no text", case.name);
    }
    for case in &ours {
        assert!(case.faults().iter().any(Fault::is_ours), "{}: no text of ours", case.name);
        assert!(!case.fixed.is_empty(), "{} has no `.fixed`", case.name);
    }
}

#[test]
fn each_text_names_what_the_user_wrote() {
    for (case, fault) in texts() {
        let words = case.words();
        let named =
            fault.headline_codes().flat_map(case::words_of).any(|word| words.contains(word));
        assert!(named, "{}: {}", case.name, fault.headline);
    }
}

#[test]
fn each_text_has_one_help_that_was_applied() {
    for (case, fault) in texts() {
        let [help] = &fault.helps[..] else { panic!("{}: {:?}", case.name, fault.helps) };
        let diff = case.diff();
        assert!(diff.holds(help), "{}: `{help}` is not what was done:\n{diff:?}", case.name);
    }
}

#[test]
fn a_fix_does_what_the_help_says_and_little_else() {
    for case in Case::all("macro") {
        let (diff, faults) = (case.diff(), case.faults().len());
        let lines = diff.added.lines().count();
        assert!(lines <= 5 * faults + 2, "{}: {lines} lines for {faults} faults", case.name);
    }
}

#[test]
fn no_text_shows_a_name_that_is_not_for_users() {
    for case in Case::all("macro").into_iter().chain(Case::all("rustc")) {
        for fault in case.faults() {
            for text in fault.all() {
                let shown = |name: &&&str| case::words_of(text).any(|word| word == **name);
                let hidden: Vec<_> = HIDDEN.iter().filter(shown).collect();
                assert!(hidden.is_empty(), "{}: {hidden:?} in {text}", case.name);
            }
        }
    }
}

/// A text of the core may have several cases: a mistake that types make can be made in several ways.
#[test]
fn each_case_of_a_macro_has_a_text_of_its_own() {
    let mut of_texts: BTreeMap<_, Vec<String>> = BTreeMap::new();
    for case in Case::all("macro") {
        let faults = case.faults();
        let of_macro = faults.iter().filter(|fault| fault.code.is_empty());
        let texts: BTreeSet<_> = of_macro.map(Fault::without_names).collect();
        let folder = case.name.rsplit_once('/').map_or("", |(folder, _)| folder).to_owned();
        if !texts.is_empty() {
            of_texts.entry((folder, texts)).or_default().push(case.name);
        }
    }
    let shared: Vec<_> = of_texts.values().filter(|cases| cases.len() > 1).collect();
    assert!(shared.is_empty(), "{shared:#?}");
}

#[test]
fn there_are_45_different_texts() {
    let distinct: BTreeSet<_> = texts().iter().map(|(_, fault)| fault.without_names()).collect();
    assert!(distinct.len() >= 45, "{distinct:#?}");
}
