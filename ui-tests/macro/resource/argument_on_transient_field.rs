//! Nothing is known of the fields of a transient resource, so nothing is said of them.
use laige::resource;

#[resource(transient)]
struct Log {
    #[laige(opaque)]
    lines: Vec<String>,
}

fn main() {}
