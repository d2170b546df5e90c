//! A resource is a type.
use laige::resource;

#[resource]
fn gravity() -> f32 {
    9.81
}

fn main() {
    gravity();
}
