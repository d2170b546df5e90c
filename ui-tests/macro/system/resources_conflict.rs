//! A resource that is written is borrowed alone.
use laige::prelude::*;

#[resource]
struct Score {
    points: u32,
}

#[system]
fn double(mut score: ResMut<Score>, before: Res<Score>) {
    score.points += before.points;
}

fn main() {}
