//! Commands: what is queued while the world is borrowed is applied later, in order, and ends as if done one by one.
//!
//! Cases H21 (commands keep their order), H22 (what was refused leaves nothing behind for the next one), H23 (a change of an entity
//! that was despawned before it in the same buffer is told, and nothing panics).

use laige::prelude::*;
use laige::{CommandKind, Error, Result};

use crate::scene::{Health, POS, Pos, VEL, Vel, made, world};

/// A component that names another entity, twice.
#[component(id = "test.link")]
#[derive(Debug, PartialEq)]
struct Link {
    weight: u32,
    ends: [Entity; 2],
}

const fn link(one: Entity, other: Entity) -> Link {
    Link { weight: 7, ends: [one, other] }
}

#[test]
fn commands_queued_inside_a_query_are_applied_after_it() -> Result<()> {
    let mut world = world(8);
    let weak = world.spawn((POS, Health(1)))?;
    let strong = world.spawn((POS, Health(9)))?;
    let mut commands = world.commands();
    query!(world, |e: Entity, hp: &mut Health| {
        hp.0 -= 1;
        if hp.0 == 0 {
            commands.despawn(e);
        } else {
            commands.insert(e, VEL);
            commands.remove::<Pos>(e);
        }
    });
    assert_eq!((commands.len(), world.entity_count()), (3, 2));
    let report = world.apply(&mut commands);
    assert!(report.is_complete());
    assert_eq!(report.applied(), 3);
    assert_eq!(report.ok(), Ok(()));
    assert!(!world.is_valid(weak));
    assert_eq!((world.has::<Pos>(strong), world.get::<Vel>(strong)), (false, Some(&VEL)));
    assert!(commands.is_empty());
    Ok(())
}

#[test]
fn pending_handles_become_real_ones_in_commands_and_in_entity_fields() -> Result<()> {
    let mut world = world(8);
    world.register::<Link>()?;
    let old = world.spawn_empty()?;
    let mut commands = world.commands();
    let one = commands.spawn(POS);
    // Names an entity that is spawned only behind it.
    let other = commands.spawn(link(one, old));
    commands.insert(one, link(other, one));
    assert!(!world.is_valid(one) && !world.is_valid(other) && one != other);
    let report = world.apply(&mut commands);
    let (one, other) = (report.entity(one), report.entity(other));
    let (one, other) = one.zip(other).expect("both were spawned");
    assert_eq!(report.entity(old), None);
    assert_eq!(world.get::<Link>(one), Some(&link(other, one)));
    assert_eq!(world.get::<Link>(other), Some(&link(one, old)));
    assert_eq!((world.slot_of(one), world.slot_of(other)), (1, 2));
    Ok(())
}

/// A resource that names two entities.
#[resource(id = "test.leaders")]
struct Leaders {
    votes: u32,
    who: [Entity; 2],
}

#[test]
fn pending_handles_become_real_ones_in_resources_too() {
    let mut world = world(2);
    let mut commands = world.commands();
    let [one, two, none] = [POS; 3].map(|pos| commands.spawn(pos));
    commands.insert_resource(Leaders { votes: 7, who: [two, one] });
    let report = world.apply(&mut commands);
    let (one, two) = (report.entity(one), report.entity(two));
    let leaders = |world: &World| world.resource::<Leaders>().map(|to| (to.votes, to.who));
    assert_eq!(leaders(&world), one.zip(two).map(|(one, two)| (7, [two, one])));

    // What found no room is nobody.
    commands.insert_resource(Leaders { votes: 8, who: [none, Entity::NONE] });
    let none = commands.spawn(POS);
    commands.insert_resource(Leaders { votes: 9, who: [none, one.expect("it was spawned")] });
    world.apply(&mut commands);
    assert_eq!(leaders(&world), one.map(|one| (9, [Entity::NONE, one])));
}

#[test]
fn an_entity_that_cannot_be_spawned_leaves_none_in_the_fields_that_name_it() -> Result<()> {
    let mut world = world(2);
    world.register::<Link>()?;
    let mut commands = world.commands();
    let holder = commands.spawn(POS);
    let second = commands.spawn_empty();
    let third = commands.spawn(VEL);
    commands.insert(holder, link(second, third));
    commands.insert(third, POS);
    let report = world.apply(&mut commands);
    let full = Error::CapacityFull { capacity: 2, requested: 1 };
    let refused: Vec<_> = report.refused().map(|refused| (refused.kind, refused.error)).collect();
    assert_eq!(refused, [(CommandKind::Spawn, full), (CommandKind::Insert, full)]);
    assert_eq!((report.applied(), report.entity(third)), (3, None));
    let (holder, second) = (report.entity(holder), report.entity(second));
    let (holder, second) = holder.zip(second).expect("both fit");
    assert_eq!(world.get::<Link>(holder), Some(&link(second, Entity::NONE)));
    Ok(())
}

#[test]
fn several_changes_of_one_entity_are_one_move() -> Result<()> {
    let mut world = world(8);
    let e = world.spawn(POS)?;
    let before = world.archetype_stats();
    let mut commands = world.commands();
    commands.insert(e, VEL);
    commands.insert(e, Health(3));
    commands.remove::<Pos>(e);
    commands.insert(e, Health(4));
    let pending = commands.spawn(POS);
    commands.insert(pending, VEL);
    assert!(world.apply(&mut commands).is_complete());
    let after = world.archetype_stats();
    assert_eq!(after.total_rows_moved - before.total_rows_moved, 1);
    // Born: {Vel, Health} and {Pos, Vel}; nothing in between.
    assert_eq!(after.archetypes - before.archetypes, 2);
    // Counted as if one by one: the overwritten one too, and not the components of the spawn.
    assert_eq!(after.total_inserts - before.total_inserts, 4);
    assert_eq!(after.total_removes - before.total_removes, 1);
    assert_eq!((world.get::<Health>(e), world.has::<Pos>(e)), (Some(&Health(4)), false));
    Ok(())
}

#[test]
fn toggles_in_commands_move_nothing() -> Result<()> {
    #[component(id = "test.stunned", toggle)]
    struct Stunned;

    let mut world = world(8);
    world.register::<Stunned>()?;
    let (one, other) = (world.spawn(POS)?, world.spawn((POS, Stunned))?);
    let before = world.archetype_stats();
    let mut commands = world.commands();
    commands.insert(one, (Stunned, Pos { x: 5.0, y: 5.0 }));
    commands.remove::<Stunned>(other);
    let born = commands.spawn((POS, Stunned));
    let late = commands.spawn((POS, Stunned));
    commands.remove::<Stunned>(late);
    let report = world.apply(&mut commands);
    assert!(report.is_complete());
    let (born, late) = report.entity(born).zip(report.entity(late)).expect("both fit");
    let stunned = [one, other, born, late].map(|e| world.has::<Stunned>(e));
    assert_eq!(stunned, [true, false, true, false]);
    assert_eq!(world.get::<Pos>(one).map(|pos| pos.x), Some(5.0));
    let after = world.archetype_stats();
    assert_eq!(
        (before.archetypes, before.total_rows_moved),
        (after.archetypes, after.total_rows_moved)
    );
    crate::scene::audited(&world);
    Ok(())
}

#[test]
fn what_cannot_be_applied_is_told_with_its_place_and_the_rest_is_applied() -> Result<()> {
    #[component]
    struct Unknown;

    let mut world = world(8);
    let (dead, e) = (world.spawn(POS)?, world.spawn(POS)?);
    world.despawn(dead)?;
    let mut commands = world.commands();
    commands.insert(dead, VEL);
    commands.insert(e, (VEL, Unknown));
    let line = line!() - 1;
    commands.insert(e, Health(5));
    commands.despawn(dead);
    commands.remove::<Pos>(Entity::NONE);
    let report = world.apply(&mut commands);
    let refused: Vec<_> = report.refused().collect();
    let stale = |entity| Error::StaleEntity { entity };
    let unregistered = Error::ComponentUnregistered { component: Unknown::NAME };
    let expected = [
        (CommandKind::Insert, dead, stale(dead)),
        (CommandKind::Insert, e, unregistered),
        (CommandKind::Despawn, dead, stale(dead)),
        (CommandKind::Remove, Entity::NONE, stale(Entity::NONE)),
    ];
    for (refused, expected) in refused.iter().zip(expected) {
        assert_eq!((refused.kind, refused.entity, refused.error), expected);
        assert!(refused.call.file().ends_with("commands.rs") && refused.system.is_none());
    }
    assert_eq!((refused.len(), report.applied()), (4, 1));
    assert_eq!(refused[1].call.line(), line);
    let text = refused[1].to_string();
    assert!(
        text.starts_with("`insert` queued at ") && text.contains("is not registered"),
        "{text}"
    );
    assert_eq!(report.ok(), Err(stale(dead)));
    assert_eq!((world.get::<Health>(e), world.has::<Vel>(e)), (Some(&Health(5)), false));
    Ok(())
}

#[test]
fn a_limit_hit_in_the_middle_leaves_that_entity_as_it_was() -> Result<()> {
    let mut world = made(Options::with_capacity(8).max_components_per_entity(2));
    let e = world.spawn(POS)?;
    let mut commands = world.commands();
    commands.insert(e, Pos { x: 9.0, y: 9.0 });
    commands.insert(e, VEL);
    commands.insert(e, Health(1));
    let too_much = commands.spawn((POS, VEL));
    commands.insert(too_much, Health(1));
    let fits = commands.spawn((POS, VEL));
    let report = world.apply(&mut commands);
    let of = |entity| Error::ComponentLimit { entity, components: 3, max: 2 };
    let errors: Vec<_> = report.refused().map(|refused| refused.error).collect();
    assert_eq!(errors, [of(e), of(e), of(e), of(Entity::NONE), of(Entity::NONE)]);
    assert_eq!(report.entity(too_much), None);
    assert!(report.entity(fits).is_some());
    assert_eq!((world.get::<Pos>(e), world.has::<Vel>(e)), (Some(&POS), false));
    Ok(())
}

#[test]
fn archetypes_are_born_for_what_is_applied_alone() -> Result<()> {
    let mut world = made(Options::with_capacity(8).max_archetypes(1));
    let e = world.spawn(POS)?;
    let mut commands = world.commands();
    commands.insert(e, VEL);
    commands.remove::<Pos>(e);
    let bare = commands.spawn_empty();
    let report = world.apply(&mut commands);
    let full = Error::ArchetypesFull { entity: e, max: 1 };
    assert!(report.refused().all(|refused| refused.error == full));
    assert_eq!((report.refused().len(), report.entity(bare).is_some()), (2, true));
    assert_eq!((world.get::<Pos>(e), world.archetype_count()), (Some(&POS), 1));
    Ok(())
}

#[test]
fn slots_come_and_go_as_if_one_by_one() -> Result<()> {
    let mut world = world(8);
    let old = world.spawn(POS)?;
    let mut commands = world.commands();
    let first = commands.spawn(VEL);
    commands.insert(old, VEL);
    commands.despawn(old);
    let second = commands.spawn(VEL);
    commands.despawn(first);
    let third = commands.spawn(VEL);
    let report = world.apply(&mut commands);
    assert!(report.is_complete());
    let places = [first, second, third]
        .map(|pending| report.entity(pending))
        .map(|entity| entity.map(|entity| world.label(entity).to_string()));
    // The slot of what was despawned is the next to be used.
    assert_eq!(places.map(Option::unwrap), ["1v1", "0v2", "1v2"]);
    assert_eq!(world.entity_count(), 2);
    Ok(())
}

#[test]
fn commands_behind_a_despawn_come_too_late() -> Result<()> {
    let mut world = world(8);
    let e = world.spawn(POS)?;
    let mut commands = world.commands();
    commands.despawn(e);
    commands.insert(e, VEL);
    commands.despawn(e);
    let born = commands.spawn(POS);
    commands.despawn(born);
    commands.remove::<Pos>(born);
    let report = world.apply(&mut commands);
    let refused: Vec<_> = report.refused().map(|refused| (refused.kind, refused.entity)).collect();
    let late = [(CommandKind::Insert, e), (CommandKind::Despawn, e), (CommandKind::Remove, born)];
    assert_eq!((refused, world.entity_count()), (late.to_vec(), 0));
    Ok(())
}

#[test]
fn a_full_buffer_refuses_and_tells_how_many() {
    let mut world = made(Options::with_capacity(8).max_commands(2).max_command_bytes(8));
    let mut commands = world.commands();
    let e = commands.spawn(POS);
    // No byte is left.
    commands.insert(e, VEL);
    commands.insert(e, Health(1));
    commands.remove::<Vel>(e);
    commands.despawn(e);
    let report = world.apply(&mut commands);
    assert_eq!((report.applied(), report.overflowed()), (2, 3));
    let refused: Vec<_> = report.refused().map(|refused| (refused.kind, refused.error)).collect();
    let full = Error::CommandsFull { commands: 2, bytes: 8 };
    assert_eq!(refused, [(CommandKind::Insert, full)]);
    assert_eq!(world.entity_count(), 1);
    let next = commands.spawn(POS);
    assert!(world.apply(&mut commands).entity(next).is_some());
}

#[test]
fn a_buffer_spawns_as_many_as_the_world_has_slots() {
    let mut world = made(Options::with_capacity(256));
    let mut commands = world.commands();
    let pending: Vec<Entity> = (0..257).map(|_| commands.spawn_empty()).collect();
    // There are 255 numbers beside `NONE`.
    assert!(pending[..255].iter().all(|handle| !handle.is_none()) && pending[255].is_none());
    let report = world.apply(&mut commands);
    assert_eq!((report.applied(), report.refused().len()), (256, 1));
    assert_eq!(world.entity_count(), 256);
}

#[test]
fn a_stale_despawn_in_a_buffer_is_told_under_every_option() -> Result<()> {
    let mut world = World::new(Options::reference(4))?;
    let e = world.spawn_empty()?;
    let mut commands = world.commands();
    commands.despawn(e);
    commands.despawn(e);
    let report = world.apply(&mut commands);
    assert_eq!(report.ok(), Err(Error::StaleEntity { entity: e }));
    Ok(())
}

/// Draws the same commands for a buffer and for a world that does them at once.
struct Twins {
    buffered: World,
    direct: World,
    rng: Prng,
}

impl Twins {
    fn new(seed: u64) -> Result<Self> {
        let make = || -> Result<World> {
            let mut world = made(Options::with_capacity(64));
            world.register::<Link>()?;
            Ok(world)
        };
        Ok(Self { buffered: make()?, direct: make()?, rng: Prng::new(seed) })
    }

    /// One buffer of commands.
    fn step(&mut self, count: u64) -> Result<()> {
        let mut commands = self.buffered.commands();
        // Handles as the buffer names them, and as the other world does.
        let mut known: Vec<(Entity, Entity)> = self.direct.entities().map(|e| (e, e)).collect();
        let mut verb = self.rng.next_range(0, 8);
        for number in 0..count {
            let pick = |rng: &mut Prng, known: &[(Entity, Entity)]| {
                known[rng.next_range(0, known.len() as u64) as usize]
            };
            let hp = Health(number as i32);
            // Often the same as before: what is alike may go a shorter way.
            if self.rng.next_range(0, 3) == 0 {
                verb = self.rng.next_range(0, 8);
            }
            if verb == 0 || known.is_empty() {
                known.push((commands.spawn((POS, hp)), self.direct.spawn((POS, hp))?));
                continue;
            }
            let (queued, real) = pick(&mut self.rng, &known);
            let (to, real_to) = pick(&mut self.rng, &known);
            // What one world refuses the other refuses too.
            let _refused = match verb {
                1 => {
                    commands.despawn(queued);
                    self.direct.despawn(real)
                }
                2 => {
                    commands.remove::<(Pos, Health)>(queued);
                    self.direct.remove::<(Pos, Health)>(real).map(|_| ())
                }
                3 => {
                    commands.remove::<Vel>(queued);
                    self.direct.remove::<Vel>(real).map(|_| ())
                }
                4 | 5 => {
                    commands.insert(queued, (VEL, hp));
                    self.direct.insert(real, (VEL, hp))
                }
                _ => {
                    commands.insert(queued, link(queued, to));
                    self.direct.insert(real, link(real, real_to))
                }
            };
        }
        self.buffered.apply(&mut commands);
        Ok(())
    }

    /// Both worlds hold the same.
    fn agree(&self) {
        let [buffered, direct] = [&self.buffered, &self.direct].map(|world| {
            let describe = |e: Entity| {
                let link = world.get::<Link>(e).map(|link| (link.weight, link.ends));
                let parts = (world.get::<Pos>(e).copied(), world.get::<Vel>(e).copied());
                (e, parts, world.get::<Health>(e).copied(), link)
            };
            world.entities().map(describe).collect::<Vec<_>>()
        });
        assert_eq!(format!("{buffered:?}"), format!("{direct:?}"));
        let [one, other] = [&self.buffered, &self.direct].map(World::archetype_stats);
        assert_eq!(
            (one.total_inserts, one.total_removes),
            (other.total_inserts, other.total_removes)
        );
        assert_eq!(self.buffered.stats(), self.direct.stats());
    }
}

#[test]
fn random_commands_end_as_the_same_calls_one_by_one() -> Result<()> {
    for seed in 0..200 {
        let mut twins = Twins::new(seed)?;
        for step in 0..12 {
            twins.step(step * 3)?;
            twins.agree();
        }
        crate::scene::audited(&twins.buffered);
    }
    Ok(())
}

#[test]
fn commands_alike_one_behind_the_other_have_each_its_own_values() -> Result<()> {
    let mut twins = Twins::new(0)?;
    let Twins { buffered, direct, .. } = &mut twins;
    let mut commands = buffered.commands();
    let mut queued = Vec::new();
    for i in 0..24 {
        queued.push(commands.spawn((POS, Health(i))));
        direct.spawn((POS, Health(i)))?;
    }
    for i in 0..8 {
        commands.spawn((Health(i),));
        direct.spawn((Health(i),))?;
    }
    // Of one entity there is more than one command, of which the others know nothing.
    commands.insert(queued[3], VEL);
    let report = buffered.apply(&mut commands);
    let all: Vec<Entity> = direct.entities().collect();
    assert_eq!(queued.iter().filter_map(|&e| report.entity(e)).collect::<Vec<_>>(), all[..24]);
    direct.insert(all[3], VEL)?;
    twins.agree();

    let Twins { buffered, direct, .. } = &mut twins;
    // In three archetypes, one behind the other and by turns.
    let by_turns = (0..8).flat_map(|i| [all[i], all[24 + i]]).chain(all[8..24].iter().copied());
    for (i, e) in by_turns.enumerate() {
        let value = (Health(100 + i as i32), link(e, all[i]));
        commands.insert(e, value);
        direct.insert(e, value)?;
    }
    buffered.apply(&mut commands);
    twins.agree();

    let Twins { buffered, direct, .. } = &mut twins;
    for &e in &all[..30] {
        commands.remove::<(Pos, Vel, Link)>(e);
        direct.remove::<(Pos, Vel, Link)>(e)?;
    }
    // The entity is gone, and the command like the one before is told to be too late.
    commands.despawn(all[30]);
    commands.remove::<(Pos, Vel, Link)>(all[30]);
    commands.remove::<(Pos, Vel, Link)>(all[31]);
    direct.despawn(all[30])?;
    direct.remove::<(Pos, Vel, Link)>(all[31])?;
    assert_eq!(buffered.apply(&mut commands).refused().len(), 1);
    twins.agree();
    crate::scene::audited(&twins.buffered);
    Ok(())
}

#[test]
fn a_spawn_that_finds_no_room_leaves_nothing_to_the_next_one_like_it() -> Result<()> {
    let mut world = world(1);
    let old = world.spawn(POS)?;
    let mut commands = world.commands();
    // It would bear an archetype, which is taken back.
    let none = commands.spawn((VEL, Health(1)));
    commands.despawn(old);
    let new = commands.spawn((VEL, Health(2)));
    let report = world.apply(&mut commands);
    let refused: Vec<_> = report.refused().map(|refused| refused.error).collect();
    assert_eq!(refused, [Error::CapacityFull { capacity: 1, requested: 1 }]);
    assert_eq!(report.entity(none), None);
    let new = report.entity(new).expect("there is room");
    let carried = (world.get::<Vel>(new), world.get::<Health>(new), world.has::<Pos>(new));
    assert_eq!(carried, (Some(&VEL), Some(&Health(2)), false));
    Ok(())
}
