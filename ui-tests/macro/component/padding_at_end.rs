//! A component has no padding at its end either: a struct's size is a multiple of its alignment. Case M31.
use laige::component;

#[component]
struct Projectile {
    damage: u32,
    team: u8,
}

fn main() {}
