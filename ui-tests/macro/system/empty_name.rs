//! The name of a system stands in orders and messages.
use laige::prelude::*;

#[system(name = "")]
fn rest() {}

fn main() {}
