//! Which bytes of an enum with fields are set depends on the variant, so it is no plain data.
use laige::component;

#[component(checked)]
#[repr(u8)]
enum Order {
    Idle,
    Move(f32, f32),
}

fn main() {}
