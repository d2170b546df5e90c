//! An `id` names the component in files and messages, so it is a name.
use laige::component;

#[component(id = "")]
struct Pos {
    x: f32,
}

#[component(id = "the velocity")]
struct Vel {
    x: f32,
}

fn main() {}
