//! rustfmt formats calls of `query!`, and leaves what it formatted alone: each call in the examples, the README, the guide
//! and the documentation is as rustfmt would have it.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

#[test]
fn calls_in_examples_are_formatted() {
    let mut calls = 0;
    for path in files_below("examples", "rs") {
        let text = read(&path);
        let found = calls_of(&text);
        if !found.is_empty() {
            assert_eq!(calls_of(&rustfmt(&text, 100)), found, "{}", path.display());
            calls += found.len();
        }
    }
    assert!(calls >= 10, "{calls} calls were found");
}

#[test]
fn calls_in_pages_are_formatted_and_stay_so() {
    let mut calls = 0;
    let pages = files_below("docs", "md").into_iter().chain([root().join("README.md")]);
    let sources = files_below("src", "rs").into_iter().chain(files_below("laige-core/src", "rs"));
    for path in pages.chain(sources) {
        let in_comments = path.extension().is_some_and(|extension| extension == "rs");
        for block in
            blocks_of(&read(&path), in_comments).iter().filter(|block| block.contains("query!("))
        {
            // In a function, for statements stand alone in no file; its indentation is no reason to break a line.
            let code = format!("fn page() {{\n{block}\n}}\n");
            let formatted = rustfmt(&code, 104);
            let place = path.display();
            assert_eq!(calls_of(&formatted), calls_of(&code), "{place}");
            assert_eq!(rustfmt(&formatted, 104), formatted, "{place}: not idempotent");
            calls += calls_of(&code).len();
        }
    }
    assert!(calls >= 12, "{calls} calls were found");
}

#[test]
fn hard_calls_are_formatted_once() {
    let text = "fn f() { query!(world,move|#[cfg(a)]e:Entity,Pos{x,..}:&mut Pos,_:With<Tag>,v:Option<&mut Vel>,|->laige::Result<()>{\
                query!(other.borrow_mut(),|p:&Pos|sum+=p.x);*x+=v.x;Ok(())},)?; }";
    let once = rustfmt(text, 100);
    assert!(once.contains("query!(other.borrow_mut(), |p: &Pos| sum += p.x);"), "{once}");
    assert_eq!(rustfmt(&once, 100), once);
}

/// What rustfmt makes of the text.
fn rustfmt(text: &str, width: usize) -> String {
    let mut child = Command::new("rustfmt")
        .args(["--edition", "2024", "--emit", "stdout", "--config"])
        .arg(format!("max_width={width},use_small_heuristics=Max"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("rustfmt is a component of the toolchain, see rust-toolchain.toml");
    let mut stdin = child.stdin.take().expect("piped");
    stdin.write_all(text.as_bytes()).expect("rustfmt reads");
    drop(stdin);
    let output = child.wait_with_output().expect("rustfmt ends");
    assert!(output.status.success(), "rustfmt cannot read this:\n{text}");
    String::from_utf8(output.stdout).expect("text")
}

/// Each outer call, without the indentation of its lines.
fn calls_of(text: &str) -> Vec<String> {
    let mut calls = Vec::new();
    let mut rest = text;
    while let Some(start) = rest.find("query!(") {
        rest = &rest[start..];
        let mut depth = 0;
        let end = rest.find(|c: char| {
            depth += i32::from(c == '(') - i32::from(c == ')');
            c == ')' && depth == 0
        });
        let (call, after) = rest.split_at(end.map_or(rest.len(), |end| end + 1));
        calls.push(call.lines().map(str::trim_start).collect::<Vec<_>>().join("\n"));
        rest = after;
    }
    calls
}

/// The text of a line of documentation; of any other line, the line.
fn comment_of(line: &str) -> &str {
    let line = line.trim_start();
    let text = line.strip_prefix("///").or(line.strip_prefix("//!"));
    text.map_or(line, |text| text.strip_prefix(' ').unwrap_or(text))
}

/// The blocks of Rust in a page, or in the comments of a file, with their hidden lines.
fn blocks_of(text: &str, in_comments: bool) -> Vec<String> {
    let mut blocks = Vec::new();
    let mut block: Option<Vec<&str>> = None;
    let mut is_other = false;
    for line in text.lines() {
        let line = if in_comments { comment_of(line) } else { line };
        if let Some(info) = line.trim_start().strip_prefix("```") {
            match block.take() {
                Some(lines) if !is_other => blocks.push(lines.join("\n")),
                Some(_) => {}
                None => {
                    block = Some(Vec::new());
                    is_other = !["", "rust", "compile_fail"]
                        .contains(&info.split(',').next().unwrap_or(""));
                }
            }
        } else if let Some(lines) = &mut block {
            lines.push(line.strip_prefix("# ").unwrap_or(if line == "#" { "" } else { line }));
        }
    }
    blocks
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).expect("readable")
}

/// All files with that extension below a folder of the repository.
fn files_below(folder: impl AsRef<Path>, extension: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(root().join(folder)).expect("the folder is there");
    let mut paths: Vec<_> = entries.map(|entry| entry.expect("readable").path()).collect();
    paths.sort();
    paths
        .into_iter()
        .flat_map(|path| if path.is_dir() { files_below(path, extension) } else { vec![path] })
        .filter(|path| path.extension().is_some_and(|of_path| of_path == extension))
        .collect()
}
