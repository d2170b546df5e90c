//! The worlds of the targets: small, with something of every kind that a save has.

use laige::prelude::*;
use laige::{Fields, Local, Snapshot};

#[component(id = "fuzz.follows")]
pub struct Follows {
    target: Entity,
    steps: u32,
}

#[derive(Clone, Copy, Fields)]
#[repr(u8)]
pub enum Metal {
    Wood = 1,
    Iron = 5,
}

#[component(id = "fuzz.door", checked)]
pub struct Door {
    open: bool,
    metal: Metal,
}

#[component(id = "fuzz.team", checked)]
#[repr(u8)]
pub enum Team {
    Red,
    Blue,
}

#[component(id = "fuzz.visible")]
pub struct Visible;

#[component(id = "fuzz.asleep", toggle)]
pub struct Asleep;

#[component(id = "fuzz.dirty", toggle)]
pub struct Dirty;

#[resource(id = "fuzz.score")]
pub struct Score {
    leader: Entity,
    points: u32,
}

#[resource(id = "fuzz.rules", checked)]
pub struct Rules {
    friendly_fire: bool,
}

#[system]
fn count(mut runs: Local<u64>, rng: &mut Prng) {
    *runs = runs.wrapping_add(rng.next_u64());
}

/// A world without entities, in which everything is known.
pub fn empty() -> World {
    let made = || -> laige::Result<World> {
        let mut world = World::new(Options::with_capacity(40).seed(7))?;
        world.register_all::<(Follows, Asleep, Door, Visible, Team, Dirty)>()?;
        world.register_resource::<Score>();
        world.register_resource::<Rules>();
        world.add_systems::<(count,)>()?;
        Ok(world)
    };
    made().expect("it is within its limits")
}

/// Worlds with one thing after the other: the first one has nothing.
pub fn stages() -> Vec<World> {
    let stage = |stage: u32| {
        let mut world = empty();
        fill(&mut world, stage).expect("it is within its limits");
        world
    };
    (0..4).map(stage).collect()
}

fn fill(world: &mut World, stage: u32) -> laige::Result<()> {
    if stage == 0 {
        return Ok(());
    }
    let first = world.spawn((Follows { target: Entity::NONE, steps: 1 }, Visible))?;
    let second = world.spawn((Follows { target: first, steps: 2 }, Asleep))?;
    if stage == 1 {
        return Ok(());
    }
    world.spawn((Door { open: true, metal: Metal::Iron }, Team::Blue, Visible))?;
    let bare = world.spawn_empty()?;
    world.set_toggle::<Dirty>(bare, true)?;
    world.despawn(first)?;
    world.spawn((Door { open: false, metal: Metal::Wood }, Team::Red, Asleep))?;
    world.insert_resource(Score { leader: second, points: 3 });
    if stage == 2 {
        return Ok(());
    }
    world.insert_resource(Rules { friendly_fire: true });
    let schedule = world.schedule()?;
    world.run(&schedule)?;
    world.despawn(second)?;
    Ok(())
}

/// What was loaded is a state like any other: a world goes on from it, and it is saved as it was loaded.
pub fn live(snapshot: &Snapshot) {
    let mut world = empty();
    world.restore(snapshot).expect("it was loaded for such a world");
    sound(&mut world);
    let bytes = snapshot.to_bytes().expect("every type has an id");
    let again = Snapshot::from_bytes(&bytes, &world).expect("it was saved so");
    assert!(again == *snapshot);
    assert_eq!(again.to_bytes(), Ok(bytes));
    let all: Vec<Entity> = world.entities().collect();
    while let Ok(new) = world.spawn(Visible) {
        assert!(!all.contains(&new));
    }
    for &entity in &all {
        assert_eq!(world.set_toggle::<Asleep>(entity, true).err(), None);
        assert_eq!(world.despawn(entity), Ok(()));
    }
    let schedule = world.schedule().expect("it has one system");
    world.run(&schedule).expect("it has one system");
    let _room_or_none = world.append(snapshot);
    sound(&mut world);
}

/// Every invariant holds, and what is remembered is right.
pub fn sound(world: &mut World) {
    if let Err(violation) = world.audit() {
        panic!("{violation}");
    }
    assert_eq!(world.digest(), world.digest_uncached());
}
