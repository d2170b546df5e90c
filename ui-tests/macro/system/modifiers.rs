//! A schedule calls a system, at once and to its end.
use laige::prelude::*;

#[system]
async fn load() {}

#[system]
unsafe fn poke() {}

#[system]
const fn nothing() {}

fn main() {}
