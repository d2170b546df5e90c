//! The body of a visit in parallel is called by several threads at once, so it cannot write what it captures; `par_fold` can.
use laige::prelude::*;

#[component]
struct Pos {
    x: f32,
}

fn sum(world: &World) -> f32 {
    let mut sum = 0.0;
    query!(par(world), |p: &Pos| sum += p.x);
    sum
}

fn sum_of_typed(world: &World) -> f32 {
    let mut sum = 0.0;
    world.query::<&Pos>().par_for_each(|p| sum += p.x);
    sum
}

fn main() {}
