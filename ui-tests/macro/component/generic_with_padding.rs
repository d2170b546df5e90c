//! A component with parameters has no padding whatever they are, which its definition must show. Case M31.
use laige::component;

#[component]
struct Tagged<T> {
    value: T,
    tag: u8,
}

#[component]
struct Bag<const N: usize> {
    count: u32,
    items: [u16; N],
}

fn main() {}
