//! A budget is a positive number of milliseconds.
use laige::prelude::*;

#[system(budget_ms = 0)]
fn movement() {}

#[system(budget_ms = "fast")]
fn drag() {}

fn main() {}
