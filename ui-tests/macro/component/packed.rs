//! A packed struct's fields cannot be borrowed, so a component is not packed.
use laige::component;

#[component]
#[repr(C, packed)]
struct Projectile {
    team: u8,
    damage: u32,
}

fn main() {}
