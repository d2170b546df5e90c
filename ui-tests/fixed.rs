//! The help applied: each case under `macro/` has a `.fixed` beside it, which is the case with the help of its text
//! applied. They compile and run. That they do what the help says is checked in `texts`.
#![allow(
    unused,
    unsafe_code,
    clippy::all,
    clippy::pedantic,
    clippy::print_stdout,
    clippy::undocumented_unsafe_blocks,
    reason = "cases are written to be read, and are about something else"
)]

include!(concat!(env!("OUT_DIR"), "/fixed.rs"));

#[test]
fn each_help_compiles_when_applied() {
    assert!(ALL.len() >= 90, "{} files", ALL.len());
    for run in ALL {
        run();
    }
}
