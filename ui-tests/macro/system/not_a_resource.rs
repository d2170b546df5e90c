//! `Res` and `ResMut` give resources.
use laige::prelude::*;

struct Score {
    points: u32,
}

#[system]
fn reset(mut score: ResMut<Score>) {
    score.points = 0;
}

fn main() {}
