//! What is said of plain bytes has no meaning for a transient resource.
use laige::resource;

#[resource(transient, size = 24, checked, version = 2)]
struct Log {
    lines: Vec<String>,
}

fn main() {}
