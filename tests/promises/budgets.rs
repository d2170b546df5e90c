//! Budgets: every limit is declared, what lies within is fine, and the first that does not fit is refused and changes nothing.
//!
//! Cases L04 (sizes at the edge), L05 (an entity with as many components as there can be) and P01 in part.

use laige::prelude::*;
use laige::{Bundle, Error, ErrorCode, limits};

use crate::registration::{Nth, for_each_eighth, register_many};
use crate::scene::{Health, POS, Pos, Score, VEL, Vel, Visible, audited, made, picture};

/// The 16 components from `16 * $t`.
macro_rules! sixteen {
    ($t:literal: $($o:literal)*) => { ($(Nth<{ $t * 16 + $o }>,)*) };
    ($t:literal) => { sixteen!($t: 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15) };
}

/// 32 components, in two tuples.
type ThirtyTwo = (sixteen!(0), sixteen!(1));
/// 256 components.
type All = (
    (
        sixteen!(0),
        sixteen!(1),
        sixteen!(2),
        sixteen!(3),
        sixteen!(4),
        sixteen!(5),
        sixteen!(6),
        sixteen!(7),
    ),
    (
        sixteen!(8),
        sixteen!(9),
        sixteen!(10),
        sixteen!(11),
        sixteen!(12),
        sixteen!(13),
        sixteen!(14),
        sixteen!(15),
    ),
);

/// Bundles of components `Nth`, each holding its own number.
trait Counted: Bundle {
    fn counted() -> Self;
}

impl<const N: u16> Counted for Nth<N> {
    fn counted() -> Self {
        Self(N)
    }
}

macro_rules! counted {
    ($($name:ident)*) => {
        impl<$($name: Counted),*> Counted for ($($name,)*) {
            fn counted() -> Self {
                ($($name::counted(),)*)
            }
        }
    };
}
counted!(A B);
counted!(A B C D E F G H);
counted!(A B C D E F G H I J K L M N O P);

#[test]
fn thirty_two_components_are_fine_and_the_next_is_refused() -> laige::Result<()> {
    let mut world = World::new(Options::with_capacity(4))?;
    register_many(&mut world, 34)?;
    let entity = world.spawn(ThirtyTwo::counted())?;
    let before = picture(&world);
    let limit = |entity, components| Err(Error::ComponentLimit { entity, components, max: 32 });
    assert_eq!(world.insert(entity, Nth::<32>(0)), limit(entity, 33));
    assert_eq!(world.insert(entity, (Nth::<32>(0), Nth::<33>(0))), limit(entity, 34));
    let none = limit(Entity::NONE, 33).map(|()| Entity::NONE);
    assert_eq!(world.spawn((ThirtyTwo::counted(), Nth::<32>(0))), none);
    assert_eq!(picture(&world), before);
    assert_eq!(world.get(entity), Some(&Nth::<31>(31)));
    assert_eq!(world.guardrail_stats().component_limit_warns, 3);
    // Overwriting and replacing are within the limit.
    world.insert(entity, Nth::<31>(7))?;
    world.remove::<Nth<31>>(entity)?;
    world.insert(entity, Nth::<32>(8))?;
    audited(&world);
    Ok(())
}

#[test]
fn entity_can_carry_two_hundred_and_fifty_six_components() -> laige::Result<()> {
    let most = limits::MAX_COMPONENTS_PER_ENTITY;
    let mut world = World::new(
        Options::with_capacity(4).max_components_per_entity(most).max_component_types(1_024),
    )?;
    register_many(&mut world, 257)?;
    let entity = world.spawn(All::counted())?;
    let error = Error::ComponentLimit { entity, components: 257, max: 256 };
    assert_eq!(world.insert(entity, Nth::<256>(1)), Err(error));
    assert_eq!(error.code(), ErrorCode::BudgetExhausted);
    assert!(!error.report().to_string().contains("raise"), "{}", error.report());
    let mut right = 0;
    macro_rules! count {
        ($n:expr) => {
            right += u32::from(world.get::<Nth<$n>>(entity) == Some(&Nth($n)));
        };
    }
    for_each_eighth!(count);
    assert_eq!(right, 32);
    assert_eq!(world.entity(entity).map(|view| view.components().count()), Some(256));
    assert!(world.remove::<Nth<128>>(entity)?);
    world.insert(entity, Nth::<256>(9))?;
    assert_eq!(
        (world.get(entity), world.get(entity)),
        (Some(&Nth::<256>(9)), Some(&Nth::<255>(255)))
    );
    audited(&world);
    Ok(())
}

/// Gives one entity all 2^16 sets of 16 tags, one after the other, each one component away from the last; stops at an error.
fn walk_all_sets(world: &mut World, entity: Entity) -> laige::Result<()> {
    for step in 1..1_u32 << 16 {
        // The component at the place of the lowest bit flips.
        flip(world, entity, step.trailing_zeros() as u16)?;
    }
    Ok(())
}

fn flip(world: &mut World, entity: Entity, place: u16) -> laige::Result<()> {
    macro_rules! flip {
        ($($n:literal)*) => {
            match place {
                $($n if world.has::<Nth<$n>>(entity) => world.remove::<Nth<$n>>(entity).map(|_| ()),
                $n => world.insert(entity, Nth::<$n>($n)),)*
                _ => Ok(()),
            }
        };
    }
    flip!(0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15)
}

#[test]
fn two_hundred_and_fifty_six_sets_are_fine_and_the_next_is_refused() -> laige::Result<()> {
    let mut world = World::new(Options::with_capacity(4))?;
    register_many(&mut world, 16)?;
    let entity = world.spawn_empty()?;
    let stopped = walk_all_sets(&mut world, entity);
    assert_eq!(stopped, Err(Error::ArchetypesFull { entity, max: 256 }));
    assert_eq!(world.archetype_count(), 256);
    // The entity keeps its row: the 256th set after the empty one is that of bit 8 in the order of the walk.
    let carried = world.entity(entity).map(|view| view.components().count());
    let before = picture(&world);
    assert!(flip(&mut world, entity, 9).is_err());
    assert_eq!(
        world.spawn((Nth::<10>(1),)),
        Err(Error::ArchetypesFull { entity: Entity::NONE, max: 256 })
    );
    assert_eq!(picture(&world), before);
    assert_eq!(world.entity(entity).map(|view| view.components().count()), carried);
    assert_eq!(world.guardrail_stats().archetype_budget_warns, 3);
    // Sets that exist can be had.
    assert!(world.spawn((Nth::<0>(1),)).is_ok());
    audited(&world);
    Ok(())
}

#[test]
fn world_can_have_sixty_five_thousand_archetypes() -> laige::Result<()> {
    let mut world = World::new(Options::with_capacity(1).max_archetypes(limits::MAX_ARCHETYPES))?;
    register_many(&mut world, 17)?;
    let entity = world.spawn_empty()?;
    walk_all_sets(&mut world, entity)?;
    assert_eq!(world.archetype_count(), 65_535);
    assert_eq!(world.archetypes().last().map(|last| (last.id(), last.rows())), Some((65_535, 1)));
    let full = Error::ArchetypesFull { entity, max: 65_535 };
    assert_eq!(world.insert(entity, Nth::<16>(0)), Err(full));
    assert!(!full.report().to_string().contains("raise"), "{}", full.report());
    // The walk ends at the set of the last component alone.
    assert_eq!(world.query::<(Entity, &Nth<15>, Without<Nth<14>>)>().count(), 1);
    assert_eq!(world.get(entity), Some(&Nth::<15>(15)));
    Ok(())
}

#[test]
fn removing_may_need_an_archetype_that_cannot_be_had() -> laige::Result<()> {
    let mut world = made(Options::with_capacity(2).max_archetypes(1));
    let entity = world.spawn((POS, VEL))?;
    let before = picture(&world);
    let full = Error::ArchetypesFull { entity, max: 1 };
    assert_eq!(world.remove::<Pos>(entity), Err(full));
    assert_eq!(world.take::<Vel>(entity), Err(full));
    assert_eq!((world.get(entity), world.get(entity)), (Some(&POS), Some(&VEL)));
    assert_eq!(picture(&world), before);
    // Nothing is needed for what is not there, nor for archetype 0.
    assert_eq!(world.remove::<Health>(entity), Ok(false));
    assert_eq!(world.remove::<(Pos, Vel)>(entity), Ok(true));
    Ok(())
}

#[test]
fn options_outside_their_range_are_refused_by_name() {
    let base = || Options::with_capacity(8);
    let wrong = [
        (base().max_archetypes(0), "max_archetypes", 0),
        (base().max_archetypes(65_536), "max_archetypes", 65_536),
        (base().max_components_per_entity(0), "max_components_per_entity", 0),
        (base().max_components_per_entity(257), "max_components_per_entity", 257),
        (base().max_component_types(0), "max_component_types", 0),
        (base().max_component_types(1_025), "max_component_types", 1_025),
    ];
    for (options, option, value) in wrong {
        assert_eq!(World::new(options).err(), Some(Error::OptionOutOfRange { option, value }));
    }
    for (capacity, options, max) in [
        (16_777_217, Options::with_capacity(16_777_217), 16_777_216),
        (u32::MAX, Options::with_capacity(u32::MAX), 16_777_216),
        (65_537, Options::reference(65_537), 65_536),
    ] {
        assert_eq!(World::new(options).err(), Some(Error::CapacityTooLarge { capacity, max }));
    }
}

#[test]
fn options_within_their_range_are_what_the_world_has() -> laige::Result<()> {
    let most = Options::with_capacity(8)
        .max_archetypes(65_535)
        .max_components_per_entity(256)
        .max_component_types(1_024);
    assert!(World::new(most).is_ok());
    let world = World::new(Options::with_capacity(8).seed(42).churn_per_frame_budget(7))?;
    assert_eq!((world.seed(), world.capacity()), (42, 8));
    assert_eq!(world.guardrail_stats().churn_per_frame_budget, 7);
    assert!(format!("{:?}", world.options()).contains("seed: 42"));
    Ok(())
}

#[test]
fn failed_spawn_leaves_the_world_unchanged() -> laige::Result<()> {
    let mut world = made(Options::with_capacity(3).max_archetypes(2));
    world.spawn((POS,))?;
    world.spawn((POS, Health(1)))?;
    world.spawn_empty()?;
    let before = picture(&world);
    let full = |requested| Error::CapacityFull { capacity: 3, requested };
    // A set that is known, one that could be born, one that could not, one that is not registered.
    assert_eq!(world.spawn((POS,)), Err(full(1)));
    assert_eq!(world.spawn_empty(), Err(full(1)));
    assert_eq!(
        world.spawn((Score(1),)),
        Err(Error::ArchetypesFull { entity: Entity::NONE, max: 2 })
    );
    let unknown = Error::ComponentUnregistered { component: crate::scene::Unknown::NAME };
    assert_eq!(world.spawn((POS, crate::scene::Unknown(1))), Err(unknown));
    assert_eq!(picture(&world), before);

    let mut roomy = made(Options::with_capacity(1));
    roomy.spawn_empty()?;
    let before = picture(&roomy);
    let full = |requested| Error::CapacityFull { capacity: 1, requested };
    assert_eq!(roomy.spawn((VEL, Visible)), Err(full(1)));
    assert_eq!(roomy.spawn_batch([(VEL, Visible); 2]), Err(full(2)));
    assert_eq!(roomy.spawn_columns(3, (&[VEL; 3], &[Visible; 3])), Err(full(3)));
    assert_eq!(picture(&roomy), before, "not even an archetype was born");
    Ok(())
}
