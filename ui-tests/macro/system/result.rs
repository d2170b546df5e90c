//! Nobody takes what a system returns.
use laige::prelude::*;

#[component]
struct Pos {
    x: f32,
}

#[system]
fn check(all: Query<&Pos>) -> laige::Result<()> {
    all.single()?;
    Ok(())
}

fn main() {}
