//! Saves of older versions load: plain functions make of each value what it is now, one version after the other. Components and resources
//! have versions in the same way.
//!
//! Case S03 (a component whose layout changed: a typed error, or a migration).

use laige::prelude::*;
use laige::save::{LoadFault, SavePart};
use laige::{ErrorCode, Snapshot};

use crate::scene::audited;

/// The component as it was in three versions of a game, and as it is. Each module is a build.
mod first {
    use super::*;

    #[component(id = "game.unit")]
    pub(super) struct Unit {
        pub(super) hp: u16,
        pub(super) armor: u16,
        pub(super) target: Entity,
    }
}

mod second {
    use super::*;

    #[component(id = "game.unit", version = 2, migrate(1 = from_v1))]
    pub(super) struct Unit {
        pub(super) hp: u32,
        pub(super) target: Entity,
    }

    pub(super) fn from_v1(old: first::Unit) -> Unit {
        Unit { hp: u32::from(old.hp) + u32::from(old.armor), target: old.target }
    }
}

mod third {
    use super::*;

    #[component(id = "game.unit", version = 3, migrate(1 = second::from_v1, 2 = from_v2), checked)]
    #[derive(Debug, PartialEq)]
    pub(super) struct Unit {
        pub(super) target: Entity,
        pub(super) alive: bool,
        pub(super) hp: [u8; 3],
    }

    pub(super) fn from_v2(old: second::Unit) -> Unit {
        let [low, middle, high, _] = old.hp.to_le_bytes();
        Unit { target: old.target, alive: old.hp > 0, hp: [low, middle, high] }
    }
}

/// As the third, but nothing is known of the first version any more.
mod forgetful {
    use super::*;

    #[component(id = "game.unit", version = 3, migrate(2 = from_v2), checked)]
    pub(super) struct Unit {
        pub(super) target: Entity,
        pub(super) alive: bool,
        pub(super) hp: [u8; 3],
    }

    fn from_v2(old: second::Unit) -> Unit {
        let third::Unit { target, alive, hp } = third::from_v2(old);
        Unit { target, alive, hp }
    }
}

/// Nothing but the version changed: what 100 meant is 200 now.
mod doubled {
    use super::*;

    #[component(id = "game.unit", version = 2, migrate(1 = double))]
    pub(super) struct Unit {
        pub(super) hp: u16,
        pub(super) armor: u16,
        pub(super) target: Entity,
    }

    fn double(old: first::Unit) -> Unit {
        Unit { hp: 2 * old.hp, armor: 2 * old.armor, target: old.target }
    }
}

fn world<T: Component>(capacity: u32) -> laige::Result<World> {
    let mut world = World::new(Options::with_capacity(capacity))?;
    world.register::<T>()?;
    Ok(world)
}

/// Units of the first version: more than a chunk of them, each with the one before as its target.
fn saved() -> laige::Result<(Vec<u8>, u32)> {
    let mut world = world::<first::Unit>(2_000)?;
    let mut target = Entity::NONE;
    for number in 0..1_500 {
        let unit = first::Unit { hp: number, armor: number % 3, target };
        target = world.spawn(unit)?;
    }
    Ok((world.snapshot().to_bytes()?, 1_500))
}

fn load<T: Component>(bytes: &[u8], capacity: u32) -> laige::Result<World> {
    let mut world = world::<T>(capacity)?;
    let snapshot = Snapshot::from_bytes(bytes, &world)?;
    world.restore(&snapshot)?;
    audited(&world);
    Ok(world)
}

#[test]
fn older_versions_become_the_newest_step_by_step() -> laige::Result<()> {
    let (bytes, count) = saved()?;
    let mut second = load::<second::Unit>(&bytes, 2_000)?;
    let between = second.snapshot().to_bytes()?;
    // Handles have other bits in a larger world, in the functions as well.
    for (bytes, capacity) in [(&bytes, 2_000), (&bytes, 60_000), (&between, 2_000)] {
        let world = load::<third::Unit>(bytes, capacity)?;
        let layout = world.layout();
        let mut seen = 0;
        for (slot, entity) in (0..).zip(world.entities()) {
            let hp = slot + slot % 3;
            let before = if slot == 0 { None } else { layout.entity(slot - 1, 1) };
            let [low, middle, high, _] = hp.to_le_bytes();
            let expected = third::Unit {
                target: before.unwrap_or(Entity::NONE),
                alive: hp > 0,
                hp: [low, middle, high],
            };
            assert_eq!(world.get::<third::Unit>(entity), Some(&expected));
            seen += 1;
        }
        assert_eq!(seen, count);
    }
    Ok(())
}

#[test]
fn migrated_state_is_saved_in_the_version_it_has_now() -> laige::Result<()> {
    let (bytes, _) = saved()?;
    let now = load::<third::Unit>(&bytes, 2_000)?.snapshot().to_bytes()?;
    let again = load::<third::Unit>(&now, 2_000)?.snapshot().to_bytes()?;
    assert!(now != bytes && again == now);
    Ok(())
}

#[test]
fn versions_of_one_layout_are_told_apart() -> laige::Result<()> {
    let (bytes, _) = saved()?;
    let mut world = load::<doubled::Unit>(&bytes, 2_000)?;
    let seventh = world.entities().nth(7).expect("many");
    assert_eq!(
        world.get::<doubled::Unit>(seventh).map(|unit| (unit.hp, unit.armor)),
        Some((14, 2))
    );
    let doubled = world.snapshot().to_bytes()?;
    let world = load::<doubled::Unit>(&doubled, 2_000)?;
    assert_eq!(world.get::<doubled::Unit>(seventh).map(|unit| unit.hp), Some(14), "not again");
    Ok(())
}

/// What is wrong with these bytes in a world that knows `T`.
fn fault<T: Component>(bytes: &[u8]) -> LoadFault {
    let world = world::<T>(2_000).expect("one component");
    let error = Snapshot::from_bytes(bytes, &world).expect_err("it is refused");
    assert_eq!((error.part, error.code()), (SavePart::Components, ErrorCode::InvalidArgument));
    error.fault
}

#[test]
fn versions_that_nothing_leads_from_are_refused_with_both_numbers() -> laige::Result<()> {
    let (bytes, _) = saved()?;
    let name = "game.unit";
    let fault_of_first = fault::<forgetful::Unit>(&bytes);
    assert_eq!(fault_of_first, LoadFault::NoMigration { name, from: 1, to: 3 });
    assert_eq!(fault_of_first.to_string(), "no migration of `game.unit` leads from version 1 to 3");
    let newest = load::<third::Unit>(&bytes, 2_000)?.snapshot().to_bytes()?;
    assert_eq!(fault::<second::Unit>(&newest), LoadFault::Newer { name, found: 3, known: 2 });
    Ok(())
}

#[test]
fn old_versions_are_checked_against_the_old_type() -> laige::Result<()> {
    /// It says to be the second version, and is not what the second version was.
    mod liar {
        use super::*;

        #[component(id = "game.unit", version = 2)]
        pub(super) struct Unit {
            pub(super) hp: i32,
            pub(super) target: Entity,
        }
    }

    let mut world = world::<liar::Unit>(2_000)?;
    world.spawn(liar::Unit { hp: -1, target: Entity::NONE })?;
    let bytes = world.snapshot().to_bytes()?;
    let difference = "field hp is i32 in the first and u32 in the second".to_owned();
    let name = "game.unit";
    assert_eq!(fault::<third::Unit>(&bytes), LoadFault::Layout { name, difference });
    Ok(())
}

/// A resource in three versions, and one that is a component as well. Each module is a build.
mod rules_of_old {
    use super::*;

    #[resource(id = "game.rules")]
    pub(super) struct Rules {
        pub(super) lives: u16,
        pub(super) teams: u16,
        pub(super) king: Entity,
    }

    #[component(id = "game.wind")]
    #[derive(Resource)]
    pub(super) struct Wind {
        pub(super) tenths: i16,
    }
}

mod rules_between {
    use super::*;

    #[resource(id = "game.rules", version = 2, migrate(1 = from_v1))]
    pub(super) struct Rules {
        pub(super) king: Entity,
        pub(super) lives: u32,
    }

    pub(super) fn from_v1(old: rules_of_old::Rules) -> Rules {
        Rules { king: old.king, lives: u32::from(old.lives) * u32::from(old.teams) }
    }
}

mod rules_of_now {
    use super::*;

    #[resource(id = "game.rules", version = 3, migrate(1 = rules_between::from_v1, 2 = from_v2), checked)]
    #[derive(Debug, PartialEq)]
    pub(super) struct Rules {
        pub(super) lives: [u64; 3],
        pub(super) king: Entity,
        pub(super) friendly_fire: bool,
        pub(super) pad: [u8; 3],
    }

    fn from_v2(old: rules_between::Rules) -> Rules {
        let lives = [old.lives.into(); 3];
        Rules { lives, king: old.king, friendly_fire: true, pad: [0; 3] }
    }

    #[component(id = "game.wind", version = 2, migrate(1 = from_tenths))]
    #[derive(Resource, Debug, PartialEq)]
    pub(super) struct Wind {
        pub(super) millis: i32,
    }

    fn from_tenths(old: rules_of_old::Wind) -> Wind {
        Wind { millis: i32::from(old.tenths) * 100 }
    }
}

fn saved_rules() -> laige::Result<Vec<u8>> {
    use rules_of_old::{Rules, Wind};
    let mut world = world::<Wind>(10)?;
    world.spawn_empty()?;
    let king = world.spawn(Wind { tenths: -7 })?;
    world.insert_resource(Rules { lives: 3, teams: 2, king });
    world.insert_resource(Wind { tenths: 25 });
    world.snapshot().to_bytes()
}

#[test]
fn resources_become_the_newest_version_step_by_step() -> laige::Result<()> {
    use rules_of_now::{Rules, Wind};
    let old = saved_rules()?;
    let mut between = world::<rules_of_old::Wind>(10)?;
    between.register_resource::<rules_between::Rules>();
    between.register_resource::<rules_of_old::Wind>();
    let snapshot = Snapshot::from_bytes(&old, &between)?;
    between.restore(&snapshot)?;
    assert_eq!(between.resource::<rules_between::Rules>().map(|rules| rules.lives), Some(6));
    let between = between.snapshot().to_bytes()?;
    // Handles have other bits in a larger world.
    for (bytes, capacity) in [(&old, 10), (&between, 10), (&old, 60_000)] {
        let mut world = world::<Wind>(capacity)?;
        world.register_resource::<Rules>();
        world.register_resource::<Wind>();
        let snapshot = Snapshot::from_bytes(bytes, &world)?;
        world.restore(&snapshot)?;
        let king = world.layout().entity(1, 1).expect("the second slot");
        let rules = Rules { lives: [6; 3], king, friendly_fire: true, pad: [0; 3] };
        assert_eq!(world.resource::<Rules>(), Some(&rules));
        assert_eq!(world.resource::<Wind>(), Some(&Wind { millis: 2_500 }));
        assert_eq!(world.get::<Wind>(king), Some(&Wind { millis: -700 }));
        let now = world.snapshot().to_bytes()?;
        let snapshot = Snapshot::from_bytes(&now, &world)?;
        assert!(snapshot == world.snapshot() && snapshot.to_bytes()? == now, "as it is now");
    }
    Ok(())
}

#[test]
fn versions_of_resources_that_nothing_leads_from_are_refused() -> laige::Result<()> {
    /// Nothing is known of the first version any more.
    mod forgetful {
        use super::*;

        #[resource(id = "game.rules", version = 2)]
        pub(super) struct Rules {
            pub(super) king: Entity,
            pub(super) lives: u32,
        }
    }

    fn fault<R: Resource>(bytes: &[u8]) -> LoadFault {
        let mut world = world::<rules_of_old::Wind>(10).expect("one component");
        world.register_resource::<R>();
        world.register_resource::<rules_of_old::Wind>();
        let error = Snapshot::from_bytes(bytes, &world).expect_err("it is refused");
        assert_eq!((error.part, error.code()), (SavePart::Resources, ErrorCode::InvalidArgument));
        error.fault
    }

    let (bytes, name) = (saved_rules()?, "game.rules");
    let no_migration = LoadFault::NoMigration { name, from: 1, to: 2 };
    assert_eq!(fault::<forgetful::Rules>(&bytes), no_migration);
    let mut newer = world::<rules_of_old::Wind>(10)?;
    newer.insert_resource(forgetful::Rules { king: Entity::NONE, lives: 1 });
    let newer = newer.snapshot().to_bytes()?;
    let refused = LoadFault::Newer { name, found: 2, known: 1 };
    assert_eq!(fault::<rules_of_old::Rules>(&newer), refused);
    Ok(())
}

/// A component that is an enum, with variants that were exchanged, and with a step that exchanges them. Each module is a build.
mod team {
    use super::*;

    #[component(id = "game.team", checked)]
    #[derive(Debug, PartialEq)]
    #[repr(u8)]
    pub(super) enum Team {
        Red,
        Blue,
    }
}

mod team_exchanged {
    use super::*;

    #[component(id = "game.team", checked)]
    #[repr(u8)]
    pub(super) enum Team {
        Blue,
        Red,
    }
}

mod team_migrated {
    use super::*;

    #[component(id = "game.team", checked, version = 2, migrate(1 = from_v1))]
    #[derive(Debug, PartialEq)]
    #[repr(u8)]
    pub(super) enum Team {
        Blue,
        Red,
    }

    fn from_v1(old: team::Team) -> Team {
        match old {
            team::Team::Red => Team::Red,
            team::Team::Blue => Team::Blue,
        }
    }
}

#[test]
fn variants_of_an_enum_are_part_of_its_layout() -> laige::Result<()> {
    let mut before = world::<team::Team>(10)?;
    let entity = before.spawn(team::Team::Red)?;
    let bytes = before.snapshot().to_bytes()?;
    let other = world::<team_exchanged::Team>(10)?;
    let error = Snapshot::from_bytes(&bytes, &other).expect_err("red would be blue");
    let difference =
        "is u8(Red = 0, Blue = 1) in the first and u8(Blue = 0, Red = 1) in the second".to_owned();
    assert_eq!(error.fault, LoadFault::Layout { name: "game.team", difference });
    let after = load::<team_migrated::Team>(&bytes, 10)?;
    assert_eq!(after.get::<team_migrated::Team>(entity), Some(&team_migrated::Team::Red));
    let report = laige::diff::report(&before, &other, 9);
    assert!(report.starts_with("game.team: is u8("), "{report}");
    Ok(())
}
