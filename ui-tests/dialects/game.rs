//! One program for all editions: what it does is the same in each.

use ecs::prelude::*;

/// Named by words that later editions reserve.
#[component(crate = ecs, id = "game.gen")]
#[allow(non_camel_case_types)]
#[derive(Debug, PartialEq)]
struct gen {
    gen: u32,
}

#[component(crate = ecs)]
#[derive(Debug)]
struct Pos {
    x: f32,
    r#async: f32,
}

#[derive(Clone, Copy, Debug, ecs::Fields)]
#[laige(crate = ecs)]
#[repr(u8)]
#[allow(non_camel_case_types)]
enum Kind {
    gen,
    Iron,
}

#[component(checked, crate = ecs)]
#[derive(Debug)]
struct Door<T> {
    kind: Kind,
    of: std::marker::PhantomData<T>,
    is_open: bool,
}

#[derive(ecs::Bundle, Debug)]
#[laige(crate = ecs)]
struct Both {
    gen: gen,
    pos: Pos,
}

/// The body's last expression borrows a temporary, whose end changed in edition 2024.
fn tail(world: &World) -> usize {
    let names = std::cell::RefCell::new(vec![0]);
    query!(world, |gen: &gen, _: Option<&Door<u8>>| names.borrow_mut().push(gen.gen));
    let count = names.borrow().len();
    count
}

fn never_returns(world: &World) {
    query!(world, |kind: &Door<u16>| match kind.kind {
        Kind::gen => {}
        Kind::Iron => unreachable!("{:?}", kind),
    });
}

#[test]
fn program_gives_the_same_results() -> ecs::Result<()> {
    let mut world = World::new(Options::with_capacity(8))?;
    world.register_all::<(gen, Pos, Door<u8>)>()?;
    let e = world.spawn(Both { gen: gen { gen: 1 }, pos: Pos { x: 1.0, r#async: 2.0 } })?;
    world.spawn((gen { gen: 2 }, Door { kind: Kind::gen, of: std::marker::PhantomData::<u8>, is_open: true }))?;
    query!(world, |g: &mut gen, pos: Option<&Pos>| g.gen += pos.map_or(10, |pos| pos.r#async as u32));
    query!(world, |pos: &mut Pos, gen: &gen| -> ecs::Result<()> {
        pos.x += gen.gen as f32;
        Ok(())
    })?;
    let mut open = 0;
    query!(world, |door: &Door<u8>| open += u32::from(door.is_open));
    never_returns(&world);
    assert_eq!((open, tail(&world), gen::NAME), (1, 3, "game.gen"));
    assert_eq!(world.get::<gen>(e), Some(&gen { gen: 3 }));
    assert_eq!(world.get::<Pos>(e).map(|pos| pos.x), Some(4.0));
    Ok(())
}
