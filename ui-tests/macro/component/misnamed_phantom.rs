//! What is called `PhantomData` and is not core's confuses the rules for types with parameters, and readers.
use laige::component;

#[component]
struct PhantomData;

#[component]
struct Typed {
    of: PhantomData,
}

fn main() {}
