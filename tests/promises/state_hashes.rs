//! The reference engine's hashes: its published values, and what does and does not enter.
//!
//! Cases S10 (a component that is absent is seen), S11 (the same in every process and build), S14 (-0.0 and NaN payloads differ), L08 (empty
//! worlds hash). Beside this, the oracle compares every world it makes with a naive stream.

use laige::prelude::*;

use crate::scene::{Health, Pos, Score, VEL, Vel, Visible, world};

/// Two numbers of the reference's Q16.16.
#[component]
struct Spot {
    x: i32,
    y: i32,
}

#[component]
struct Other {
    x: i32,
    y: i32,
}

#[component]
struct Third {
    x: i32,
    y: i32,
}

#[component]
struct Small(i32);

#[component]
struct Smaller(i32);

/// A whole number in Q16.16, twice.
fn spot(n: i32) -> Spot {
    Spot { x: n << 16, y: n << 16 }
}

fn other(n: i32) -> Other {
    Other { x: n << 16, y: n << 16 }
}

/// A world of the reference that knows [`Spot`] as 1 and [`Other`] as 2.
fn reference(capacity: u32) -> World {
    let mut world = World::new(Options::reference(capacity)).expect("a legal capacity");
    world.register_all::<(Spot, Other)>().expect("room for two");
    world
}

/// A world with one entity, in the highest slot, at that spot.
fn with_spot(capacity: u32, n: i32) -> laige::Result<World> {
    let mut world = reference(capacity);
    let entity = world.spawn_empty()?;
    world.insert(entity, spot(n))?;
    Ok(world)
}

#[test]
fn entities_hash_to_the_published_values() -> laige::Result<()> {
    let mut world = reference(4);
    assert_eq!(world.state_hash(0), 0x8820_1FB9_60FF_6465);
    assert_eq!(world.state_hash(7), 0x8037_CA2A_50C2_A9E0);
    let entity = world.spawn_empty()?;
    assert_eq!(world.state_hash(0), 0x2A40_7622_4C17_C76C);
    world.insert(entity, spot(1))?;
    world.despawn(entity)?;
    let again = world.spawn_empty()?;
    assert_eq!((world.slot_of(again), world.generation_of(again)), (3, 2));
    assert_eq!(world.state_hash(0), 0x2A40_7922_4C17_CC85);
    Ok(())
}

#[test]
fn values_hash_to_the_published_values() -> laige::Result<()> {
    let world = with_spot(4, 5)?;
    let hashes = [0, 5, 6].map(|tick| world.state_hash(tick));
    assert_eq!(hashes, [0x3EC9_944B_A0B0_108F, 0x8F16_10D2_847F_E3D0, 0xE8DF_E385_2131_9D69]);
    assert_eq!(with_spot(2, 5)?.state_hash(0), 0xEA44_B64D_D869_8FB5);
    assert_eq!(with_spot(4, 1)?.state_hash(0), 0xB115_8D17_586B_9CCF);
    let mut world = with_spot(4, 1)?;
    query!(world, |spot: &mut Spot| spot.x = 2 << 16);
    assert_eq!(world.state_hash(0), 0xD478_5CE4_6A74_1044);
    Ok(())
}

#[test]
fn histories_that_meet_hash_to_the_published_value() -> laige::Result<()> {
    let mut recycled = reference(4);
    let first = recycled.spawn_empty()?;
    recycled.despawn(first)?;
    let entity = recycled.spawn_empty()?;
    recycled.insert(entity, spot(7))?;

    let mut reordered = reference(4);
    let (one, two) = (reordered.spawn_empty()?, reordered.spawn_empty()?);
    reordered.insert(two, spot(3))?;
    reordered.despawn(two)?;
    reordered.despawn(one)?;
    let entity = reordered.spawn_empty()?;
    reordered.insert(entity, spot(7))?;

    for world in [recycled, reordered] {
        assert_eq!(world.state_hash(0), 0x8C86_FCC7_C3FD_F5C2);
        assert_eq!(world.component_state_hash(0), 0x8C86_FCC7_C3FD_F5C2);
    }
    Ok(())
}

#[test]
fn archetypes_hash_to_the_published_values() -> laige::Result<()> {
    let mut world = reference(4);
    let entity = world.spawn_empty()?;
    world.insert(entity, other(7))?;
    assert_eq!(world.state_hash(0), 0xE912_A711_2D79_E042);
    world.remove::<Other>(entity)?;
    world.insert(entity, spot(7))?;
    assert_eq!(world.state_hash(0), 0x85A3_97E5_C4D2_4A6F);
    assert_eq!(with_spot(4, 7)?.state_hash(0), 0x85A3_97E5_C4D2_4A6F);

    let mut world = World::new(Options::reference(8))?;
    world.register_all::<(Small, Smaller)>()?;
    let [one, two, three] = [world.spawn_empty()?, world.spawn_empty()?, world.spawn_empty()?];
    world.insert(one, Smaller(10))?;
    world.insert(two, Small(20))?;
    world.insert(two, Smaller(21))?;
    world.insert(three, Small(30))?;
    assert_eq!(world.state_hash(0), 0xE02F_03A4_63F8_8CCF);
    Ok(())
}

/// A registry of components of these types, and its hash.
macro_rules! schema {
    ($($type:ty),*) => {{
        let mut world = World::new(Options::reference(1))?;
        world.register_all::<($($type,)*)>()?;
        world.schema_hash()
    }};
}

#[test]
fn schemas_hash_to_the_published_values() -> laige::Result<()> {
    assert_eq!(schema!(), 0xA8C7_F832_281A_39C5);
    assert_eq!(schema!(Spot), 0xDDDD_09DA_8441_9311);
    assert_eq!(schema!(Small, Spot), 0x51F3_3E43_268A_7B3E);
    assert_eq!(schema!(Spot, Small), 0xCD78_4F88_E18F_D2BE);
    assert_eq!(schema!(Spot, Other), 0xE47C_5725_EA4C_5772);
    assert_eq!(schema!(Spot, Other, Third), 0x1F86_5F39_7DA0_FCF8);
    Ok(())
}

/// FNV-1a-64 as it is defined, over words written out.
fn fnv(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xCBF2_9CE4_8422_2325, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3)
    })
}

/// Tags have an id and no bytes; alignments are natural ones, so a `u128` counts 16 on every target.
#[test]
fn tags_and_wide_numbers_enter_the_schema() -> laige::Result<()> {
    #[component]
    struct Wide(u128);
    let words = [2, 1, 0, 1, 2, 16, 16_u64];
    let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_be_bytes()).collect();
    assert_eq!(schema!(Visible, Wide), fnv(&bytes));
    Ok(())
}

/// The stream by hand: three columns of 8, 4 and 0 bytes, row by row, under a signature that does not start with 1.
#[test]
fn rows_are_hashed_one_behind_the_other() -> laige::Result<()> {
    let mut world = world(500);
    let entities = [world.spawn_empty()?, world.spawn_empty()?];
    for (&entity, hp) in entities.iter().zip([7, 9]) {
        world.insert(entity, (VEL, Health(hp), Visible))?;
    }
    let mut bytes = Vec::new();
    // Tick, entities, slots and generations; three ids of which the last is the tag's, two rows.
    for word in [3, 2, 0, 1, 1, 1, 3, 2, 3, 5, 2_u64] {
        bytes.extend(word.to_be_bytes());
    }
    for hp in [7, 9_i32] {
        bytes.extend(3.0_f32.to_le_bytes());
        bytes.extend(4.0_f32.to_le_bytes());
        bytes.extend(hp.to_le_bytes());
    }
    assert_eq!(world.component_state_hash(3), fnv(&bytes));
    assert_eq!(world.state_hash(3), fnv(&bytes));
    Ok(())
}

#[test]
fn history_and_capacity_do_not_enter() -> laige::Result<()> {
    let mut plain = world(300);
    let mut lived = world(3_000);
    // Archetypes are born in another order, chunks are split and joined, rows lie loose.
    let crowd: Vec<Entity> = lived.spawn_batch((0..2_500).map(|i| (VEL, Score(i))))?.to_vec();
    crowd.into_iter().try_for_each(|entity| lived.despawn(entity))?;
    lived.clear();
    let expected = plain.spawn_batch((0..200).map(|i| (Health(i), Score(1))))?.to_vec();
    let same: Vec<Entity> = (0..200).map(|_| lived.spawn_empty()).collect::<laige::Result<_>>()?;
    for (i, &entity) in same.iter().enumerate().rev() {
        lived.insert(entity, Health(i as i32))?;
        lived.insert(entity, Score(1))?;
    }
    for (&one, &other) in expected.iter().zip(&same) {
        assert_eq!(plain.slot_of(one), lived.slot_of(other));
    }
    // Generations differ, which is state; so let the other world's slots be as old.
    let mut plain = world(300);
    let old = plain.spawn_batch((0..200).map(|_| ()))?.to_vec();
    old.iter().rev().try_for_each(|&entity| plain.despawn(entity))?;
    plain.spawn_batch((0..200).map(|i| (Health(i), Score(1))))?;
    assert_eq!(plain.state_hash(9), lived.state_hash(9));
    lived.settle();
    assert_eq!(plain.state_hash(9), lived.state_hash(9));
    Ok(())
}

/// One entity with that component; the tick is 0.
fn hash_of(bundle: impl laige::Bundle) -> u64 {
    let mut world = world(8);
    world.spawn(bundle).expect("room for one");
    world.state_hash(0)
}

#[test]
fn whatever_is_state_changes_the_hash() -> laige::Result<()> {
    let positions = [0.0, -0.0, f32::NAN, f32::from_bits(0x7FC0_0001), 1.0];
    let mut hashes: Vec<u64> = positions.iter().map(|&x| hash_of(Pos { x, y: 0.0 })).collect();
    hashes.extend([
        hash_of(()),
        hash_of(Visible),
        hash_of(Health(0)),
        hash_of((Pos { x: 0.0, y: 0.0 }, Visible)),
        hash_of((Pos { x: 0.0, y: 0.0 }, Vel { x: 0.0, y: 0.0 })),
    ]);
    let mut two = world(8);
    two.spawn(Pos { x: 0.0, y: 0.0 })?;
    hashes.push(two.state_hash(1));
    two.spawn_empty()?;
    hashes.push(two.state_hash(0));
    let count = hashes.len();
    hashes.sort_unstable();
    hashes.dedup();
    assert_eq!(hashes.len(), count);
    Ok(())
}
