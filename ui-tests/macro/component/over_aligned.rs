//! A column is aligned to 64 bytes, so no component asks for more.
use laige::component;

#[component]
#[repr(C, align(128))]
struct Line {
    bytes: [u8; 128],
}

fn main() {}
