//! Two references to one component of a row, one of them mutable, would alias. Cases M12, M24, U01.
use laige::prelude::*;

#[component]
struct Pos {
    x: f32,
}

#[component]
struct Vel {
    x: f32,
}

macro_rules! copy {
    ($world:expr, $of:ty) => {
        query!($world, |p: &mut $of, q: &Pos| p.x = q.x)
    };
}

fn step(world: &mut World) {
    query!(world, |p: &mut Pos, v: &Vel, q: &Pos| p.x += v.x + q.x);
    query!(world, |p: &mut Pos, q: &mut Pos| p.x += q.x);
    query!(world, |p: &Pos, q: Option<&mut Pos>| {});
    copy!(world, Pos);
}

fn main() {}
