//! A resource that is state has a largest size: it is copied with each snapshot.
use laige::resource;

#[resource]
struct Terrain {
    heights: [[u16; 256]; 256],
}

fn main() {}
