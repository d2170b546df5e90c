//! Floats can be forbidden: a component that has one is refused, however deep it lies, and nothing is registered by halves.

use laige::prelude::*;
use laige::{Error, Fields, ScheduleError};

#[component(id = "floats.whole")]
struct Whole([i32; 4], u64);

#[component(id = "floats.field")]
struct Single {
    a: i32,
    b: f32,
}

#[component(id = "floats.double")]
struct Double(f64);

#[component(id = "floats.array")]
struct Array([[f32; 2]; 3]);

#[component(id = "floats.nested")]
struct Nested {
    whole: Whole,
    deep: [Holder; 2],
}

#[derive(Fields, Clone, Copy, laige::bytemuck::Pod, laige::bytemuck::Zeroable)]
#[repr(C)]
#[bytemuck(crate = "laige::bytemuck")]
struct Holder {
    inner: [Single; 1],
}

#[component(id = "floats.tag")]
struct Tag;

fn strict() -> World {
    World::new(Options::with_capacity(4).forbid_floats(true)).expect("legal options")
}

#[test]
fn component_with_a_float_at_any_depth_is_refused() {
    let mut world = strict();
    let refused = |component| Err(Error::FloatForbidden { component });
    assert_eq!(world.register::<Single>(), refused("floats.field"));
    assert_eq!(world.register::<Double>(), refused("floats.double"));
    assert_eq!(world.register::<Array>(), refused("floats.array"));
    assert_eq!(world.register::<Nested>(), refused("floats.nested"));
    assert_eq!(world.component_count(), 0);
    assert!(world.register_all::<(Whole, Tag)>().is_ok());
}

#[test]
fn one_float_among_several_components_registers_none() {
    let mut world = strict();
    let refused = Err(Error::FloatForbidden { component: "floats.field" });
    assert_eq!(world.register_all::<(Whole, Single, Tag)>(), refused);
    assert_eq!(world.component_count(), 0);
    // Elsewhere they are welcome.
    let mut world = World::new(Options::with_capacity(4)).expect("legal options");
    assert!(world.register_all::<(Whole, Single, Double, Array, Nested, Tag)>().is_ok());
}

#[test]
fn shape_tells_whether_there_are_floats() {
    let floats = [Single::SHAPE, Double::SHAPE, Array::SHAPE, Nested::SHAPE, Holder::SHAPE];
    assert!(floats.iter().all(laige::Shape::has_floats));
    assert!(
        ![Whole::SHAPE, Tag::SHAPE, u64::SHAPE, Entity::SHAPE].iter().any(laige::Shape::has_floats)
    );
}

#[test]
fn fields_that_are_portable_only_where_the_arithmetic_is_are_named() -> laige::Result<()> {
    let mut world = World::new(Options::with_capacity(4))?;
    world.register_all::<(Whole, Single, Double, Array, Nested, Tag)>()?;
    let text = world.schema().portability();
    let mut lines: Vec<_> = text.lines().collect();
    lines.sort_unstable();
    let condition = "portable only where the arithmetic is";
    let expected = [
        "floats.array.0 has f32",
        "floats.double.0 is f64",
        "floats.field.b is f32",
        "floats.nested.deep has f32",
    ]
    .map(|field| format!("{field}: {condition}"));
    assert_eq!(lines, expected);
    Ok(())
}

#[resource(id = "floats.wind")]
struct Wind {
    force: [Single; 2],
}

#[resource(id = "floats.score")]
struct Score(u32);

#[resource(transient)]
struct Meter(f64);

#[test]
fn resource_with_a_float_leaves_no_schedule_unless_it_is_transient() {
    let mut world = strict();
    world.insert_resource(Meter(0.5));
    assert_eq!(world.resource::<Meter>().map(|meter| meter.0), Some(0.5));
    world.insert_resource(Score(1));
    assert!(world.schedule().is_ok());
    world.insert_resource(Wind { force: [Single { a: 1, b: 2.0 }; 2] });
    let error = world.schedule().expect_err("it has floats");
    assert_eq!(error, ScheduleError::FloatForbidden { resource: "floats.wind" });
    assert_eq!(Error::from(error), Error::FloatForbidden { component: "floats.wind" });
    world.remove_resource::<Wind>();
    assert!(world.schedule().is_ok());
}
