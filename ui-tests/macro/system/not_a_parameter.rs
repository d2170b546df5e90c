//! What a system can ask for is a closed set.
use laige::prelude::*;

#[resource]
struct Score {
    points: u32,
}

#[system]
fn reset(score: Score) {
    assert_eq!(score.points, 0);
}

fn main() {}
