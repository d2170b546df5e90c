//! Makes one program of all `.fixed` files, so that they compile together and not one by one: a module for each, with a
//! `run` that calls its `main`.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs};

fn main() {
    println!("cargo::rerun-if-changed=macro");
    let mut code = String::new();
    let mut runs = String::new();
    for path in files_below(Path::new("macro")) {
        let Some(case) = path.to_str().and_then(|path| path.strip_suffix(".fixed")) else {
            continue;
        };
        let name = case.replace('/', "_");
        let text = fs::read_to_string(&path).expect("the file was found");
        let program = text.lines().filter(|line| !line.starts_with("//!"));
        writeln!(code, "mod {name} {{ // {}", path.display()).expect("a string takes all");
        program.for_each(|line| writeln!(code, "{line}").expect("a string takes all"));
        writeln!(code, "pub(super) fn run() {{ let _ = main(); }}\n}}")
            .expect("a string takes all");
        writeln!(runs, "    {name}::run,").expect("a string takes all");
    }
    writeln!(code, "const ALL: &[fn()] = &[\n{runs}];").expect("a string takes all");
    let out = PathBuf::from(env::var("OUT_DIR").expect("set by Cargo")).join("fixed.rs");
    fs::write(out, code).expect("the output folder is there");
}

/// All files below a folder, in the order of their names.
fn files_below(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("the folder is there");
    let mut paths: Vec<_> = entries.map(|entry| entry.expect("readable").path()).collect();
    paths.sort();
    let below = |path: PathBuf| if path.is_dir() { files_below(&path) } else { vec![path] };
    paths.into_iter().flat_map(below).collect()
}
