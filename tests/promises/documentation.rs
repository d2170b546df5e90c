//! Documentation keeps up with the code: the reference tables are printed from it, and every place that an error or
//! an event points to exists. Whether the pages are good is for people to say.
//!
//! `LAIGE_BLESS=1 cargo test -p laige-tests --test promises documentation` writes the tables anew.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use laige_core::__private::EVENTS;
use laige_core::{Error, limits};

/// The page that is printed from the code.
const REFERENCE: &str = "docs/reference/limits-errors-events.md";

#[test]
fn reference_tables_are_those_of_the_code() {
    let printed = reference_page();
    if std::env::var_os("LAIGE_BLESS").is_some() {
        fs::write(at(REFERENCE), &printed).expect("the page can be written");
    }
    let hint = "the tables changed: run this test with LAIGE_BLESS=1 and commit the page";
    assert!(read(REFERENCE) == printed, "{REFERENCE}: {hint}");
}

#[test]
fn every_doc_anchor_opens() {
    let errors = Error::catalogue().map(|entry| entry.sample.doc_anchor());
    let events = EVENTS.iter().map(|event| event.anchor);
    for anchor in errors.chain(events) {
        let (page, heading) = anchor.split_once('#').expect("an anchor names a heading");
        assert!(headings(&read(page)).contains(heading), "{page} has no heading for #{heading}");
    }
}

#[test]
fn every_link_between_pages_opens() {
    for page in pages() {
        let folder = at(&page).parent().expect("pages lie in folders").to_path_buf();
        // The printed page is taken as it should be, for it may just be written.
        let text = if page == REFERENCE { reference_page() } else { read(&page) };
        for link in links(&text) {
            let (file, heading) = link.split_once('#').unwrap_or((&link, ""));
            let file = if file.is_empty() { at(&page) } else { folder.join(file) };
            assert!(file.exists(), "{page}: {link} is not there");
            let opens = heading.is_empty() || headings(&read_file(&file)).contains(heading);
            assert!(opens, "{page}: {link} has no such heading");
        }
    }
}

#[test]
fn every_page_of_the_guide_is_in_its_summary() {
    let listed = links(&read("docs/SUMMARY.md"));
    let pages = pages();
    for page in pages.iter().filter_map(|page| page.strip_prefix("docs/")) {
        assert!(page == "SUMMARY.md" || listed.iter().any(|link| link == page), "{page}");
    }
}

/// The tables of what is refused quote the compiler, as far as its texts are in the book of rules.
#[test]
fn messages_in_the_guide_are_those_of_the_compiler() {
    let book: String = files_below("ui-tests", "stderr").iter().map(|file| read(file)).collect();
    for page in ["docs/components.md", "docs/queries.md"] {
        let text = read(page);
        let (_, table) = text.split_once("## What is refused").expect("the pages have a table");
        let rows = table.lines().filter(|line| line.starts_with('|')).skip(2);
        let messages: Vec<&str> = rows.filter_map(|row| row.split(" | ").nth(1)).collect();
        assert!(messages.len() > 10, "{page}");
        for message in messages {
            assert!(book.contains(message), "{page}: no mistake gives: {message}");
        }
    }
}

#[test]
fn catalogue_has_every_error_once() {
    let source = read("laige-core/src/error.rs");
    let (_, body) = source.split_once("pub enum Error {").expect("the enum is in error.rs");
    let (body, _) = body.split_once("\n}").expect("the enum ends");
    // Variants are indented by four spaces and begin with a capital; their fields are further in.
    let variants: Vec<&str> = body
        .lines()
        .filter_map(|line| line.strip_prefix("    "))
        .filter(|line| line.starts_with(|c: char| c.is_ascii_uppercase()))
        .map(|line| line.trim_end_matches(['{', ' ', ',']))
        .collect();
    let listed: Vec<&str> = Error::catalogue().map(|entry| entry.variant).collect();
    assert_eq!(listed, variants);
}

#[test]
fn every_error_and_event_has_a_place_of_its_own() {
    let anchors: BTreeSet<&str> =
        Error::catalogue().map(|entry| entry.sample.doc_anchor()).collect();
    assert_eq!(anchors.len(), Error::catalogue().count());
    let names: BTreeSet<&str> = EVENTS.iter().map(|event| event.name).collect();
    assert_eq!(names.len(), EVENTS.len());
}

/// The whole page.
fn reference_page() -> String {
    let mut page = String::from(
        "# Limits, errors, events\n\n\
         Printed from the code by `tests/promises/documentation.rs`: change the code, not this page.\n\n",
    );
    page.push_str("## Limits\n\nConstants of `laige::limits`.\n\n");
    limits_table(&mut page);
    page.push_str(
        "\n## Errors\n\nVariants of `laige::Error`, with the text and the fix of a sample. \
         The codes are explained with [the errors](../api/errors.md#codes).\n\n",
    );
    errors_table(&mut page);
    page.push_str(
        "\n## Events\n\nRecords of `tracing` with the target `laige::ecs` or that of their subsystem, as `laige::loop`. \
         Every one has a field `event` with its name, and a message. \
         How warnings are limited is told with [the guardrails](../api/entity.md#how-often-warnings-are-shown).\n\n",
    );
    events_table(&mut page);
    page
}

fn limits_table(page: &mut String) {
    row(page, &["Limit", "Value", "Unit", "What it limits"]);
    row(page, &["---", "---:", "---", "---"]);
    for limit in limits::TABLE {
        let value = grouped(limit.value);
        row(page, &[&format!("`{}`", limit.name), &value, limit.unit, limit.about]);
    }
}

fn errors_table(page: &mut String) {
    row(page, &["Error", "Code", "Text", "Fix", "Given by"]);
    row(page, &["---"; 5]);
    for entry in Error::catalogue() {
        let report = entry.sample.report().to_string();
        let fields: Vec<&str> = report.split(" | ").collect();
        let [code, text, _why, fix, anchor] = fields[..] else { panic!("{report}") };
        let calls: Vec<String> = entry.calls.split(", ").map(|call| format!("`{call}`")).collect();
        let name = format!("[`{}`]({})", entry.variant, from_reference(anchor));
        row(page, &[&name, &format!("`{code}`"), text, fix, &calls.join(", ")]);
    }
}

fn events_table(page: &mut String) {
    row(page, &["Event", "Severity", "Fields", "When"]);
    row(page, &["---"; 4]);
    for event in EVENTS {
        let name = format!("[`{}`]({})", event.name, from_reference(event.anchor));
        let severity = format!("{:?}", event.severity);
        let fields: Vec<String> = event.fields.iter().map(|field| field_cell(field)).collect();
        row(page, &[&name, &severity, &fields.join(", "), event.about]);
    }
    let about = "Warnings of one kind were suppressed; `event` names the kind.";
    let name = "[`ecs/rate_limited`](../api/entity.md#how-often-warnings-are-shown)";
    row(page, &[name, "Warn", "`suppressed`", about]);
}

fn field_cell(field: &str) -> String {
    match field {
        "advice" => "`advice` (debug builds)".to_string(),
        field => format!("`{field}`"),
    }
}

/// One row of a table. Type parameters in texts are no tags.
fn row(page: &mut String, cells: &[&str]) {
    for cell in cells {
        write!(page, "| {} ", cell.replace('|', "\\|").replace('<', "&lt;")).expect("strings grow");
    }
    page.push_str("|\n");
}

/// A number with commas between thousands.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// An anchor as a link from the reference page.
fn from_reference(anchor: &str) -> String {
    anchor.replacen("docs/", "../", 1)
}

/// The ids of a page's headings, as mdBook and GitHub make them.
fn headings(page: &str) -> BTreeSet<String> {
    outside_code(page)
        .filter(|line| line.starts_with('#'))
        .map(|line| line.trim_start_matches('#').trim().to_lowercase())
        .map(|line| {
            line.chars().filter(|c| c.is_alphanumeric() || " -_".contains(*c)).collect::<String>()
        })
        .map(|line| line.replace(' ', "-"))
        .collect()
}

/// The targets of a page's links that lie in the repository.
fn links(page: &str) -> Vec<String> {
    outside_code(page)
        .flat_map(|line| line.split("](").skip(1))
        .filter_map(|rest| rest.split_once(')'))
        .map(|(link, _)| link.to_string())
        .filter(|link| !link.contains("://"))
        .collect()
}

/// The lines of a page that are not in a code block.
fn outside_code(page: &str) -> impl Iterator<Item = &str> {
    let mut code = false;
    page.lines().filter(move |line| {
        let fence = line.starts_with("```");
        code ^= fence;
        !code && !fence
    })
}

/// The pages that people read, as paths in the repository.
fn pages() -> Vec<String> {
    let mut pages = files_below("docs", "md");
    pages.extend(
        ["README", "ARCHITECTURE", "CONTRIBUTING", "CHANGELOG"].map(|name| format!("{name}.md")),
    );
    pages
}

/// The files below a folder that end like this, in order.
fn files_below(folder: &str, end: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(at(&folder)).expect("the folder is there") {
            let entry = entry.expect("the folder can be read");
            let path = format!("{folder}/{}", entry.file_name().to_string_lossy());
            if entry.path().is_dir() {
                folders.push(path);
            } else if entry.path().extension().is_some_and(|extension| extension == end) {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

/// A file of the repository.
fn at(path: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("..").join(path)
}

fn read(path: &str) -> String {
    read_file(&at(path))
}

fn read_file(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}
