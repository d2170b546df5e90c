//! Fields of a tuple struct have numbers for names, and padding between them is refused as well.
use laige::component;

#[component]
struct Projectile(u8, u32);

fn main() {}
