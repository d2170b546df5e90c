//! Handles: 32 bits whose border between slot and generation follows from the capacity, and of which any bits are harmless.
//!
//! Cases S18 (arbitrary handle bits) and U12 (slots that are allocated and were never used).

use laige::prelude::*;
use laige::{Error, HandleLayout};

use crate::scene::{Health, POS, Pos, Visible, audited, made, picture, world};

#[test]
fn capacity_decides_how_many_bits_the_slot_has() {
    let table = [
        (0, 8),
        (1, 8),
        (256, 8),
        (257, 9),
        (512, 9),
        (2_000, 11),
        (65_536, 16),
        (65_537, 17),
        (8_388_608, 23),
        (8_388_609, 24),
        (16_777_216, 24),
    ];
    for (capacity, slot_bits) in table {
        let layout = HandleLayout::for_capacity(capacity).expect("a legal capacity");
        assert_eq!(
            (layout.slot_bits(), layout.generation_bits()),
            (slot_bits, 32 - slot_bits),
            "{capacity}"
        );
        assert_eq!(layout.max_generation(), u32::MAX >> slot_bits, "{capacity}");
    }
    assert_eq!(HandleLayout::for_capacity(16_777_217), None);
    assert_eq!(World::new(Options::with_capacity(2_000)).map(|w| w.layout().slot_bits()), Ok(11));
}

#[test]
fn reference_worlds_have_sixteen_bits_for_each_part() {
    for capacity in [0, 1, 300, 65_536] {
        let world = made(Options::reference(capacity));
        assert_eq!((world.layout().slot_bits(), world.layout().generation_bits()), (16, 16));
    }
}

#[test]
fn slot_is_in_the_high_bits_and_generation_in_the_low_ones() -> laige::Result<()> {
    let mut small = world(3);
    assert_eq!(small.spawn_empty()?.to_bits(), 0x0000_0001);
    let second = small.spawn_empty()?;
    assert_eq!(second.to_bits(), 0x0100_0001);
    small.despawn(second)?;
    assert_eq!(small.spawn_empty()?.to_bits(), 0x0100_0002);

    let mut reference = made(Options::reference(65_536));
    assert_eq!(reference.spawn_empty()?.to_bits(), 0xFFFF_0001);
    assert_eq!(reference.spawn_empty()?.to_bits(), 0xFFFE_0001);

    let mut large = world(16_777_216);
    large.spawn_empty()?;
    assert_eq!(large.spawn_empty()?.to_bits(), 0x0000_0101);
    Ok(())
}

#[test]
fn parts_of_a_handle_are_read_through_the_world_or_its_layout() -> laige::Result<()> {
    let mut world = world(2_000);
    for _ in 0..13 {
        world.spawn_empty()?;
    }
    let twelfth = world.entities().nth(12).expect("thirteen are alive");
    world.despawn(twelfth)?;
    let entity = world.spawn_empty()?;
    let layout = world.layout();
    assert_eq!((world.slot_of(entity), world.generation_of(entity)), (12, 2));
    assert_eq!((layout.slot_of(entity), layout.generation_of(entity)), (12, 2));
    assert_eq!(world.label(entity).to_string(), "12v2");
    assert_eq!(format!("{:?} {}", layout.label(entity), layout.label(entity)), "12v2 12v2");
    assert_eq!(layout.entity(12, 2), Some(entity));
    assert_eq!((layout.entity(2_048, 1), layout.entity(0, 1 << 21)), (None, None));
    Ok(())
}

#[test]
fn handle_is_plain_data_of_four_bytes_that_orders_by_slot_then_generation() {
    assert_eq!((size_of::<Entity>(), align_of::<Entity>()), (4, 4));
    assert_eq!(bytemuck::cast::<Entity, u32>(Entity::from_bits(0xDEAD_BEEF)), 0xDEAD_BEEF);
    let layout = HandleLayout::for_capacity(300).expect("a legal capacity");
    let handle = |slot, generation| layout.entity(slot, generation).expect("both fit");
    let mut handles = [handle(2, 1), handle(1, 9), handle(1, 10), handle(0, 5_000)];
    handles.sort();
    assert_eq!(handles, [handle(0, 5_000), handle(1, 9), handle(1, 10), handle(2, 1)]);
    assert_eq!(format!("{:?}", Entity::from_bits(0x0005_0002)), "Entity(0x00050002)");
}

#[test]
fn none_is_all_zeros_and_of_no_entity() -> laige::Result<()> {
    assert_eq!((Entity::NONE.to_bits(), Entity::default()), (0, Entity::NONE));
    assert!(Entity::NONE.is_none() && !Entity::from_bits(1).is_none());
    let mut world = world(1);
    world.spawn_empty()?;
    assert!(!world.is_valid(Entity::NONE));
    assert_eq!(world.check(Entity::NONE), Err(Error::StaleEntity { entity: Entity::NONE }));
    Ok(())
}

/// Handles that no world gave: edges of both parts, and many others.
fn strange_handles() -> impl Iterator<Item = Entity> {
    let edges = [
        0,
        1,
        0xFF,
        0xFFFF,
        0x00FF_FFFF,
        0x0100_0000,
        0x0200_0001,
        0x7FFF_FFFF,
        0x8000_0000,
        u32::MAX,
    ];
    let many = (1..5_000_u32).map(|i| i.wrapping_mul(0x9E37_79B9));
    edges.into_iter().chain(many).map(Entity::from_bits)
}

#[test]
fn any_bits_are_harmless_in_every_call() -> laige::Result<()> {
    let mut world = world(300);
    let living = world.spawn((POS, Health(5), Visible))?;
    // Slots that are allocated: used before, and never used.
    let dead = world.spawn((POS, Health(6)))?;
    world.despawn(dead)?;
    world.settle();
    let before = picture(&world);
    for entity in strange_handles().filter(|&entity| entity != living) {
        let stale = Error::StaleEntity { entity };
        assert!(!world.is_valid(entity) && world.entity(entity).is_none());
        assert!(!world.has::<Pos>(entity) && !world.has::<Visible>(entity));
        assert_eq!(world.get::<Pos>(entity), None);
        assert_eq!(world.get_mut::<Health>(entity), None);
        assert_eq!(world.query::<&Pos>().get(entity), None);
        assert_eq!(world.query_mut::<(&mut Pos, Entity)>().get(entity), None);
        assert!(world.query::<Option<&Pos>>().get(entity).is_none());
        assert_eq!(world.check(entity), Err(stale));
        assert_eq!(world.insert(entity, Health(9)), Err(stale));
        assert_eq!(world.insert(entity, ()), Err(stale));
        assert_eq!(world.remove::<Health>(entity), Err(stale));
        assert_eq!(world.take::<Health>(entity), Err(stale));
        assert_eq!(world.despawn(entity), Err(stale));
        let layout = world.layout();
        let (slot, generation) = (layout.slot_of(entity), layout.generation_of(entity));
        assert_eq!(layout.entity(slot, generation), Some(entity));
        assert_eq!(world.label(entity).to_string(), format!("{slot}v{generation}"));
    }
    assert_eq!(picture(&world), before);
    audited(&world);
    Ok(())
}

#[test]
fn slot_beyond_the_capacity_is_of_nobody() -> laige::Result<()> {
    // Handles have room for 512 slots, the world for 300.
    let mut world = world(300);
    world.spawn_batch([POS; 300])?;
    for slot in 300..512 {
        let nobody = world.layout().entity(slot, 1).expect("it fits");
        assert!(!world.is_valid(nobody) && world.get::<Pos>(nobody).is_none());
        assert_eq!(world.despawn(nobody), Err(Error::StaleEntity { entity: nobody }));
    }
    Ok(())
}

#[test]
fn generation_zero_is_never_valid() -> laige::Result<()> {
    for mut world in [world(4), made(Options::reference(4))] {
        for _ in 0..4 {
            let entity = world.spawn_empty()?;
            let slot = world.slot_of(entity);
            let nobody = world.layout().entity(slot, 0).expect("it fits");
            assert!(!world.is_valid(nobody));
        }
    }
    Ok(())
}
