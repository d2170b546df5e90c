//! Schemas: which components a build knows, as text that can be kept, and what differs between two of them, in words.
//!
//! Case S03 (a changed layout is told with the component's name and field).

use laige::prelude::*;
use laige::schema::{Schema, compare};
use laige::{Fields, StableId};

#[component(id = "game.pos")]
struct Pos {
    x: f32,
    y: f32,
}

#[component(id = "game.hidden")]
struct Hidden;

#[derive(Clone, Copy, Fields)]
#[repr(u8)]
enum Metal {
    Wood = 3,
    Iron,
}

#[derive(Clone, Copy, Fields)]
#[repr(C)]
#[laige(checked)]
struct Lock {
    metal: Metal,
    keys: [u8; 3],
}

#[component(id = "game.door", checked)]
struct Door {
    locks: [Lock; 2],
    owner: Entity,
    stairs: std::num::NonZeroU32,
}

#[component(id = "game.box")]
struct Holds<T>(T, T);

#[component(id = "game.team", checked)]
#[repr(i16)]
#[derive(Debug, PartialEq)]
enum Team {
    Red = -1,
    Blue = 300,
}

fn text_of(register: impl FnOnce(&mut World) -> laige::Result<()>) -> laige::Result<String> {
    let mut world = World::new(Options::with_capacity(1))?;
    register(&mut world)?;
    Ok(world.schema().to_string())
}

#[test]
fn schema_has_a_line_for_each_component() -> laige::Result<()> {
    let text =
        text_of(|world| world.register_all::<(Pos, Hidden, Door, Holds<u32>, Team)>().map(drop))?;
    let id = StableId::of_name;
    let mut lines = [
        format!("{} 8 4 {{x: f32, y: f32}} game.pos", id("game.pos")),
        format!("{} 0 1 {{}} game.hidden", id("game.hidden")),
        format!("{} 2 2 i16(Red = -1, Blue = 300) game.team", id("game.team")),
        format!(
            "{} 16 4 {{locks: [{{metal: u8(Wood = 3, Iron = 4), keys: [u8; 3]}}; 2], owner: entity, \
             stairs: nonzero u32}} game.door",
            id("game.door")
        ),
        format!("{} 8 4 {{0: u32, 1: u32}} game.box", id("game.box").with_type(id("u32"))),
    ];
    lines.sort();
    assert_eq!(text, format!("laige schema 1\n{}\n", lines.join("\n")));
    Ok(())
}

#[test]
fn schema_does_not_depend_on_the_order_of_registration() -> laige::Result<()> {
    let one = text_of(|world| world.register_all::<(Pos, Hidden, Door)>().map(drop))?;
    let other = text_of(|world| world.register_all::<(Door, Pos, Hidden)>().map(drop))?;
    assert_eq!(one, other);
    Ok(())
}

#[test]
fn schema_comes_back_from_its_text() -> laige::Result<()> {
    let text =
        text_of(|world| world.register_all::<(Pos, Team, Hidden, Door, Holds<f32>)>().map(drop))?;
    let schema: Schema = text.parse().expect("it was written so");
    assert_eq!(schema.to_string(), text);
    Ok(())
}

#[test]
fn text_that_is_no_schema_is_refused_with_its_line() {
    let good = "00000000000000aa 8 4 {x: f32, y: [u8; 4]} game.pos";
    assert!(format!("laige schema 1\n{good}\n").parse::<Schema>().is_ok());
    for (line, bad) in [
        (1, ""),
        (1, "laige schema 2\n"),
        (2, "laige schema 1\n\n"),
        (2, "laige schema 1\nx 8 4 {} game.pos\n"),
        (2, "laige schema 1\n00000000000000aa 8 4 {x} game.pos\n"),
        (2, "laige schema 1\n00000000000000aa 8 4 {x: f32 game.pos\n"),
        (2, "laige schema 1\n00000000000000aa 8 4 {x: f32}} game.pos\n"),
        (2, "laige schema 1\n00000000000000aa 08 4 {} game.pos\n"),
        (2, "laige schema 1\naa 8 4 {} game.pos\n"),
        (2, "laige schema 1\n00000000000000aa 1 1 u8 game.pos\n"),
        (2, "laige schema 1\n00000000000000aa 1 1 {} game pos\n"),
        (2, "laige schema 1\n00000000000000aa 1 1 {} game.pos\r"),
        (2, "laige schema 1\n00000000000000aa 1 1 u8(A = 0 game.pos\n"),
        (2, "laige schema 1\n00000000000000aa 1 1 toggl game.pos\n"),
        (2, "laige schema 1\n00000000000000aa 8 4 {x: f32,} game.pos\n"),
        (2, "laige schema 1\n00000000000000aa 8 4 {x: f32, é: } \n"),
    ] {
        let error = bad.parse::<Schema>().expect_err(bad);
        assert_eq!(error.to_string(), format!("line {line} is not that of a schema"), "{bad}");
    }
    let twice = format!("laige schema 1\n{good}\n{good}\n");
    let error = twice.parse::<Schema>().expect_err("one id twice");
    assert_eq!(error.to_string(), "line 3 is not that of a schema");
    // Cut anywhere inside the line, it is refused or another name.
    for cut in 0..good.len() {
        if let Ok(schema) = format!("laige schema 1\n{}", &good[..cut]).parse::<Schema>() {
            assert!(cut == 0 || cut > good.len() - "game.pos".len() - 1, "{cut} {schema:?}");
        }
    }
}

#[test]
fn differences_are_told_in_words() {
    let schema = |lines: &[&str]| -> Schema {
        format!("laige schema 1\n{}", lines.concat()).parse().expect("a schema")
    };
    let before = schema(&[
        "0000000000000001 8 4 {x: f32, y: f32} game.pos\n",
        "0000000000000002 4 4 {hp: i32} game.health\n",
        "0000000000000003 4 2 {a: u16, b: i16} game.swap\n",
        "0000000000000004 4 4 {0: u32} game.alpha\n",
        "0000000000000005 0 1 {} game.same\n",
        "0000000000000006 4 1 {data: opaque(4)} game.foreign\n",
        "0000000000000008 0 1 {} game.tag\n",
        "0000000000000009 1 1 u8(Red = 0, Blue = 1) game.team\n",
        "000000000000000a 1 1 u8(Red = 0, Blue = 1) game.turn\n",
    ]);
    let after = schema(&[
        "0000000000000001 12 4 {x: i32, y: f32, z: f32} game.pos\n",
        "0000000000000002 4 4 {hp: i32} game.life\n",
        "0000000000000003 4 2 {b: i16, a: u16} game.swap\n",
        "0000000000000005 0 1 {} game.same\n",
        "0000000000000006 4 4 {data: opaque(4)} game.foreign\n",
        "0000000000000007 4 4 {0: u32} game.beta\n",
        "0000000000000008 0 1 toggle game.tag\n",
        "0000000000000009 1 1 u8(Blue = 0, Red = 1) game.team\n",
        "000000000000000a 1 1 {of: u8} game.turn\n",
    ]);
    let expected = "game.alpha: is in the first only\n\
                    game.beta: is in the second only\n\
                    game.foreign: alignment is 1 in the first and 4 in the second\n\
                    game.health: is called game.life in the second\n\
                    game.pos: field x is f32 in the first and i32 in the second\n\
                    game.pos: field z (f32) is in the second only\n\
                    game.swap: fields are a, b in the first and b, a in the second\n\
                    game.tag: is a toggle in the second and none in the first\n\
                    game.team: is u8(Red = 0, Blue = 1) in the first and u8(Blue = 0, Red = 1) in the second\n\
                    game.turn: is u8(Red = 0, Blue = 1) in the first and a struct in the second\n\
                    game.turn: field of (u8) is in the second only\n";
    assert_eq!(compare(&before, &after), expected);
    assert_eq!(compare(&before, &before), "");
}
