//! The derive by hand adds nothing but its own traits: that the struct is plain is said beside it.
use laige::Resource;

#[derive(Resource)]
#[repr(C)]
struct Gravity {
    down: f32,
}

fn main() {}
