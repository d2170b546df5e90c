//! Registration: components get dense ids in the order in which they are registered, in each world anew.
//!
//! Cases L05 (more than 32, 64, 128 and 256 types) and L08 (registering nothing).

use laige::prelude::*;
use laige::{ComponentId, Error, ErrorCode};

use crate::scene::{Health, POS, Pos, Score, VEL, Vel, Visible, audited, picture, world};

/// As many component types as one likes.
#[component]
#[derive(Debug, PartialEq)]
pub(crate) struct Nth<const N: u16>(pub(crate) u16);

/// Calls `$with!(N)` for each eighth number from 0 to 248.
macro_rules! for_each_eighth {
    ($with:ident) => { for_each_eighth!(@each $with
        0 8 16 24 32 40 48 56 64 72 80 88 96 104 112 120
        128 136 144 152 160 168 176 184 192 200 208 216 224 232 240 248
    ); };
    (@each $with:ident $($n:literal)*) => { $( $with!($n); )* };
}
pub(crate) use for_each_eighth;

/// What registers one type.
type Register = fn(&mut World) -> laige::Result<ComponentId>;

/// What registers the first 1,024 types: by 256, by 16 and one by one. (A table, for a function of 1,024 calls takes minutes to compile.)
static REGISTER: [[[Register; 16]; 16]; 4] = {
    macro_rules! ones {
        ($h:literal $t:literal: $($o:literal)*) => { [$( World::register::<Nth<{ $h * 256 + $t * 16 + $o }>> ),*] };
    }
    macro_rules! tens {
        ($h:literal: $($t:literal)*) => { [$( ones!($h $t: 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15) ),*] };
    }
    macro_rules! hundreds {
        ($($h:literal)*) => { [$( tens!($h: 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15) ),*] };
    }
    hundreds!(0 1 2 3)
};

/// Registers that many of the types [`Nth`].
pub(crate) fn register_many(world: &mut World, count: u16) -> laige::Result<()> {
    let all = REGISTER.iter().flatten().flatten();
    all.take(count.into()).try_for_each(|register| register(world).map(|_| ()))
}

fn number(id: Option<ComponentId>) -> Option<u32> {
    id.map(ComponentId::get)
}

#[test]
fn ids_are_dense_from_one_in_order_of_registration() -> laige::Result<()> {
    let mut world = World::new(Options::with_capacity(1))?;
    assert_eq!(world.register::<Vel>()?.get(), 1);
    assert_eq!(world.register::<Pos>()?.get(), 2);
    world.register_all::<(Visible, Health)>()?;
    assert_eq!(number(world.component_id::<Visible>()), Some(3));
    assert_eq!(number(world.component_id::<Health>()), Some(4));
    assert_eq!((world.component_id::<Score>(), world.component_count()), (None, 4));
    let names: Vec<&str> = world.components().map(|info| info.name()).collect();
    assert_eq!(names, [Vel::NAME, Pos::NAME, Visible::NAME, Health::NAME]);
    Ok(())
}

#[test]
fn ids_belong_to_one_world() -> laige::Result<()> {
    let mut one = World::new(Options::with_capacity(2))?;
    let mut two = World::new(Options::with_capacity(2))?;
    one.register_all::<(Pos, Vel)>()?;
    two.register_all::<(Vel, Pos)>()?;
    assert_eq!(
        (number(one.component_id::<Pos>()), number(two.component_id::<Pos>())),
        (Some(1), Some(2))
    );
    let (a, b) = (one.spawn((POS, VEL))?, two.spawn((POS, VEL))?);
    assert_eq!((one.get(a), one.get(a)), (Some(&POS), Some(&VEL)));
    assert_eq!((two.get(b), two.get(b)), (Some(&POS), Some(&VEL)));
    Ok(())
}

#[test]
fn world_tells_what_it_knows_of_a_component() {
    let world = world(1);
    let id = world.component_id::<Score>().expect("it is registered");
    let info = world.component_info(id).expect("it is registered");
    assert_eq!((info.id(), info.name(), info.stable_id()), (id, Score::NAME, Score::STABLE_ID));
    assert_eq!((info.size(), info.align(), info.shape().size), (8, align_of::<Score>(), 8));
    assert!(world.component_info(ComponentId::new(6).expect("an id")).is_none());
    assert!(world.component_info(ComponentId::new(65_535).expect("an id")).is_none());
    assert_eq!((ComponentId::new(0), ComponentId::new(65_536)), (None, None));
}

#[test]
fn second_registration_is_refused() -> laige::Result<()> {
    let mut world = World::new(Options::with_capacity(1))?;
    let id = world.register::<Pos>()?;
    let duplicate = Error::ComponentDuplicate { component: Pos::NAME, id };
    assert_eq!(world.register::<Pos>(), Err(duplicate));
    assert_eq!(world.guardrail_stats().component_duplicate_warns, 1);
    // All or none.
    assert_eq!(world.register_all::<(Vel, Pos, Health)>(), Err(duplicate));
    assert_eq!((world.component_count(), world.component_id::<Vel>()), (1, None));
    world.register_all::<(Vel, Health)>()?;
    assert_eq!(world.component_count(), 3);
    Ok(())
}

#[test]
fn component_that_is_twice_in_a_list_is_a_duplicate() -> laige::Result<()> {
    let mut world = World::new(Options::with_capacity(1).max_component_types(2))?;
    let id = ComponentId::new(1).expect("an id");
    let duplicate = Err(Error::ComponentDuplicate { component: Pos::NAME, id });
    assert_eq!(world.register_all::<(Pos, Pos)>(), duplicate);
    // Also where the list would be too long.
    assert_eq!(world.register_all::<(Pos, Vel, Pos)>(), duplicate);
    assert_eq!(world.component_count(), 0);
    Ok(())
}

#[test]
fn two_types_of_one_name_cannot_live_in_one_world() -> laige::Result<()> {
    #[component(id = "game.twin")]
    struct One;
    #[component(id = "game.twin")]
    struct Two(u32);

    let mut world = World::new(Options::with_capacity(1))?;
    let id = world.register::<One>()?;
    let taken = Error::StableIdTaken { component: "game.twin", id };
    assert_eq!(world.register::<Two>(), Err(taken));
    assert_eq!(world.component_count(), 1);
    assert_eq!(World::new(Options::with_capacity(1))?.register_all::<(One, Two)>(), Err(taken));
    Ok(())
}

#[test]
fn registering_nothing_is_no_mistake() -> laige::Result<()> {
    let mut world = World::new(Options::with_capacity(1))?;
    world.register_all::<()>()?;
    assert_eq!(world.component_count(), 0);
    Ok(())
}

#[test]
fn two_hundred_and_fifty_seventh_type_is_refused() -> laige::Result<()> {
    let mut world = World::new(Options::with_capacity(4))?;
    register_many(&mut world, 256)?;
    let full = Error::ComponentTypesFull { max: 256 };
    assert_eq!(world.register::<Nth<256>>(), Err(full));
    assert_eq!(full.code(), ErrorCode::BudgetExhausted);
    // At a full table a duplicate is still a duplicate.
    let id = world.component_id::<Nth<40>>().expect("it is registered");
    assert_eq!(
        world.register::<Nth<40>>(),
        Err(Error::ComponentDuplicate { component: Nth::<40>::NAME, id })
    );
    assert_eq!(world.component_count(), 256);
    let entity = world.spawn((Nth::<0>(1), Nth::<255>(2)))?;
    assert_eq!((world.get(entity), world.get(entity)), (Some(&Nth::<0>(1)), Some(&Nth::<255>(2))));
    Ok(())
}

#[test]
fn thousand_and_twenty_four_types_are_the_most() -> laige::Result<()> {
    let mut world = World::new(Options::with_capacity(4).max_component_types(1_024))?;
    register_many(&mut world, 1_024)?;
    assert_eq!(world.register::<Nth<1_024>>(), Err(Error::ComponentTypesFull { max: 1_024 }));
    let entity = world.spawn((
        Nth::<31>(1),
        Nth::<32>(2),
        Nth::<63>(3),
        Nth::<64>(4),
        Nth::<128>(5),
        Nth::<1_023>(6),
    ))?;
    let mut seen = Vec::new();
    query!(world, |e: Entity,
                   a: &Nth<31>,
                   b: &mut Nth<64>,
                   c: &Nth<1_023>,
                   d: Option<&Nth<900>>| {
        seen.push((e, a.0, b.0, c.0, d.is_some()));
    });
    assert_eq!(seen, [(entity, 1, 4, 6, false)]);
    assert_eq!(world.take::<Nth<128>>(entity)?, Some(Nth(5)));
    assert_eq!(
        (world.get(entity), world.get(entity)),
        (Some(&Nth::<32>(2)), Some(&Nth::<1_023>(6)))
    );
    audited(&world);
    Ok(())
}

#[test]
fn component_registered_late_joins_queries_used_before() -> laige::Result<()> {
    let mut world = World::new(Options::with_capacity(4))?;
    world.register::<Pos>()?;
    let early = world.spawn((POS,))?;
    let visits = |world: &World| {
        let without = world.query::<(&Pos, Without<Vel>)>().count();
        (world.query::<&Vel>().count(), world.query::<(&Pos, Option<&Vel>)>().count(), without)
    };
    assert_eq!(visits(&world), (0, 1, 1));
    world.register::<Vel>()?;
    assert_eq!(visits(&world), (0, 1, 1));
    world.insert(early, VEL)?;
    let late = world.spawn((VEL,))?;
    assert_eq!(visits(&world), (2, 1, 0));
    assert_eq!(world.query::<&Vel>().get(late), Some(&VEL));
    Ok(())
}

#[test]
fn refused_registration_changes_nothing() -> laige::Result<()> {
    let mut world = World::new(Options::with_capacity(4).max_component_types(1))?;
    world.register::<Pos>()?;
    world.spawn((POS,))?;
    let before = picture(&world);
    assert!(world.register::<Vel>().is_err() && world.register::<Pos>().is_err());
    assert!(world.register_all::<(Vel, Health)>().is_err());
    assert_eq!(picture(&world), before);
    Ok(())
}
