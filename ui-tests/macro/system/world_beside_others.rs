//! `&mut World` reaches everything, so it stands alone.
use laige::prelude::*;

#[resource]
struct Score {
    points: u32,
}

#[system]
fn restart(world: &mut World, score: Res<Score>) {
    if score.points == 0 {
        world.clear();
    }
}

fn main() {}
