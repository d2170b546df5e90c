//! An enum without variants has no value that an entity could carry. Case M28.
use laige::component;

#[component(checked)]
#[repr(u8)]
enum Frozen {}

fn main() {}
