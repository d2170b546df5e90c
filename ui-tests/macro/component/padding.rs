//! A component has no padding, so that its bytes are its value: they are hashed, compared and saved. Case M31.
use laige::component;

#[component]
struct Projectile {
    team: u8,
    damage: u32,
    pierce: u16,
}

fn main() {}
