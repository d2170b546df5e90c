//! A function that is called for each row asks for something of it.
use laige::prelude::*;

#[resource]
struct Score {
    points: u32,
}

#[system(for_each)]
fn double(mut score: ResMut<Score>) {
    score.points *= 2;
}

#[system(for_each)]
fn nothing() {}

fn main() {}
