//! One program for all editions: what it does is the same in each.

use crate::parts::*;
use ecs::prelude::*;
use std::marker::PhantomData;

/// The body's last expression borrows a temporary, whose end changed in edition 2024.
#[allow(clippy::let_and_return)]
fn tail(world: &World) -> usize {
    let names = std::cell::RefCell::new(vec![0]);
    query!(world, |word: &r#gen, _: Option<&Door<u8>>| names.borrow_mut().push(word.r#gen));
    let count = names.borrow().len();
    count
}

fn never_returns(world: &World) {
    query!(world, |_: &Team| unreachable!("nobody is in a team"));
    query!(world, |door: &Door<u16>| match door.kind {
        Kind::r#gen => {}
        Kind::Iron => unreachable!("{:?}", door),
    });
}

fn sum_of_bags<const N: usize>(world: &World) -> u32 {
    let mut sum = 0;
    query!(world, |Bag { count, items: _ }: &Bag<N>, e: Entity, _: Without<Team>| {
        assert_ne!(e, Entity::NONE);
        sum += count;
    });
    sum
}

fn move_all(world: &mut World) -> ecs::Result<()> {
    query!(world, |pos: &mut Pos, word: &r#gen| -> ecs::Result<()> {
        pos.x += if word.r#gen == 3 { 3.0 } else { 0.5 };
        Ok(())
    })
}

/// One tick: two are counted, and the number of the tick; then one of them is raised by that, and despawned.
fn systems_run() -> ecs::Result<()> {
    let mut world = World::new(Options::with_capacity(8))?;
    world.register_all::<(r#gen, Pos, Team, Visible)>()?;
    let _ = world.insert_resource(Score { r#gen: 0 });
    drop(world.insert_resource(Log::<u8>::default()));
    let e = world.spawn(Pos { x: 1.0, r#async: 2 })?;
    let blue = world.spawn((Pos { x: 1.0, r#async: 2 }, Team::Blue))?;
    let _ = world.add_systems::<(r#try, forget<Team, 0>, raise, look)>()?;
    let schedule = world.schedule()?;
    let _ = world.run(&schedule)?;
    assert_eq!(world.resource::<Score>(), Some(&Score { r#gen: 3 }));
    assert_eq!(world.get::<Pos>(e).map(|pos| pos.r#async), Some(5));
    assert!(!world.is_valid(blue));
    r#try(world.query(), ResMut(&mut Score { r#gen: 0 }), ecs::Tick(1));
    Ok(())
}

#[test]
fn program_gives_the_same_results() -> ecs::Result<()> {
    let mut world = World::new(Options::with_capacity(8))?;
    world.register_all::<(r#gen, Pos, Door<u8>, Bag<2>, Range<u8>, Visible, Cells)>()?;
    let e = world.spawn(Both { word: r#gen { r#gen: 1 }, pos: Pos { x: 1.0, r#async: 2 } })?;
    let door = Door { kind: Kind::r#gen, of: PhantomData::<u8>, is_open: true };
    let _ = world.spawn((r#gen { r#gen: 2 }, door))?;
    let bag = Bag { count: 5, items: [e; 2] };
    let _ = world.spawn(Seen {
        tag: Visible,
        rest: (bag, Range { from: 1_u8, to: [2, 3] }, Cells([1; 3])),
    })?;

    let _ = world.insert_resource(Score { r#gen: 2 });
    drop(world.insert_resource(Log::<u8>::default()));
    drop(world.insert_resource(Tree { r#async: vec![Tree::default()] }));
    assert_eq!(world.resource::<Score>(), Some(&Score { r#gen: 2 }));
    assert_eq!(world.resource::<Tree>().map(|tree| tree.r#async.len()), Some(1));

    systems_run()?;
    query!(world, |word: &mut r#gen, pos: Option<&Pos>| {
        word.r#gen += pos.map_or(10, |pos| pos.r#async);
    });
    move_all(&mut world)?;
    let mut open = 0;
    query!(world, |door: &Door<u8>, _: With<r#gen>| open += u32::from(door.is_open));
    never_returns(&world);
    assert_eq!((open, tail(&world), r#gen::NAME), (1, 3, "game.gen"));
    assert_eq!((sum_of_bags::<2>(&world), sum_of_bags::<3>(&world)), (5, 0));
    assert_eq!(world.get::<r#gen>(e), Some(&r#gen { r#gen: 3 }));
    assert_eq!(world.get::<Pos>(e).map(|pos| pos.x), Some(4.0));
    assert_eq!((inner_numbers(), Team::Blue as i16), ([1, 2, 3], -3));
    Ok(())
}
