//! Counting: this program, started again under valgrind's callgrind, which counts while a function named `measured` is running.

use std::env;
use std::fs;
use std::path::PathBuf;
use std::process::Command;

/// The instructions that the measured part of an operation executes.
pub(crate) fn count(operation: &str) -> Result<u64, String> {
    let file = profile_of(operation)?;
    let program = env::current_exe().map_err(|error| error.to_string())?;
    let output = Command::new("valgrind")
        .args(["--tool=callgrind", "--collect-atstart=no"])
        .arg("--toggle-collect=instructions::operations::measured")
        .arg(format!("--callgrind-out-file={}", file.display()))
        .arg(program)
        .args(["--operation", operation])
        // What lies in the environment moves the stack.
        .env_clear()
        .envs(env::var_os("PATH").map(|path| ("PATH", path)))
        .output()
        .map_err(|error| format!("valgrind cannot be started, is it installed? {error}"))?;
    let said = String::from_utf8_lossy(&output.stderr);
    if !output.status.success() {
        return Err(format!("{operation} failed under valgrind:\n{said}"));
    }
    collected(&said).ok_or_else(|| format!("valgrind counted nothing for {operation}:\n{said}"))
}

/// The number in the line `Collected : 123`.
fn collected(said: &str) -> Option<u64> {
    let (_, number) = said.split_once("Collected :")?;
    let number: u64 = number.split_whitespace().next()?.parse().ok()?;
    (number > 0).then_some(number)
}

/// Where the profile goes, for `callgrind_annotate` to look at.
fn profile_of(operation: &str) -> Result<PathBuf, String> {
    let target = env::var_os("CARGO_TARGET_DIR").map(PathBuf::from);
    let target =
        target.unwrap_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../target"));
    let folder = target.join("instructions");
    fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let letters = |c: char| if c.is_alphanumeric() { c } else { '-' };
    Ok(folder.join(operation.chars().map(letters).collect::<String>()).with_extension("callgrind"))
}
