//! What is no state is not saved, in no version.
use laige::resource;

#[resource(transient, version = 2)]
struct Log {
    lines: Vec<String>,
}

fn main() {}
