//! A world's contents through serde: JSON for people, postcard as a binary format.
//!
//! Cases S05 (tags anywhere shift nothing), S18 (any handle is harmless), S19 (a length that is a lie costs nothing), S21 (text and binary
//! formats agree), S14 (bits of floats come back).

use std::num::NonZeroU16;

use laige::prelude::*;
use laige::serial::Loaded;
use laige::{Component, Fields};
use serde::de::DeserializeSeed;

#[component(id = "game.pos")]
struct Pos {
    x: f32,
    y: f32,
}

#[component(id = "game.burning")]
struct Burning;

#[component(id = "game.asleep", toggle)]
struct Asleep;

#[component(id = "game.follows")]
struct Follows {
    target: Entity,
    steps: [u8; 3],
    _free: u8,
}

#[derive(Clone, Copy, Fields)]
#[repr(u8)]
enum Metal {
    Wood = 3,
    Iron = 200,
}

#[component(id = "game.door", checked)]
struct Door {
    letter: char,
    keys: NonZeroU16,
    open: bool,
    metal: Metal,
}

#[component(id = "game.wide")]
struct Wide {
    all: u128,
    depth: f64,
    low: i64,
}

#[resource(id = "game.score", checked)]
#[derive(Debug, PartialEq)]
struct Score {
    points: u64,
    leader: Entity,
    is_final: bool,
    _free: [u8; 3],
}

#[resource(id = "game.paused")]
struct Paused;

fn world() -> World {
    let mut world = World::new(Options::with_capacity(100)).expect("a legal capacity");
    world.register_all::<(Burning, Pos, Follows, Door, Wide, Asleep)>().expect("room");
    world
}

const TWO: NonZeroU16 = NonZeroU16::new(2).expect("two is not zero");

/// A world with every kind of value.
fn full() -> laige::Result<World> {
    let mut world = world();
    let first = world.spawn((Burning, Pos { x: 1.5, y: -0.0 }))?;
    world.spawn(())?;
    world.spawn((Follows { target: first, steps: [1, 2, 255], _free: 0 }, Asleep))?;
    world.spawn(Door { letter: 'ä', keys: TWO, open: true, metal: Metal::Iron })?;
    world.spawn((Wide { all: u128::MAX, depth: 0.1, low: i64::MIN }, Burning, Asleep))?;
    world.spawn((Follows { target: Entity::NONE, steps: [0; 3], _free: 9 }, Burning))?;
    Ok(world)
}

const JSON: &str = r#"{"entities":[
    ["0v1",{"game.burning":{},"game.pos":{"x":1.5,"y":-0.0}}],
    ["1v1",{}],
    ["2v1",{"game.follows":{"target":"0v1","steps":[1,2,255],"_free":0},"game.asleep":{}}],
    ["3v1",{"game.door":{"letter":"ä","keys":2,"open":true,"metal":"Iron"}}],
    ["4v1",{"game.burning":{},"game.wide":{"all":340282366920938463463374607431768211455,"depth":0.1,"low":-9223372036854775808},"game.asleep":{}}],
    ["5v1",{"game.burning":{},"game.follows":{"target":"none","steps":[0,0,0],"_free":9}}]
]}"#;

fn from_json(world: &mut World, text: &str) -> Result<Loaded, String> {
    let mut json = serde_json::Deserializer::from_str(text);
    let loaded = world.contents_into().deserialize(&mut json);
    loaded.and_then(|loaded| json.end().map(|()| loaded)).map_err(|error| error.to_string())
}

fn from_binary(world: &mut World, bytes: &[u8]) -> Result<Loaded, String> {
    let mut binary = postcard::Deserializer::from_bytes(bytes);
    world.contents_into().deserialize(&mut binary).map_err(|error| error.to_string())
}

#[test]
fn contents_read_well_as_json() -> laige::Result<()> {
    let text = serde_json::to_string(&full()?.contents()).expect("it can be written");
    let lines: String = JSON.lines().map(str::trim).collect();
    assert_eq!(text, lines);
    Ok(())
}

#[test]
fn contents_come_back_through_both_formats() -> laige::Result<()> {
    let expected = full()?.digest().content;
    let (mut a, mut b) = (world(), world());
    let loaded = from_json(&mut a, JSON).expect("it was written so");
    assert_eq!(loaded.entities, a.entities().collect::<Vec<_>>());
    assert_eq!(a.digest().content, expected);
    let bytes = postcard::to_allocvec(&full()?.contents()).expect("it can be written");
    from_binary(&mut b, &bytes).expect("it was written so");
    assert_eq!(b.digest().content, expected);
    Ok(())
}

/// Any bits of floats, NaN payloads and infinities included.
#[test]
fn bits_of_floats_come_back() -> laige::Result<()> {
    let numbers =
        [0x7FC0_0001, 0xFFC0_0000, 0x7F80_0000, 0x8000_0000, 1, 0x7F7F_FFFF, 0x3DCC_CCCD_u32];
    let mut before = world();
    for bits in numbers {
        let depth = f64::from_bits(u64::from(bits) << 32 | 0x1234_5679);
        before.spawn((Pos { x: f32::from_bits(bits), y: 0.3 }, Wide { all: 1, depth, low: -1 }))?;
    }
    let (mut a, mut b) = (world(), world());
    let text = serde_json::to_string(&before.contents()).expect("it can be written");
    assert!(text.contains(r#""x":"0x7fc00001""#) && text.contains(r#""x":"0x7f800000""#), "{text}");
    from_json(&mut a, &text).expect("it was written so");
    let bytes = postcard::to_allocvec(&before.contents()).expect("it can be written");
    from_binary(&mut b, &bytes).expect("it was written so");
    let expected = before.digest().content;
    assert_eq!([a.digest().content, b.digest().content], [expected; 2]);
    Ok(())
}

#[test]
fn fields_may_come_in_any_order_among_others_and_in_other_widths() {
    let mut world = world();
    let text = r#"{"version":7,"entities":[["9v9",{
        "game.pos":{"z":[1,{"a":null}],"y":2,"x":1.25},
        "game.door":{"metal":3,"open":false,"keys":65535,"letter":"x","lock":"none"},
        "game.wide":{"low":-5,"all":18446744073709551616,"depth":-3}
    }]]}"#;
    let loaded = from_json(&mut world, text).expect("it is right");
    let [entity] = loaded.entities[..] else { panic!("one entity") };
    let pos = world.get::<Pos>(entity).expect("it was loaded");
    assert_eq!((pos.x.to_bits(), pos.y.to_bits()), (1.25_f32.to_bits(), 2.0_f32.to_bits()));
    let door = world.get::<Door>(entity).expect("it was loaded");
    assert!(matches!(door.metal, Metal::Wood) && !door.open && door.letter == 'x');
    assert_eq!(door.keys.get(), u16::MAX);
    let wide = world.get::<Wide>(entity).expect("it was loaded");
    assert_eq!((wide.all, wide.low, wide.depth.to_bits()), (1 << 64, -5, (-3.0_f64).to_bits()));
}

#[test]
fn entities_are_loaded_beside_others_and_find_each_other() -> laige::Result<()> {
    let mut world = world();
    let old = world.spawn_batch([Burning; 3])?.to_vec();
    let text = r#"{"entities":[
        ["7v2",{"game.follows":{"target":"8v1","steps":[0,0,0],"_free":0}}],
        ["8v1",{"game.follows":{"target":"7v1","steps":[0,0,0],"_free":0}}]
    ]}"#;
    let loaded = from_json(&mut world, text).expect("it is right");
    let targets: Vec<Entity> =
        loaded.entities.iter().map(|&e| world.get::<Follows>(e).expect("loaded").target).collect();
    // The second one's target was dead: 7 lives in generation 2.
    assert_eq!(targets, [loaded.entities[1], Entity::NONE]);
    assert!(old.iter().all(|&entity| world.has::<Burning>(entity)));
    assert_eq!(world.entity_count(), 5);
    Ok(())
}

#[test]
fn what_is_wrong_is_told_and_changes_nothing() -> laige::Result<()> {
    let mut world = full()?;
    let before = world.digest();
    let cases = [
        (r#"{"entities":[["0v1",{"game.pos":{"x":1}}]]}"#, "missing field `y`"),
        (r#"{"entities":[["0v1",{"game.pos":{"x":1,"x":2,"y":1}}]]}"#, "duplicate field `x`"),
        (r#"{"entities":[["0v1",{"game.pos":{"x":true,"y":1}}]]}"#, "invalid type: boolean"),
        (r#"{"entities":[["0v1",{"game.pos":{"x":"0x12","y":1}}]]}"#, "expected f32"),
        (r#"{"entities":[["0v1",{"game.poz":{}}]]}"#, "a component that is registered"),
        (r#"{"entities":[["0v1",{"game.burning":{},"game.burning":{}}]]}"#, "duplicate field"),
        (r#"{"entities":[["0v1",{}],["0v2",{}]]}"#, "each slot once"),
        (r#"{"entities":[["0w1",{}]]}"#, "an entity like"),
        (r#"{"entities":[["0v1"]]}"#, "an entity and its components"),
        ("{}", "missing field `entities`"),
        (r#"{"entities":[],"entities":[]}"#, "duplicate field `entities`"),
    ];
    for (text, expected) in cases {
        let error = from_json(&mut world, text).expect_err(text);
        assert!(error.contains(expected), "{text}: {error}");
    }
    let door = |field: &str, value: &str| {
        let fields = [("letter", "\"a\""), ("keys", "2"), ("open", "true"), ("metal", "\"Iron\"")];
        let fields = fields.map(|(name, usual)| {
            format!("\"{name}\":{}", if name == field { value } else { usual })
        });
        format!(r#"{{"entities":[["0v1",{{"game.door":{{{}}}}}]]}}"#, fields.join(","))
    };
    assert!(from_json(&mut self::world(), &door("", "")).is_ok());
    for (field, value) in [
        ("letter", "\"ab\""),
        ("letter", "7"),
        ("keys", "0"),
        ("keys", "65536"),
        ("keys", "-1"),
        ("keys", "2.5"),
        ("open", "1"),
        ("metal", "4"),
        ("metal", "\"Gold\""),
    ] {
        assert!(from_json(&mut world, &door(field, value)).is_err(), "{field}: {value}");
    }
    let many = vec![r#"["NUMBERv1",{}]"#; 95];
    let many = (10..).zip(many).map(|(n, text)| text.replace("NUMBER", &n.to_string()));
    let text = format!(r#"{{"entities":[{}]}}"#, many.collect::<Vec<_>>().join(","));
    let error = from_json(&mut world, &text).expect_err("there is no room for so many");
    assert!(error.contains("100"), "{error}");
    assert_eq!(world.digest(), before);
    Ok(())
}

#[test]
fn cut_anywhere_it_is_refused_and_changes_nothing() -> laige::Result<()> {
    let bytes = postcard::to_allocvec(&full()?.contents()).expect("it can be written");
    let mut world = full()?;
    let before = world.digest();
    for cut in 0..bytes.len() {
        assert!(from_binary(&mut world, &bytes[..cut]).is_err(), "{cut}");
    }
    for cut in (0..JSON.len()).filter(|&cut| JSON.is_char_boundary(cut)) {
        assert!(from_json(&mut world, &JSON[..cut]).is_err(), "{cut}");
    }
    // A map of one entry, "entities", and a list of 2^60 entities.
    let mut lie = b"\x01\x08entities".to_vec();
    lie.extend([0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x10]);
    assert!(from_binary(&mut world, &lie).is_err());
    assert_eq!(world.digest(), before);
    Ok(())
}

#[test]
fn names_that_several_types_have_are_told_apart() -> laige::Result<()> {
    #[component(id = "game.box")]
    struct Holds<T>(T);
    let make = || -> laige::Result<World> {
        let mut world = World::new(Options::with_capacity(4))?;
        world.register_all::<(Holds<u32>, Holds<f32>)>()?;
        Ok(world)
    };
    let mut before = make()?;
    before.spawn((Holds(7_u32), Holds(0.5_f32)))?;
    let text = serde_json::to_string(&before.contents()).expect("it can be written");
    assert!(text.contains(&format!("game.box#{}", <Holds<u32>>::STABLE_ID)), "{text}");
    let mut after = make()?;
    from_json(&mut after, &text).expect("it was written so");
    assert_eq!(after.digest().content, before.digest().content);
    Ok(())
}

#[test]
fn each_entity_is_spawned_where_it_belongs() -> laige::Result<()> {
    // Inserted one by one, three components would bear three archetypes.
    let make = |max| -> laige::Result<World> {
        let mut world = World::new(Options::with_capacity(10).max_archetypes(max))?;
        world.register_all::<(Burning, Pos, Follows, Asleep)>()?;
        Ok(world)
    };
    let mut before = make(2)?;
    let all = (
        Burning,
        Pos { x: 1.0, y: 2.0 },
        Follows { target: Entity::NONE, steps: [1; 3], _free: 0 },
        Asleep,
    );
    before.spawn(all)?;
    before.spawn((Pos { x: 3.0, y: 4.0 }, Burning))?;
    let text = serde_json::to_string(&before.contents()).expect("it can be written");
    let mut after = make(2)?;
    from_json(&mut after, &text).expect("it has room for two archetypes");
    assert_eq!(after.digest(), before.digest());
    assert_eq!(after.archetype_stats().total_inserts, 0);

    let mut small = make(1)?;
    let bare = small.spawn_empty()?;
    let unchanged = small.digest();
    let error = from_json(&mut small, &text).expect_err("there are two archetypes");
    assert!(error.contains("archetype"), "{error}");
    assert_eq!((small.digest(), small.archetype_count()), (unchanged, 0));
    assert_eq!((small.stats().total_spawned, small.spawn_empty()? > bare), (1, true));
    crate::scene::audited(&small);
    Ok(())
}

#[test]
fn resources_come_with_the_entities_they_name() -> laige::Result<()> {
    let mut before = world();
    before.spawn_empty()?;
    let leader = before.spawn(Burning)?;
    before.insert_resource(Score { points: 7, leader, is_final: true, _free: [0, 1, 2] });
    before.insert_resource(Paused);
    let text = serde_json::to_string(&before.contents()).expect("it can be written");
    let expected = r#""resources":{"game.score":{"points":7,"leader":"1v1","is_final":true,"_free":[0,1,2]},"game.paused":{}}}"#;
    assert!(text.ends_with(expected), "{text}");
    let bytes = postcard::to_allocvec(&before.contents()).expect("it can be written");

    for as_text in [true, false] {
        let mut after = world();
        after.spawn_empty()?;
        after.insert_resource(Paused);
        let score = Score { points: 0, leader: Entity::NONE, is_final: false, _free: [9; 3] };
        after.insert_resource(score);
        let loaded =
            if as_text { from_json(&mut after, &text) } else { from_binary(&mut after, &bytes) };
        let loaded = loaded.expect("it was written so");
        let score =
            Score { points: 7, leader: loaded.entities[1], is_final: true, _free: [0, 1, 2] };
        assert_eq!(after.resource::<Score>(), Some(&score));
    }

    // What the world does not know, or what is no value, is refused.
    let (mut ignorant, mut knowing) = (world(), world());
    knowing.register_resource::<Score>();
    let before = (ignorant.digest(), knowing.digest());
    let error = from_json(&mut ignorant, &text).expect_err("it knows no score");
    assert!(error.contains("a resource that is known"), "{error}");
    assert!(from_binary(&mut ignorant, &bytes).is_err());
    for wrong in [
        r#"{"entities":[["0v1",{}]],"resources":{"game.score":{"points":1}}}"#,
        r#"{"resources":{"game.score":{"points":1,"leader":"none","is_final":2,"_free":[0,0,0]}},"entities":[]}"#,
        r#"{"entities":[],"resources":{},"resources":{}}"#,
    ] {
        assert!(from_json(&mut knowing, wrong).is_err(), "{wrong}");
    }
    assert_eq!((ignorant.digest(), knowing.digest()), before);
    assert!(!knowing.has_resource::<Score>());
    Ok(())
}
