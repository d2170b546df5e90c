//! What differs between two worlds, as items: the reference engine's order and counting.
//!
//! Cases S10 (a component that is absent is an item), S14 (bits are compared), L08 (empty worlds differ in nothing).

use laige::diff::{DiffItem, Difference};
use laige::prelude::*;

use crate::scene::{Health, POS, Pos, Score, VEL, Visible, world};

/// All items, in order, and the count.
fn items<'w>(a: &'w World, b: &'w World) -> (Vec<DiffItem<'w>>, u32) {
    let mut items = Vec::new();
    let count = a.state_diff(b, u32::MAX, |item| items.push(item));
    (items, count)
}

/// Items as text: slot, component's number or `entity`, and which sides have it.
fn told(items: &[DiffItem<'_>]) -> Vec<String> {
    let tell = |item: &DiffItem<'_>| {
        let side = |a: bool, b: bool| match (a, b) {
            (true, true) => "both",
            (true, false) => "a",
            _ => "b",
        };
        match item.difference {
            Difference::Presence { a, b } => {
                format!("{} entity {}", item.slot, side(a.is_some(), b.is_some()))
            }
            Difference::Component { id, a, b } => {
                assert_eq!(item.component(), Some(id));
                format!("{} {} {}", item.slot, id.get(), side(a.is_some(), b.is_some()))
            }
            other => format!("{} {other:?}", item.slot),
        }
    };
    items.iter().map(tell).collect()
}

#[test]
fn empty_worlds_differ_in_nothing() -> laige::Result<()> {
    let a = World::new(Options::with_capacity(0))?;
    assert_eq!(items(&a, &world(10)), (vec![], 0));
    assert_eq!(items(&a, &a), (vec![], 0));
    Ok(())
}

#[test]
fn items_come_by_slot_and_then_by_component() -> laige::Result<()> {
    let (mut a, mut b) = (world(10), world(2_000));
    for world in [&mut a, &mut b] {
        for i in 0..6 {
            world.spawn((Health(i), POS))?;
        }
    }
    let [first, .., fifth, last] = a.entities().collect::<Vec<_>>()[..] else { panic!("six") };
    // Slot 0: one component's value, one component more on each side; slot 4 vanishes; slot 5 in another way.
    a.insert(first, (Health(9), Score(1)))?;
    let b_first = b.entities().next().expect("six");
    b.insert(b_first, (VEL, Visible))?;
    a.despawn(fifth)?;
    a.remove::<Pos>(last)?;
    b.spawn(Score(7))?;
    let (found, count) = items(&a, &b);
    let expected = ["0 2 b", "0 3 both", "0 4 a", "0 5 b", "4 entity b", "5 1 b", "6 entity b"];
    assert_eq!((told(&found), count), (expected.map(str::to_owned).to_vec(), 7));
    let (reverse, count) = items(&b, &a);
    let mirrored: Vec<String> = told(&found)
        .iter()
        .map(|line| match line.rsplit_once(' ') {
            Some((start, "a")) => format!("{start} b"),
            Some((start, "b")) => format!("{start} a"),
            _ => line.clone(),
        })
        .collect();
    assert_eq!((told(&reverse), count), (mirrored, 7));
    Ok(())
}

#[test]
fn items_hold_the_bytes_of_both_sides() -> laige::Result<()> {
    let (mut a, mut b) = (world(4), world(4));
    a.spawn((Health(1), Visible))?;
    b.spawn((Health(-2), Score(3)))?;
    let (one, two, score) = (1_i32.to_ne_bytes(), (-2_i32).to_ne_bytes(), 3_u64.to_ne_bytes());
    let (found, _) = items(&a, &b);
    let differences: Vec<Difference<'_>> = found.iter().map(|item| item.difference).collect();
    let ids = [a.component_id::<Health>(), a.component_id::<Score>(), a.component_id::<Visible>()];
    let [Some(health), Some(points), Some(visible)] = ids else { panic!("registered") };
    assert_eq!(
        differences,
        [
            Difference::Component { id: health, a: Some(&one), b: Some(&two) },
            Difference::Component { id: points, a: None, b: Some(&score) },
            Difference::Component { id: visible, a: Some(&[]), b: None },
        ]
    );
    Ok(())
}

#[test]
fn all_items_are_counted_and_the_first_are_shown() -> laige::Result<()> {
    let (mut a, b) = (world(10), world(10));
    for _ in 0..5 {
        a.spawn_empty()?;
    }
    for most in [0, 1, 4, 5, 6] {
        let mut shown = Vec::new();
        assert_eq!(a.state_diff(&b, most, |item| shown.push(item.slot)), 5);
        assert_eq!(shown, (0..most.min(5)).collect::<Vec<u32>>());
    }
    Ok(())
}

#[test]
fn generations_are_told_when_asked_for() -> laige::Result<()> {
    let (mut a, mut b) = (world(4), world(4));
    let old = a.spawn(Health(1))?;
    a.despawn(old)?;
    a.spawn(Health(1))?;
    let twin = b.spawn(Health(2))?;
    assert_eq!(told(&items(&a, &b).0), ["0 3 both"]);
    let mut found = Vec::new();
    let count = a.state_diff_with_generations(&b, 8, |item| found.push(item));
    assert_eq!(count, 2);
    assert_eq!(found[0].difference, Difference::Generation { a: 2, b: 1 });
    assert_eq!(
        (found[0].component(), found[1].component().map(laige::ComponentId::get)),
        (None, Some(3))
    );
    assert_ne!(a.state_hash(0), b.state_hash(0));
    b.insert(twin, Health(1))?;
    assert_eq!(items(&a, &b).1, 0, "the reference's diff is empty although the hashes differ");
    assert_ne!(a.state_hash(0), b.state_hash(0));
    Ok(())
}

#[test]
fn floats_are_compared_as_bits() -> laige::Result<()> {
    let with = |x: f32| -> laige::Result<World> {
        let mut world = world(4);
        world.spawn(Pos { x, y: 0.0 })?;
        Ok(world)
    };
    let [zero, minus, nan, other] =
        [with(0.0)?, with(-0.0)?, with(f32::NAN)?, with(f32::from_bits(0x7FC0_0001))?];
    assert_eq!([items(&zero, &minus).1, items(&nan, &other).1], [1, 1]);
    assert_eq!([items(&nan, &nan).1, items(&zero, &zero).1], [0, 0]);
    Ok(())
}
