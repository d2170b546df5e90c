//! A component is state; only a resource can be none.
use laige::prelude::*;

#[derive(Clone, Copy, Component)]
#[laige(transient)]
#[repr(C)]
struct Glow {
    strength: f32,
}

#[resource(transient)]
#[derive(Clone, Copy, Component)]
struct Shake {
    strength: f32,
}

#[component]
#[derive(Resource)]
#[laige(transient)]
struct Fade {
    strength: f32,
}

fn main() {}
