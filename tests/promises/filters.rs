//! Filters: exact set algebra, whatever else stands in the query, and for components that nobody ever had.
//!
//! Cases Q01 (filters add to the terms, also where they name the same component), Q04 (components never spawned or registered),
//! L05 (more components than a word has bits).

use laige::ReadTerms;
use laige::prelude::*;

use crate::scene::{Health, POS, Pos, Unknown, VEL, Vel, Visible, slots, world};

/// Slots 0 to 3: nothing, `Pos`, `Vel`, both.
fn four() -> laige::Result<World> {
    let mut world = world(8);
    world.spawn_empty()?;
    world.spawn((POS,))?;
    world.spawn((VEL,))?;
    world.spawn((POS, VEL))?;
    Ok(world)
}

/// The slots that `query!` and the typed form show, from both borrows.
macro_rules! shown {
    ($world:expr, |$($name:ident: $type:ty),*|) => {{
        let mut seen = Vec::new();
        let layout = $world.layout();
        query!($world, |e: Entity, $($name: $type),*| { $( let _ = $name; )* seen.push(layout.slot_of(e)); });
        assert_eq!(seen, slots::<(Entity, $($type),*)>(&$world));
        assert_eq!(seen.len(), $world.query_mut::<(Entity, $($type),*)>().count());
        seen
    }};
}

#[test]
fn filters_are_exact() -> laige::Result<()> {
    let mut world = four()?;
    assert_eq!(shown!(world, |p: &Pos|), [1, 3]);
    assert_eq!(shown!(world, |p: &Pos, v: Without<Vel>|), [1]);
    assert_eq!(shown!(world, |p: &Pos, v: With<Vel>|), [3]);
    assert_eq!(shown!(world, |p: With<Pos>|), [1, 3]);
    assert_eq!(shown!(world, |p: Without<Pos>|), [0, 2]);
    assert_eq!(shown!(world, |p: Without<Pos>, v: Without<Vel>|), [0]);
    assert_eq!(shown!(world, |p: With<Pos>, v: Without<Vel>|), [1]);
    assert_eq!(shown!(world, |p: Without<Pos>, v: With<Vel>|), [2]);
    assert_eq!(shown!(world, |p: With<Pos>, v: With<Vel>|), [3]);
    assert_eq!(shown!(world, |p: Option<&Pos>, v: Without<Vel>|), [0, 1]);
    assert_eq!(shown!(world, |p: Option<&Pos>, v: Option<&Vel>|), [0, 1, 2, 3]);
    Ok(())
}

#[test]
fn two_exclusions_reject_an_entity_that_has_only_one_of_them() -> laige::Result<()> {
    let mut world = four()?;
    for entity in world.entities().collect::<Vec<_>>() {
        world.insert(entity, Health(1))?;
    }
    assert_eq!(shown!(world, |h: &Health, p: Without<Pos>, v: Without<Vel>|), [0]);
    assert_eq!(shown!(world, |v: Without<Vel>, h: &Health, p: Without<Pos>|), [0]);
    Ok(())
}

type NoVelOrBoth = Or<(Without<Vel>, (With<Pos>, With<Vel>))>;
type NestedOr = Or<(Or<(With<Unknown>, With<Visible>)>, Without<Vel>)>;

#[test]
fn or_holds_where_one_of_its_members_does() -> laige::Result<()> {
    let mut world = four()?;
    assert_eq!(shown!(world, |o: Or<(With<Pos>, With<Vel>)>|), [1, 2, 3]);
    assert_eq!(shown!(world, |o: Or<(Without<Pos>, Without<Vel>)>|), [0, 1, 2]);
    assert_eq!(shown!(world, |o: Or<(With<Vel>,)>, p: Option<&Pos>|), [2, 3]);
    assert_eq!(shown!(world, |o: NoVelOrBoth, h: Has<Pos>|), [0, 1, 3]);
    assert_eq!(shown!(world, |p: &Pos, o: NestedOr|), [1]);
    Ok(())
}

#[test]
fn every_size_of_or_and_of_its_tuples_works() -> laige::Result<()> {
    type Never = With<Unknown>;
    macro_rules! sizes {
        ($world:ident) => {};
        ($world:ident $first:ident $($rest:ident)*) => {
            // All but the last are false; all but the last are true.
            assert_eq!(slots::<Or<($($rest,)* With<Pos>,)>>(&$world), [1, 3]);
            assert_eq!(slots::<Or<(Never, (With<Vel>, $(not!($rest),)*))>>(&$world), [2, 3]);
            sizes!($world $($rest)*);
        };
    }
    macro_rules! not {
        (Never) => { Without<Unknown> };
    }
    let world = four()?;
    sizes!(world Never Never Never Never Never Never Never Never Never Never Never Never Never Never Never Never);
    Ok(())
}

#[test]
fn filters_tell_components_beyond_any_number_of_bits_apart() -> laige::Result<()> {
    use crate::registration::{Nth, register_many};
    let mut world = World::new(Options::with_capacity(16).max_component_types(300))?;
    register_many(&mut world, 258)?;
    let bare = world.spawn_empty()?;
    macro_rules! borders {
        ($($n:literal)*) => {{
            let all = [$(world.spawn((Nth::<$n>($n),))?),*];
            let borders: [u16; 8] = [$($n),*];
            $(
                let only: Vec<Entity> = world.query::<(Entity, With<Nth<$n>>)>().iter().map(|row| row.0).collect();
                assert_eq!(only, [all[borders.iter().position(|&n| n == $n).expect("one of them")]]);
                assert_eq!(world.query::<Without<Nth<$n>>>().count(), 8);
            )*
            let none = world.query::<(Entity, $(Without<Nth<$n>>),*)>();
            assert_eq!(none.single()?.0, bare);
            assert!(world.query::<(Entity, Or<($(With<Nth<$n>>),*)>)>().iter().map(|row| row.0).eq(all));
            assert_eq!(world.query::<AnyOf<($(&Nth<$n>),*)>>().count(), 8);
            assert_eq!(world.query::<Or<($(Without<Nth<$n>>),*)>>().count(), 9);
        }};
    }
    borders!(31 32 63 64 127 128 255 256);
    Ok(())
}

#[test]
fn filter_may_name_a_component_that_is_fetched() -> laige::Result<()> {
    let mut world = four()?;
    assert_eq!(shown!(world, |p: &Pos, w: With<Pos>|), [1, 3]);
    assert_eq!(shown!(world, |p: &Pos, w: Without<Pos>|), [] as [u32; 0]);
    assert_eq!(shown!(world, |p: Option<&Pos>, w: With<Pos>|), [1, 3]);
    assert_eq!(shown!(world, |p: Option<&Pos>, w: Without<Pos>|), [0, 2]);
    assert_eq!(shown!(world, |a: With<Pos>, b: Without<Pos>|), [] as [u32; 0]);
    assert_eq!(shown!(world, |a: With<Pos>, b: With<Pos>|), [1, 3]);
    Ok(())
}

#[test]
fn component_that_nobody_has_is_absent() -> laige::Result<()> {
    // `Visible` is registered and was never spawned; `Unknown` is not registered.
    let mut world = four()?;
    assert_eq!(shown!(world, |u: &Visible|), [] as [u32; 0]);
    assert_eq!(shown!(world, |u: With<Visible>, p: &Pos|), [] as [u32; 0]);
    assert_eq!(shown!(world, |u: Without<Visible>, p: &Pos|), [1, 3]);
    assert_eq!(shown!(world, |u: Option<&Visible>, p: &Pos|), [1, 3]);
    assert_eq!(shown!(world, |u: &Unknown|), [] as [u32; 0]);
    assert_eq!(shown!(world, |u: With<Unknown>|), [] as [u32; 0]);
    assert_eq!(shown!(world, |u: Without<Unknown>|), [0, 1, 2, 3]);
    assert_eq!(shown!(world, |u: Option<&Unknown>, p: &Pos|), [1, 3]);
    assert_eq!(shown!(world, |u: Has<Unknown>, p: &Pos|), [1, 3]);
    // One of them was never spawned, one is unknown, and the others are found all the same.
    assert_eq!(shown!(world, |u: AnyOf<(&Pos, &Visible, &Unknown, &Vel)>|), [1, 2, 3]);
    assert_eq!(shown!(world, |u: AnyOf<(&Unknown, &Visible)>|), [] as [u32; 0]);
    assert_eq!(shown!(world, |u: Or<(With<Unknown>, With<Visible>, With<Vel>)>|), [2, 3]);
    assert_eq!(shown!(world, |u: Or<(With<Unknown>, With<Visible>)>|), [] as [u32; 0]);
    Ok(())
}

#[test]
fn queries_of_a_fresh_or_cleared_world_show_nothing() -> laige::Result<()> {
    fn nothing<Q: ReadTerms>(world: &mut World) {
        assert!(world.query::<Q>().is_empty() && slots::<Q>(world).is_empty());
        assert_eq!(
            (world.query::<Q>().iter().len(), world.query_mut::<Q>().chunks().count()),
            (0, 0)
        );
    }
    let mut cleared = four()?;
    cleared.clear();
    for mut world in [World::new(Options::with_capacity(4))?, world(0), world(4), cleared] {
        nothing::<Entity>(&mut world);
        nothing::<()>(&mut world);
        nothing::<&Pos>(&mut world);
        nothing::<(&Visible, Without<Pos>)>(&mut world);
        nothing::<(Option<&Pos>, Option<&Vel>)>(&mut world);
        nothing::<Without<Unknown>>(&mut world);
        nothing::<AnyOf<(&Pos, &Visible)>>(&mut world);
        nothing::<(Has<Pos>, Or<(Without<Pos>, Without<Vel>)>)>(&mut world);
    }
    Ok(())
}
