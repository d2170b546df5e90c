//! What a simulation does follows from its state, so its systems do not read what is none.
use laige::prelude::*;

#[resource(transient)]
struct Log {
    lines: Vec<String>,
}

#[system]
fn print(log: Res<Log>) {
    assert!(log.lines.len() < 9);
}

fn main() {}
