//! A system is named once in an order.
use laige::prelude::*;

#[system]
fn spawn_wave() {}

#[system(after(spawn_wave, spawn_wave))]
fn movement() {}

fn main() {}
