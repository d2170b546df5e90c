//! A resource that is state has no padding: its bytes are hashed and compared as a component's are.
use laige::resource;

#[resource]
struct Score {
    round: u8,
    points: u32,
}

fn main() {}
