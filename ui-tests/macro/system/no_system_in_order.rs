//! A system comes after others that are systems.
use laige::prelude::*;

struct Wave;

#[system(after(Wave))]
fn movement() {}

fn main() {}
