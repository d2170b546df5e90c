//! Words that are names here and are reserved in edition 2024, written as names.

use ecs::prelude::*;

#[component(crate = ecs)]
#[allow(non_camel_case_types)]
#[derive(Debug)]
struct gen {
    gen: u32,
}

#[test]
fn words_of_later_editions_are_names() -> ecs::Result<()> {
    let mut world = World::new(Options::with_capacity(8))?;
    let _ = world.register::<gen>()?;
    let _ = world.spawn(gen { gen: 1 })?;
    query!(world, |gen: &mut gen| gen.gen += 1);
    query!(&world, |gen { gen }: &gen| assert_eq!(*gen, 2));
    Ok(())
}
