//! A field takes `opaque` alone; what belongs to the component is not ignored there. Case M26.
use laige::component;

#[component]
struct Pos {
    #[laige(size = 4)]
    x: f32,
    #[laige]
    y: f32,
}

fn main() {}
