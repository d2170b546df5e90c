//! What is called `PhantomData` and is not core's is a field like any other, and confuses readers.
use laige::component;

struct PhantomData<T>(T);

#[component]
struct Typed {
    of: PhantomData<String>,
}

fn main() {}
