//! Fixed-point numbers of the `fixed` crate are fields: they compute, compare and hash as the integers they are made of, and are no
//! floats.

use fixed::types::{I16F16, I32F32, U8F8};
use laige::prelude::*;
use laige::{Fields, Kind, diff};

#[component(id = "fixed.pos")]
#[derive(Debug, PartialEq)]
struct Pos {
    x: I16F16,
    y: I16F16,
}

#[component(id = "fixed.mix")]
struct Mix {
    long: I32F32,
    few: [U8F8; 4],
}

#[component(id = "fixed.plain_pos")]
struct PlainPos(i32, i32);

#[component(id = "fixed.plain_mix")]
struct PlainMix(i64, [u16; 4]);

fn world() -> World {
    let options = Options::with_capacity(4).forbid_floats(true);
    let mut world = World::new(options).expect("legal options");
    world.register_all::<(Pos, Mix)>().expect("they have no floats");
    world
}

#[test]
fn fixed_point_numbers_compute_in_queries() -> laige::Result<()> {
    let mut world = world();
    let at = |x: f64, y: f64| Pos { x: I16F16::from_num(x), y: I16F16::from_num(y) };
    let entity = world.spawn(at(1.5, -0.25))?;
    query!(world, |pos: &mut Pos| {
        pos.x += I16F16::from_num(0.125);
        pos.y *= I16F16::from_num(3);
    });
    assert_eq!(world.get(entity), Some(&at(1.625, -0.75)));
    Ok(())
}

#[test]
fn fixed_point_number_is_its_integer_in_memory() -> laige::Result<()> {
    let mut world = world();
    let whole = Pos { x: I16F16::from_num(1), y: I16F16::from_num(-1) };
    assert_eq!(bytemuck::bytes_of(&whole), [0, 0, 1, 0, 0, 0, 0xFF, 0xFF]);
    world.spawn((whole, Mix { long: I32F32::ZERO, few: [U8F8::MAX; 4] }))?;
    // A world that holds the integers, with components of the same layout, hashes the same.
    let mut plain = World::new(Options::with_capacity(4))?;
    plain.register_all::<(PlainPos, PlainMix)>()?;
    plain.spawn((PlainPos(1 << 16, -(1 << 16)), PlainMix(0, [u16::MAX; 4])))?;
    assert_eq!(world.state_hash(0), plain.state_hash(0));
    assert_eq!(world.schema_hash(), plain.schema_hash());
    Ok(())
}

#[test]
fn fixed_point_numbers_of_different_fractions_are_different_types() {
    let shapes = [I16F16::SHAPE, I32F32::SHAPE, fixed::types::I8F24::SHAPE, u32::SHAPE];
    let ids: std::collections::BTreeSet<_> = shapes.iter().map(|shape| shape.stable_id).collect();
    assert_eq!(ids.len(), shapes.len());
    let shape = I16F16::SHAPE;
    assert!(matches!(shape.kind, Kind::Signed) && shape.portable && !shape.has_floats());
    assert_eq!((shape.size, shape.natural_align, shape.name), (4, 4, "fixed_i32"));
}

#[test]
fn difference_of_fixed_point_numbers_is_told_by_field() -> laige::Result<()> {
    let [mut a, mut b] = [world(), world()];
    for (world, x) in [(&mut a, 1), (&mut b, 2)] {
        world.spawn(Pos { x: I16F16::from_num(x), y: I16F16::ZERO })?;
    }
    let report = diff::report(&a, &b, 16);
    assert!(report.contains("fixed.pos.x"), "{report}");
    Ok(())
}
