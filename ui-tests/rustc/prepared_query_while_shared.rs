//! A prepared query borrows nothing, but to write through it the world must not be borrowed by anybody else.
use laige::prelude::*;

#[component]
struct Pos {
    x: f32,
}

#[component]
struct Vel {
    x: f32,
}

fn step(world: &mut World, movers: &PreparedQuery<(&mut Pos, &Vel)>) -> laige::Result<()> {
    let velocities = world.query::<&Vel>();
    movers.query_mut(world)?.for_each(|(pos, vel)| pos.x += vel.x);
    println!("{}", velocities.count());
    Ok(())
}

fn show(world: &World, movers: &PreparedQuery<(&mut Pos, &Vel)>) -> laige::Result<()> {
    movers.query_mut(world)?.for_each(|(pos, vel)| pos.x += vel.x);
    movers.query(world)?.for_each(|(pos, vel)| pos.x += vel.x);
    Ok(())
}

fn main() {}
