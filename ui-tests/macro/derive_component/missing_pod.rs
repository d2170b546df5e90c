//! Beside the derive, the user derives bytemuck's traits; `#[component]` does it all.
use laige::Component;

#[derive(Clone, Copy, Component)]
#[repr(C)]
struct Pos {
    x: f32,
    y: f32,
}

fn read(world: &laige::World, entity: laige::Entity) {
    let _ = world.get::<Pos>(entity);
}

fn main() {}
