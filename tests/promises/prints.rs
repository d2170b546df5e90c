//! Prints: everything can be printed for logs and failed assertions, in a form that people can read.

use laige::StableId;
use laige::prelude::*;

use crate::scene::{Health, POS, Pos, VEL, Visible, made, world};

#[test]
fn world_prints_a_summary() -> laige::Result<()> {
    let mut world = made(Options::with_capacity(300).seed(7));
    world.spawn((POS,))?;
    world.spawn_empty()?;
    let expected = "World { entities: 2, capacity: 300, components: 5, archetypes: 1, chunks: 2, \
                    layout: HandleLayout(9|23), seed: 7, .. }";
    assert_eq!(format!("{world:?}"), expected);
    Ok(())
}

#[test]
fn views_print_what_they_show() -> laige::Result<()> {
    let mut world = world(4);
    let entity = world.spawn((POS, Visible))?;
    let archetype = world.archetypes().nth(1).expect("it was born");
    let expected =
        "Archetype { id: 1, signature: [ComponentId(1), ComponentId(5)], rows: 1, chunks: 1 }";
    assert_eq!(format!("{archetype:?}"), expected);
    let chunk = archetype.chunks().next().expect("it has a row");
    assert_eq!(format!("{chunk:?}"), "Chunk { start: 0, end: 16777216, rows: 1, capacity: 16 }");
    let view = world.entity(entity).expect("it is alive");
    assert_eq!(format!("{view:?}"), "0v1 {\"promises::scene::Pos\", \"promises::scene::Visible\"}");
    Ok(())
}

#[test]
fn queries_print_how_many_rows_are_to_come() -> laige::Result<()> {
    let mut world = world(4);
    world.spawn_batch([(POS, VEL); 3])?;
    let query = world.query::<(&Pos, Without<Health>)>();
    assert_eq!(format!("{query:?}"), "Query(3 rows)");
    let mut rows = query.iter();
    rows.next();
    assert_eq!(format!("{rows:?}"), "Iter(2 rows to come)");
    assert_eq!(format!("{:?}", query.chunks()), "Chunks(3 rows to come)");
    let filter = query.iter().next().map(|(_, without)| format!("{without:?}"));
    assert_eq!(filter.as_deref(), Some("Without<promises::scene::Health>"));
    Ok(())
}

#[test]
fn ids_print_their_numbers() {
    let world = world(1);
    assert_eq!(format!("{:?}", world.component_id::<Pos>()), "Some(ComponentId(1))");
    let id = StableId::from_u64(0xAB);
    assert_eq!(
        (format!("{id:?}"), id.to_string()),
        ("StableId(00000000000000ab)".into(), "00000000000000ab".into())
    );
    assert_eq!(format!("{:?}", Entity::NONE), "Entity(0x00000000)");
}
