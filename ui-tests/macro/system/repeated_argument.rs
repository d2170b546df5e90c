//! An argument stands once.
use laige::prelude::*;

#[system(budget_ms = 1.0, budget_ms = 2.0)]
fn movement() {}

fn main() {}
