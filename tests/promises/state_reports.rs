//! What differs between two worlds, as text: every kind of line, every kind of value.
//!
//! Cases S10 (what is absent is told), S14 (bits that differ read differently), L08 (empty worlds).

use std::num::NonZeroU16;

use laige::diff::report;
use laige::prelude::*;
use laige::{Fields, Options};

#[component(id = "game.pos")]
struct Pos {
    x: f32,
    y: f32,
}

#[component(id = "game.burning")]
struct Burning;

#[component(id = "game.follows")]
struct Follows {
    target: Entity,
    steps: [u8; 3],
    _free: u8,
}

#[derive(Clone, Copy, Fields)]
#[repr(u8)]
enum Metal {
    Wood = 3,
    Iron = 200,
}

#[component(id = "game.door", checked)]
struct Door {
    locks: [Lock; 2],
    letter: char,
}

#[derive(Clone, Copy, Fields)]
#[repr(C)]
#[laige(checked)]
struct Lock {
    keys: NonZeroU16,
    open: bool,
    metal: Metal,
}

#[component(id = "game.numbers")]
struct Numbers {
    wide: u128,
    low: i64,
    deep: f64,
    few: [i16; 8],
}

fn world(capacity: u32) -> World {
    let mut world = World::new(Options::with_capacity(capacity)).expect("a legal capacity");
    world.register_all::<(Pos, Burning, Follows, Door, Numbers)>().expect("room");
    world
}

/// Two worlds of other sizes, with that component on one entity each.
fn pair<T: Component>(a: T, b: T) -> laige::Result<[World; 2]> {
    let mut worlds = [world(100), world(5_000)];
    worlds[0].spawn(a)?;
    worlds[1].spawn(b)?;
    Ok(worlds)
}

#[test]
fn equal_worlds_give_no_line() -> laige::Result<()> {
    assert_eq!(report(&world(3), &World::new(Options::with_capacity(0))?, 10), "");
    let follows = |world: &mut World| -> laige::Result<()> {
        world.spawn_empty()?;
        let target = world.spawn(Burning)?;
        world.spawn(Follows { target, steps: [1, 2, 3], _free: 0 })?;
        Ok(())
    };
    // Handles have other bits where slots have more, and name the same entities.
    let (mut small, mut large) = (world(100), world(70_000));
    follows(&mut small)?;
    follows(&mut large)?;
    assert_ne!(small.component_state_hash(0), large.component_state_hash(0));
    assert_eq!(report(&small, &large, 10), "");
    Ok(())
}

#[test]
fn fields_are_told_by_path_with_both_values() -> laige::Result<()> {
    let [a, b] = pair(Pos { x: 1.0, y: 0.1 }, Pos { x: 1.5, y: 1e30 })?;
    assert_eq!(report(&a, &b, 9), "0v1 game.pos.x  1.0 -> 1.5\n0v1 game.pos.y  0.1 -> 1e30\n");
    let lock = |keys, open, metal| Lock { keys: NonZeroU16::new(keys).expect("some"), open, metal };
    let door = |lock, letter| Door { locks: [lock, self::lock()], letter };
    let [a, b] =
        pair(door(lock(7, false, Metal::Wood), 'ä'), door(lock(8, true, Metal::Iron), '\n'))?;
    assert_eq!(
        report(&a, &b, 9),
        "0v1 game.door.locks[0].keys  7 -> 8\n\
         0v1 game.door.locks[0].open  false -> true\n\
         0v1 game.door.locks[0].metal  Wood -> Iron\n\
         0v1 game.door.letter  'ä' -> '\\n'\n"
    );
    let numbers =
        |wide, low, deep, few| Numbers { wide, low, deep, few: [0, 0, 0, 0, 0, 0, few, 0] };
    let [a, b] = pair(numbers(u128::MAX, -1, 0.1, 5), numbers(0, i64::MIN, 1e300, -5))?;
    assert_eq!(
        report(&a, &b, 9),
        "0v1 game.numbers.wide  340282366920938463463374607431768211455 -> 0\n\
         0v1 game.numbers.low  -1 -> -9223372036854775808\n\
         0v1 game.numbers.deep  0.1 -> 1e300\n\
         0v1 game.numbers.few[6]  5 -> -5\n"
    );
    Ok(())
}

fn lock() -> Lock {
    Lock { keys: NonZeroU16::MIN, open: true, metal: Metal::Iron }
}

#[test]
fn floats_with_other_bits_read_differently() -> laige::Result<()> {
    let nan = |bits| Pos { x: f32::from_bits(bits), y: 0.0 };
    let [a, b] = pair(nan(0x8000_0000), nan(0))?;
    assert_eq!(report(&a, &b, 9), "0v1 game.pos.x  -0.0 -> 0.0\n");
    let [a, b] = pair(nan(0x7FC0_0000), nan(0xFFC0_0001))?;
    assert_eq!(report(&a, &b, 9), "0v1 game.pos.x  NaN(0x7fc00000) -> NaN(0xffc00001)\n");
    let [a, b] = pair(nan(0x7F80_0000), nan(1))?;
    assert_eq!(report(&a, &b, 9), "0v1 game.pos.x  inf -> 1e-45\n");
    Ok(())
}

#[test]
fn entities_and_components_come_and_go() -> laige::Result<()> {
    let (mut a, mut b) = (world(100), world(100));
    for world in [&mut a, &mut b] {
        for _ in 0..4 {
            world.spawn(Pos { x: 1.0, y: 2.0 })?;
        }
    }
    let all: Vec<Entity> = a.entities().collect();
    a.insert(all[0], Follows { target: all[3], steps: [1, 2, 3], _free: 0 })?;
    b.insert(all[0], Burning)?;
    a.insert(all[1], Burning)?;
    b.insert(all[1], Follows { target: Entity::NONE, steps: [0; 3], _free: 9 })?;
    b.despawn(all[2])?;
    b.despawn(all[3])?;
    b.spawn((Burning, Pos { x: 1.0, y: 2.5 }))?;
    b.spawn(())?;
    b.spawn((Burning, Pos { x: 1.0, y: 2.5 }))?;
    let expected = "0v1 game.burning  appeared\n\
                    0v1 game.follows  vanished, was {target: 3v1, steps: [1, 2, 3], _free: 0}\n\
                    1v1 game.burning  vanished\n\
                    1v1 game.follows  appeared as {target: none, steps: [0, 0, 0], _free: 9}\n\
                    2v1  became 2v2\n\
                    2v1 game.pos  vanished, was {x: 1.0, y: 2.0}\n\
                    3v1  became 3v2\n\
                    3v1 game.burning  appeared\n\
                    3v1 game.pos.y  2.0 -> 2.5\n\
                    4v1  appeared with game.burning, game.pos\n";
    assert_eq!(report(&a, &b, 99), expected);
    let back = report(&b, &a, 99);
    assert!(back.starts_with("0v1 game.burning  vanished\n") && back.ends_with("4v1  vanished\n"));
    let first_two: Vec<&str> = expected.lines().take(2).collect();
    assert_eq!(report(&a, &b, 2), format!("{}\nand 8 more\n", first_two.join("\n")));
    assert_eq!(report(&a, &b, 0), "and 10 more\n");
    Ok(())
}

#[test]
fn order_of_registration_does_not_matter() -> laige::Result<()> {
    let mut a = world(10);
    let mut b = World::new(Options::with_capacity(10))?;
    b.register_all::<(Burning, Follows, Pos)>()?;
    for world in [&mut a, &mut b] {
        world.spawn((Pos { x: 1.0, y: 2.0 }, Burning))?;
    }
    assert_eq!(report(&a, &b, 9), "");
    b.insert(b.entities().collect::<Vec<_>>()[0], Pos { x: 3.0, y: 2.0 })?;
    assert_eq!(report(&a, &b, 9), "0v1 game.pos.x  1.0 -> 3.0\n");
    Ok(())
}

#[component(id = "game.asleep", toggle)]
struct Asleep;

#[test]
fn toggles_are_told_like_tags() -> laige::Result<()> {
    let mut worlds = [world(10), world(10)];
    for world in &mut worlds {
        world.register::<Asleep>()?;
        world.spawn_batch([Burning; 3])?;
    }
    let [mut a, mut b] = worlds;
    let all: Vec<Entity> = a.entities().collect();
    a.set_toggle::<Asleep>(all[0], true)?;
    b.set_toggle::<Asleep>(all[2], true)?;
    b.spawn((Burning, Asleep))?;
    assert_eq!(
        report(&a, &b, 9),
        "0v1 game.asleep  vanished\n2v1 game.asleep  appeared\n\
         3v1  appeared with game.asleep, game.burning\n"
    );
    // They have a component id, and are items like tags.
    let mut items = Vec::new();
    assert_eq!(a.state_diff(&b, 9, |item| items.push((item.slot, item.component()))), 3);
    let asleep = a.component_id::<Asleep>();
    assert_eq!(items, [(0, asleep), (2, asleep), (3, None)]);
    Ok(())
}

mod newer {
    use laige::component;

    #[component(id = "game.pos")]
    pub(super) struct Pos {
        pub(super) x: f32,
        pub(super) z: f32,
    }
}

#[test]
fn layouts_that_differ_are_told_once() -> laige::Result<()> {
    let mut a = world(10);
    let mut b = World::new(Options::with_capacity(10))?;
    b.register_all::<(newer::Pos, Burning)>()?;
    for _ in 0..3 {
        a.spawn(Pos { x: 1.0, y: 2.0 })?;
        b.spawn((newer::Pos { x: 2.0, z: 3.0 }, Burning))?;
    }
    assert_eq!(
        report(&a, &b, 9),
        "game.pos: field y (f32) is in the first only; field z (f32) is in the second only\n\
         0v1 game.burning  appeared\n1v1 game.burning  appeared\n2v1 game.burning  appeared\n"
    );
    Ok(())
}

#[test]
fn resources_that_are_state_are_told_by_field() {
    #[resource(id = "game.score")]
    struct Score {
        points: u32,
        leader: Entity,
    }

    let [mut a, mut b] =
        [20, 500].map(|capacity| World::new(Options::with_capacity(capacity)).expect("legal"));
    let leaders = [&mut a, &mut b].map(|world| world.spawn_empty().expect("there is room"));
    a.insert_resource(Score { points: 3, leader: leaders[0] });
    b.insert_resource(Score { points: 3, leader: leaders[1] });
    // Two layouts of handles, one entity.
    assert_eq!(report(&a, &b, 9), "");
    assert_eq!(a.digest().content, b.digest().content);
    b.insert_resource(Score { points: 4, leader: leaders[1] });
    assert_eq!(report(&a, &b, 9), "resource game.score.points  3 -> 4\n");
    assert_ne!(a.digest().content, b.digest().content);
}
