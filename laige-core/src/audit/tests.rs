//! Each numbered invariant is broken by hand, and the audit names it.
#![expect(clippy::unwrap_used, unsafe_code, reason = "tests, with a component made by hand")]

use alloc::collections::BTreeMap;
use alloc::vec::Vec;

use crate::bundle::{Alone, Bit};
use crate::component::Part;
use crate::limits::CHUNK_ROWS;
use crate::names::Name;
use crate::slots::Location;
use crate::storage::archetype::Archetype;
use crate::storage::chunk::Range;
use crate::{Bundle, Component, Entity, Fields, Options, Shape, Toggle, World};

/// A component by hand: the core cannot use the derive.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
pub(crate) struct Value(pub(crate) u32);

// SAFETY: a number without padding.
unsafe impl bytemuck::Zeroable for Value {}
// SAFETY: as above.
unsafe impl bytemuck::Pod for Value {}
// SAFETY: as above; the shape has no fields to be wrong about.
unsafe impl Fields for Value {
    type Me = Self;
    const PATH: &'static str = "audit.value";
    const SHAPE: Shape = Shape::of_struct::<Self>(Name::implicit::<Self>(), &[]);
}
impl Part for Value {
    type Me = Self;
}
// SAFETY: no padding, small.
unsafe impl Component for Value {}
// SAFETY: the members are those of a component.
unsafe impl Bundle for Value {
    type Members = Alone;
}

/// A world with `count` entities of one archetype, every slot in use from 0 on.
fn world(count: u32) -> World {
    let mut world = World::new(Options::with_capacity(4_000)).unwrap();
    world.register::<Value>().unwrap();
    for number in 0..count {
        world.spawn(Value(number)).unwrap();
    }
    world.settle();
    assert_eq!(world.audit(), Ok(()));
    world
}

/// Breaks something, and expects the audit to name that invariant.
#[track_caller]
fn breaks(invariant: &str, mut world: World, harm: impl FnOnce(&mut World)) {
    harm(&mut world);
    assert_eq!(world.audit().unwrap_err().invariant, invariant);
}

/// The archetype of `Value`.
fn home(world: &mut World) -> &mut Archetype {
    world.storage.archetype_mut(1)
}

fn entity(world: &World, slot: u32) -> Entity {
    world.layout().join(slot, 1)
}

#[test]
fn a_block_that_the_pool_did_not_give_breaks_p3() {
    breaks("P3", world(10), |world| {
        let class = home(world).columns.class(crate::storage::columns::Capacity::MAX);
        // The block is taken and held by nobody.
        world.storage.ground.pool.take(class).unwrap();
    });
}

#[test]
fn a_block_that_is_lost_breaks_p1() {
    breaks("P1", world(10), |world| {
        let class = home(world).columns.class(crate::storage::columns::Capacity::MAX);
        world.storage.ground.pool.harm_lose(class);
    });
}

#[test]
fn a_block_that_is_not_aligned_breaks_s1() {
    breaks("S1", world(10), |world| {
        let chunk = home(world).chunk_at(0);
        // SAFETY: still inside the block.
        let (inside, capacity) = (unsafe { chunk.block().add(8) }, chunk.capacity());
        home(world).harm_block(0, inside, capacity);
    });
}

#[test]
fn a_capacity_that_is_not_the_blocks_breaks_p3() {
    breaks("P3", world(10), |world| {
        let block = home(world).chunk_at(0).block();
        home(world).harm_block(0, block, crate::storage::columns::Capacity::MAX);
    });
}

#[test]
fn a_block_held_twice_breaks_p2() {
    breaks("P2", world(2_400), |world| {
        let block = home(world).chunk_at(0).block();
        let capacity = home(world).chunk_at(0).capacity();
        let second = home(world).chunk_at(1).capacity();
        assert_eq!(capacity, second);
        home(world).harm_block(1, block, capacity);
    });
}

#[test]
fn more_rows_than_capacity_breaks_s2() {
    breaks("S2", world(10), |world| home(world).chunk_mut(0).harm_len(CHUNK_ROWS as u16));
}

#[test]
fn handles_out_of_order_break_s3() {
    breaks("S3", world(10), |world| home(world).chunk_mut(0).handles_mut().swap(2, 3));
}

#[test]
fn a_hole_bit_without_count_breaks_s4() {
    breaks("S4", world(10), |world| home(world).chunk_mut(0).harm_hole_bit(3));
}

#[test]
fn a_hole_whose_slot_is_not_known_to_have_left_breaks_s4() {
    let mut holed = world(10);
    holed.despawn(entity(&holed, 4)).unwrap();
    breaks("S4", holed, |world| home(world).chunk_mut(0).harm_left());
}

#[test]
fn a_hole_bit_in_the_tail_breaks_s4() {
    let mut tailed = world(10);
    tailed.despawn(entity(&tailed, 4)).unwrap();
    tailed.settle();
    tailed.spawn(Value(4)).unwrap();
    breaks("S4", tailed, |world| home(world).chunk_mut(0).harm_hole_bit(9));
}

#[test]
fn a_slot_twice_in_a_chunk_breaks_s5() {
    let mut tailed = world(10);
    tailed.despawn(entity(&tailed, 4)).unwrap();
    tailed.settle();
    tailed.spawn(Value(4)).unwrap();
    tailed.despawn(entity(&tailed, 5)).unwrap();
    breaks("S5", tailed, |world| {
        // The hole of slot 5 becomes one of slot 4, which lives in the tail.
        let chunk = home(world).chunk_mut(0);
        let twin = chunk.handles()[9];
        assert!(chunk.is_hole(4));
        chunk.handles_mut()[4] = twin;
    });
}

#[test]
fn a_record_that_leads_elsewhere_breaks_s6() {
    breaks("S6", world(10), |world| {
        world.storage.ground.slots.place(3, Location { archetype: 1, row: 4 });
    });
}

#[test]
fn a_dead_entity_with_a_row_breaks_s6() {
    breaks("S6", world(10), |world| world.storage.ground.slots.release(3));
}

#[test]
fn a_wrong_count_breaks_s7() {
    breaks("S7", world(10), |world| world.storage.harm_live(1, 1));
}

#[test]
fn an_entity_without_a_row_breaks_s7() {
    breaks("S7", world(10), |world| {
        world.storage.ground.slots.allocate().unwrap();
    });
}

#[test]
fn a_directory_that_leads_elsewhere_breaks_s8() {
    breaks("S8", world(2_400), |world| home(world).directory_mut()[0] = 2);
}

#[test]
fn overlapping_ranges_break_s8() {
    breaks("S8", world(2_400), |world| home(world).chunk_mut(0).set_range(Range::ALL));
}

#[test]
fn a_loose_chunk_that_is_not_listed_breaks_s9() {
    breaks("S9", world(10), |world| {
        home(world).chunk_mut(0).punch(3, 3);
        world.storage.harm_live(1, -1);
    });
}

#[test]
fn a_chunk_listed_by_itself_alone_breaks_s9() {
    breaks("S9", world(10), |world| home(world).chunk_mut(0).listed = true);
}

#[test]
fn a_partition_too_fine_breaks_s10() {
    let mut few = world(1_100);
    for slot in 100..1_100 {
        few.despawn(entity(&few, slot)).unwrap();
    }
    breaks("S10", few, |world| world.storage.harm_forget_loose(1));
}

#[test]
fn an_archetype_with_anothers_place_breaks_s11() {
    breaks("S11", world(10), |world| home(world).id = 2);
}

#[test]
fn a_solo_of_fewer_rows_breaks_s14() {
    let mut settled = world(10);
    settled.settle();
    breaks("S14", settled, |world| world.storage.ground.harm_solo(1));
}

#[test]
fn a_live_count_that_is_wrong_breaks_the_slots_rule() {
    breaks("slots", world(10), |world| world.storage.ground.slots.harm_live(1));
}

#[test]
fn a_write_that_is_not_marked_breaks_v2() {
    let (mut world, mut versions) = (world(10), BTreeMap::new());
    let mut seen = |version, hash| *versions.entry(version).or_insert(hash) == hash;
    assert_eq!(world.audit_versions(&mut seen), Ok(()));
    let here = entity(&world, 3);
    world.get_mut::<Value>(here).unwrap().0 += 1;
    assert_eq!(world.audit_versions(&mut seen), Ok(()), "this one is marked");
    let home = home(&mut world);
    let chunk = home.chunk_at(0);
    // SAFETY: the chunk is of this archetype, which has one column.
    let cell = unsafe { crate::storage::memory::column(chunk, &home.columns, 0) }.cast::<Value>();
    // SAFETY: the first row of the column, and the world is borrowed mutably.
    unsafe { cell.write(Value(99)) };
    assert_eq!(world.audit_versions(&mut seen).unwrap_err().invariant, "V2");
}

#[test]
fn only_what_is_written_gets_a_new_version() {
    let mut world = world(2_000);
    let versions = |world: &mut World| -> Vec<u64> {
        world.storage.number();
        let home = home(world);
        home.chunks().map(|chunk| home.version(chunk)).collect()
    };
    let before = versions(&mut world);
    assert_eq!(versions(&mut world), before, "nothing was written");
    let here = entity(&world, 1_500);
    world.get_mut::<Value>(here).unwrap().0 += 1;
    let after = versions(&mut world);
    assert_eq!(after[0], before[0]);
    assert!(after[1] > before[1]);
    assert_eq!(world.get::<Value>(here), Some(&Value(1_501)));
    assert_eq!(world.query::<&Value>().count(), 2_000);
    assert_eq!(versions(&mut world), after, "reading marks nothing");
}

/// A toggle by hand.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
struct Marked;

// SAFETY: no data.
unsafe impl bytemuck::Zeroable for Marked {}
// SAFETY: no data.
unsafe impl bytemuck::Pod for Marked {}
// SAFETY: no data; no fields.
unsafe impl Fields for Marked {
    type Me = Self;
    const PATH: &'static str = "audit.marked";
    const SHAPE: Shape = Shape::of_struct::<Self>(Name::implicit::<Self>(), &[]);
}
impl Part for Marked {
    type Me = Self;
}
// SAFETY: no data.
unsafe impl Component for Marked {}
// SAFETY: the members are those of a toggle.
unsafe impl Bundle for Marked {
    type Members = Bit;
}
impl Toggle for Marked {}

/// A world with ten entities, of which the third has a toggle.
fn toggled() -> World {
    let mut world = world(10);
    world.register::<Marked>().unwrap();
    let third = entity(&world, 2);
    assert_eq!(world.set_toggle::<Marked>(third, true), Ok(false));
    assert_eq!(world.audit(), Ok(()));
    world
}

#[test]
fn a_bitmap_too_many_breaks_s12() {
    breaks("S12", toggled(), |world| home(world).chunk_mut(0).bitmaps.harm_len());
}

#[test]
fn a_toggle_of_a_hole_breaks_s13() {
    let mut holed = toggled();
    holed.despawn(entity(&holed, 4)).unwrap();
    breaks("S13", holed, |world| home(world).chunk_mut(0).bitmaps.harm_bit(4));
}

#[test]
fn a_toggle_behind_the_last_row_breaks_s13() {
    breaks("S13", toggled(), |world| home(world).chunk_mut(0).bitmaps.harm_bit(10));
}
