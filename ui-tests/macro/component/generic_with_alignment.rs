//! A component with parameters declares no alignment: padding would depend on the parameters.
use laige::component;

#[component]
#[repr(C, align(16))]
struct Wide<T> {
    value: T,
}

fn main() {}
