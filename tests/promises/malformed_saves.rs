//! Bytes that are no save are refused with what is wrong and where, whatever they are; and what is accepted is saved again as it came.
//!
//! Cases S01 and S19 (lengths and counts at their extremes), S03 (changed layouts), S23 (parts that disagree), S24 (future versions, wrong magic).

use laige::prelude::*;
use laige::save::{LoadError, LoadFault, SavePart};
use laige::{ErrorCode, Snapshot, StableId};
use twox_hash::XxHash3_128;

use crate::scene::audited;

#[component(id = "save.follows")]
struct Follows {
    target: Entity,
    before: [Entity; 2],
    weight: u16,
    steps: u16,
}

#[component(id = "save.first")]
struct First;

#[component(id = "save.last", checked)]
struct Last {
    open: bool,
    letter: Letter,
}

#[derive(Clone, Copy, laige::Fields)]
#[repr(u8)]
enum Letter {
    One = 1,
    Nine = 9,
}

#[component(id = "save.asleep", toggle)]
struct Asleep;

#[component(id = "save.clock", checked)]
struct Clock {
    owner: Entity,
    running: bool,
    paused: bool,
    days: [u8; 2],
}

impl Resource for Clock {
    type Part = laige::__private::State;
    const NAME: &'static str = "save.clock";
}

fn empty(options: Options) -> World {
    let mut world = World::new(options).expect("legal options");
    world.register_all::<(Follows, First, Last, Asleep)>().expect("four types");
    world.register_resource::<Clock>();
    world
}

fn options() -> Options {
    Options::with_capacity(20)
}

/// Five entities in slots 0 to 4, and two that are gone.
fn world() -> laige::Result<World> {
    let mut world = empty(options());
    let bare = world.spawn_empty()?;
    world.insert(bare, Asleep)?;
    let first = world.spawn(First)?;
    world.spawn(Last { open: true, letter: Letter::Nine })?;
    world.spawn(Follows { target: first, before: [bare, Entity::NONE], weight: 1, steps: 2 })?;
    world.spawn(First)?;
    for gone in [world.spawn_empty()?, world.spawn_empty()?] {
        world.despawn(gone)?;
    }
    world.insert_resource(Clock { owner: bare, running: true, paused: false, days: [3, 4] });
    Ok(world)
}

/// The bytes of its save.
fn bytes() -> Vec<u8> {
    world().and_then(|mut world| world.snapshot().to_bytes()).expect("it can be saved")
}

fn load(bytes: &[u8]) -> Result<Snapshot, LoadError> {
    Snapshot::from_bytes(bytes, &empty(options()))
}

/// Makes the length in the header and the hash at the end right.
fn seal(mut bytes: Vec<u8>) -> Vec<u8> {
    let (length, end) = (bytes.len() as u64, bytes.len() - 16);
    bytes[16..24].copy_from_slice(&length.to_le_bytes());
    let hash = XxHash3_128::oneshot(&bytes[..end]);
    bytes[end..].copy_from_slice(&hash.to_le_bytes());
    bytes
}

/// Where the sections begin behind their heads, by number, and how long they are.
fn sections(bytes: &[u8]) -> Vec<(u32, usize, usize)> {
    let (mut at, mut found) = (24, Vec::new());
    while at < bytes.len() - 16 {
        let number = u32::from_le_bytes(bytes[at..at + 4].try_into().expect("4 bytes"));
        let length = u64::from_le_bytes(bytes[at + 4..at + 12].try_into().expect("8 bytes"));
        found.push((number, at + 12, length as usize));
        at += 12 + length as usize;
    }
    found
}

fn start_of(bytes: &[u8], part: SavePart) -> usize {
    let section = sections(bytes).into_iter().find(|&(number, ..)| number == part as u32);
    section.expect("the section is there").1
}

/// Accepted bytes are what the snapshot is saved as, and the world of it is sound. The options are the world's, so they are left out.
fn accepted(bytes: &[u8], snapshot: &Snapshot, what: &str) {
    let again = snapshot.to_bytes().expect("it can be saved");
    let behind = start_of(&again, SavePart::Options) + 14 * 8;
    let (kept, end) = (bytes.len().min(again.len()), again.len() - 16);
    assert_eq!(bytes.len(), again.len(), "{what}");
    assert_eq!(bytes[behind..end.min(kept)], again[behind..end], "{what}");
    let mut world = empty(options());
    world.restore(snapshot).expect("it is for such worlds");
    audited(&world);
}

#[test]
fn every_truncation_is_found() {
    let whole = bytes();
    assert!(load(&whole).is_ok());
    let mut without_resources = 0;
    for length in 0..whole.len() {
        let error = load(&whole[..length]).expect_err("it is cut off");
        assert_eq!((error.code(), error.part), (ErrorCode::MalformedInput, SavePart::Header));
        // Cut off and sealed again: some section is missing, or cut. Without the last one it is a world without resources.
        if length >= 40 {
            let cut = seal(whole[..length].to_vec());
            match load(&cut) {
                Err(error) => assert_eq!(error.code(), ErrorCode::MalformedInput, "{error}"),
                Ok(snapshot) => {
                    accepted(&cut, &snapshot, "the last section is left out");
                    without_resources += 1;
                }
            }
        }
    }
    assert_eq!(without_resources, 1);
    let longer = [&whole[..], &[0]].concat();
    let error = load(&longer).expect_err("a byte too many");
    assert_eq!(
        error.to_string(),
        format!(
            "save, byte 16, header: it says to have {} bytes, and has {}",
            whole.len(),
            longer.len()
        )
    );
}

#[test]
fn every_flipped_bit_is_found() {
    let whole = bytes();
    for place in 0..whole.len() * 8 {
        let mut flipped = whole.clone();
        flipped[place / 8] ^= 1 << (place % 8);
        let error = load(&flipped).expect_err("a bit is flipped");
        let part = if place < 24 * 8 { SavePart::Header } else { SavePart::Checksum };
        assert_eq!((error.code(), error.part), (ErrorCode::MalformedInput, part), "{place}");
    }
}

#[test]
fn flipped_bits_under_a_right_hash_are_refused_or_another_state() {
    let whole = bytes();
    let (mut refused, mut taken) = (0, 0);
    for place in 24 * 8..(whole.len() - 16) * 8 {
        let mut flipped = whole.clone();
        flipped[place / 8] ^= 1 << (place % 8);
        let flipped = seal(flipped);
        match load(&flipped) {
            Ok(snapshot) => {
                accepted(&flipped, &snapshot, &format!("bit {place}"));
                taken += 1;
            }
            Err(error) => {
                assert!(error.offset >= 24 && error.offset < whole.len() as u64, "{error}");
                refused += 1;
            }
        }
    }
    assert!(refused > 2_000 && taken > 500, "{refused} {taken}");
}

#[test]
fn numbers_at_their_extremes_are_refused_or_another_state() {
    let whole = bytes();
    for at in 24..whole.len() - 16 - 8 {
        for number in [0_u64, 1, u64::from(u32::MAX) - 1, u32::MAX.into(), u64::MAX - 1, u64::MAX] {
            for width in [4, 8] {
                let mut changed = whole.clone();
                changed[at..at + width].copy_from_slice(&number.to_le_bytes()[..width]);
                let changed = seal(changed);
                if let Ok(snapshot) = load(&changed) {
                    accepted(&changed, &snapshot, &format!("{number} at {at}"));
                }
            }
        }
    }
}

/// The place of a component among those of the save.
fn place(name: &str) -> u32 {
    let mut ids = ["save.follows", "save.first", "save.last", "save.asleep"].map(StableId::of_name);
    ids.sort_unstable();
    ids.iter().position(|&id| id == StableId::of_name(name)).expect("one of them") as u32
}

/// Something is written into a section: where in it and what, where the fault is then found, and which it is.
type Case<'a> = (SavePart, usize, &'a [u8], usize, LoadFault);

fn refuses(cases: &[Case<'_>]) {
    let whole = bytes();
    for (part, at, patch, found, fault) in cases {
        let start = start_of(&whole, *part);
        let mut changed = whole.clone();
        changed[start + at..start + at + patch.len()].copy_from_slice(patch);
        let error = load(&seal(changed)).err();
        let error = error.map(|error| (error.part, error.offset as usize - start, error.fault));
        assert_eq!(error, Some((*part, *found, fault.clone())), "{part} {at}");
    }
}

fn number(what: &'static str, found: u64, least: u64, most: u64) -> LoadFault {
    LoadFault::Number { what, found, least, most }
}

#[test]
fn faults_of_slots_are_named() {
    // 7 known, 7 taken, at most 7 at a time, 7 spawned; the generations; 2 released, 6 before 5.
    let half = |number: u32| number.to_le_bytes();
    let whole = bytes();
    let start = start_of(&whole, SavePart::Slots);
    assert_eq!(whole[start..start + 12], [half(7); 3].concat());
    assert_eq!(whole[start + 48..start + 60], [half(2), half(6), half(5)].concat());
    let most = (1 << 24) - 1;
    let peak = "most entities at a time";
    refuses(&[
        (SavePart::Slots, 0, &half(21), 0, number("slots known", 21, 0, 20)),
        (SavePart::Slots, 4, &half(8), 4, number("slots taken", 8, 0, 7)),
        (SavePart::Slots, 4, &half(6), 52, LoadFault::SlotUntaken(6)),
        (SavePart::Slots, 8, &half(21), 8, number(peak, 21, 0, 20)),
        (SavePart::Slots, 8, &half(4), 8, number(peak, 4, 5, 20)),
        (SavePart::Slots, 20, &half(1 << 24), 20, number("the generation", 1 << 24, 0, most)),
        (SavePart::Slots, 40, &half(0), 56, LoadFault::SlotRetired(5)),
        (SavePart::Slots, 48, &half(3), 52, LoadFault::Cut { wanted: 12, left: 8 }),
        (SavePart::Slots, 48, &half(1), 56, LoadFault::Leftover(4)),
        (SavePart::Slots, 52, &half(5), 56, LoadFault::SlotRepeated(5)),
        (SavePart::Slots, 56, &half(7), 56, LoadFault::SlotUntaken(7)),
        (SavePart::Slots, 56, &half(u32::MAX), 56, LoadFault::SlotUntaken(u32::MAX)),
    ]);
}

/// A world counts on from what a save says, and would come to an end: found by a fuzz target.
#[test]
fn what_was_counted_leaves_room_to_count_on() {
    let too_many = (1_u64 << 63).to_le_bytes();
    let fault = |what| number(what, 1 << 63, 0, u64::MAX / 2);
    refuses(&[
        (SavePart::Slots, 12, &too_many, 12, fault("entities spawned")),
        (SavePart::Counters, 0, &too_many, 0, fault("components inserted")),
        (SavePart::Counters, 8, &too_many, 8, fault("components removed")),
        (SavePart::Counters, 16, &too_many, 16, fault("toggles set and taken back")),
        (SavePart::Counters, 24, &too_many, 24, fault("what was counted in this frame")),
    ]);
    for (part, at) in [(SavePart::Slots, 12), (SavePart::Counters, 0), (SavePart::Counters, 24)] {
        let most = edited(part, |section| {
            section[at..at + 8].copy_from_slice(&(u64::MAX / 2).to_le_bytes());
        });
        let (mut world, snapshot) = (empty(options()), load(&most).expect("it is below 2^63"));
        assert_eq!(world.restore(&snapshot), Ok(()));
        let entity = world.spawn(First).expect("there is room");
        assert_eq!(world.insert(entity, Last { open: true, letter: Letter::One }), Ok(()));
        assert_eq!(world.despawn(entity), Ok(()));
    }
}

#[test]
fn faults_of_rows_are_named() {
    let half = |number: u32| number.to_le_bytes();
    let whole = bytes();
    let (_, start, length) = sections(&whole)[3];
    assert_eq!((start, length), (start_of(&whole, SavePart::Archetypes), 126));
    let [first, asleep] = ["save.first", "save.asleep"].map(place);
    // Archetypes at 4 (slot 0, asleep), 32 (slots 1 and 4), 56 (slot 2), 78 (slot 3).
    assert_eq!(whole[start + 36..start + 52], [half(first), half(2), half(1), half(4)].concat());
    let part = SavePart::Archetypes;
    let components = "number of components";
    let what = "number of a component";
    refuses(&[
        (part, 0, &half(0), 0, number("number of archetypes", 0, 1, u32::MAX.into())),
        (part, 0, &half(3), 78, LoadFault::Unused("save.follows")),
        (part, 4, &half(1), 4, number(components, 1, 0, 0)),
        (part, 12, &half(7), 12, LoadFault::SlotUntaken(7)),
        (part, 12, &half(5), 12, LoadFault::SlotRepeated(5)),
        (part, 16, &half(5), 16, number("number of toggles", 5, 0, 4)),
        (part, 20, &half(4), 20, number(what, 4, 0, 3)),
        (part, 20, &half(first), 20, LoadFault::ToggleMisplaced("save.first")),
        (part, 24, &[0], 24, LoadFault::Bits("save.asleep")),
        (part, 24, &[3], 24, LoadFault::Bits("save.asleep")),
        (part, 31, &[1], 24, LoadFault::Bits("save.asleep")),
        (part, 32, &half(5), 32, number(components, 5, 0, 4)),
        (part, 36, &half(asleep), 36, LoadFault::ToggleMisplaced("save.asleep")),
        (part, 40, &half(1 << 30), 44, LoadFault::Cut { wanted: 1 << 32, left: 82 }),
        (part, 44, &half(4), 48, LoadFault::Order("slots of rows")),
        (part, 48, &half(1), 48, LoadFault::Order("slots of rows")),
        (part, 44, &half(0), 44, LoadFault::SlotRepeated(0)),
        (part, 48, &half(20), 48, LoadFault::SlotUntaken(20)),
        (part, 72, &[2], 72, LoadFault::Value("save.last")),
        (part, 73, &[2], 72, LoadFault::Value("save.last")),
        (part, 94, &half(256), 94, LoadFault::Handle { slot: 256, generation: 1 }),
        (part, 114, &half(1 << 24), 110, LoadFault::Handle { slot: 0, generation: 1 << 24 }),
    ]);
}

/// Replaces one section by what `edit` makes of it; without bytes it is left out.
fn edited(part: SavePart, edit: impl Fn(&mut Vec<u8>)) -> Vec<u8> {
    let whole = bytes();
    let mut made = whole[..24].to_vec();
    for (number, start, length) in sections(&whole) {
        let mut section = whole[start..start + length].to_vec();
        if number == part as u32 {
            edit(&mut section);
        }
        if !section.is_empty() {
            made.extend(number.to_le_bytes());
            made.extend((section.len() as u64).to_le_bytes());
            made.extend(section);
        }
    }
    made.extend([0; 16]);
    seal(made)
}

/// The part at fault, the place in it, and the fault.
fn refused(bytes: &[u8], part: SavePart) -> (SavePart, usize, LoadFault) {
    let start = start_of(bytes, part);
    let error = load(bytes).expect_err("it is refused");
    (error.part, error.offset as usize - start, error.fault)
}

const PARTS: [SavePart; 6] = [
    SavePart::Options,
    SavePart::Components,
    SavePart::Slots,
    SavePart::Archetypes,
    SavePart::Counters,
    SavePart::Resources,
];

#[test]
fn sections_are_there_once_in_order_and_end_where_they_say() {
    for part in PARTS {
        let longer = edited(part, |section| section.push(0));
        let end = sections(&longer)[part as usize - 1].2 - 1;
        assert_eq!(refused(&longer, part), (part, end, LoadFault::Leftover(1)));
        let without = edited(part, Vec::clear);
        let error = load(&without);
        match part {
            SavePart::Components => {
                let fault = number("number of toggles", 1, 0, 0);
                assert_eq!(error.map_err(|error| error.fault).err(), Some(fault));
            }
            SavePart::Resources => assert!(error.is_ok(), "a world without any"),
            _ => {
                let error = error.expect_err("it is missing");
                let end = without.len() as u64 - 16;
                assert_eq!((error.part, error.offset), (part, end));
                assert_eq!(error.fault, LoadFault::Missing);
            }
        }
    }
    let whole = bytes();
    let found = sections(&whole);
    let section = |place: usize| &whole[found[place].1 - 12..found[place].1 + found[place].2];
    let sealed = |parts: &[&[u8]]| seal([&whole[..24], &parts.concat(), &[0; 16]].concat());
    let all: Vec<&[u8]> = (0..6).map(section).collect();
    let strange = [&99_u32.to_le_bytes()[..], &[0; 8]].concat();
    for (parts, number) in [
        ([&all[..], &[&strange]].concat(), 99),
        ([&all[..], &all[5..]].concat(), 6),
        ([&all[1..2], &all[..1], &all[2..]].concat(), 1),
        ([&[&[0; 12][..]], &all[..]].concat(), 0),
    ] {
        let error = load(&sealed(&parts)).expect_err("refused");
        assert_eq!((error.part, error.fault), (SavePart::Header, LoadFault::Section(number)));
    }
    assert!(load(&sealed(&all)).is_ok());
}

#[test]
fn headers_of_other_files_versions_and_kinds_are_told_apart() {
    let whole = bytes();
    let fault_of = |at: usize, patch: &[u8]| {
        let mut changed = whole.clone();
        changed[at..at + patch.len()].copy_from_slice(patch);
        let error = load(&changed).expect_err("refused");
        assert_eq!(error.part, SavePart::Header);
        (error.offset, error.fault)
    };
    assert_eq!(fault_of(0, b"LGRP"), (0, LoadFault::Magic));
    assert_eq!(fault_of(8, &[2]), (8, LoadFault::Version(2)));
    assert_eq!(
        fault_of(8, &[0, 0, 0, 1]),
        (8, LoadFault::Version(1 << 24)),
        "the other byte order"
    );
    assert_eq!(fault_of(12, &[9]), (12, LoadFault::Kind(9)));
    let error = load(b"GIF89a").expect_err("a picture");
    assert_eq!((error.offset, error.fault), (0, LoadFault::Magic));
    assert!(load(b"").is_err());
}

#[test]
fn parts_that_disagree_are_refused() {
    let half = |number: u32| number.to_le_bytes();
    let stray = edited(SavePart::Slots, |section| {
        section[0..8].copy_from_slice(&[half(8); 2].concat());
        section.splice(48..48, half(1));
    });
    let expected = (SavePart::Slots, 48, LoadFault::SlotStray(7));
    assert_eq!(refused(&stray, SavePart::Slots), expected);
    let more = edited(SavePart::Slots, |section| {
        section[0] = 8;
        section.splice(48..48, half(1));
    });
    let expected = (SavePart::Slots, 48, number("the generation", 1, 2, (1 << 24) - 1));
    assert_eq!(refused(&more, SavePart::Slots), expected, "it is as if it were not known");
    let twice = edited(SavePart::Archetypes, |section| {
        section[0] = 5;
        section.extend([half(1), half(place("save.last")), half(0), half(0)].concat());
    });
    let expected = (SavePart::Archetypes, 126, LoadFault::Repeated("the archetype"));
    assert_eq!(refused(&twice, SavePart::Archetypes), expected);
    let unsorted = edited(SavePart::Archetypes, |section| {
        section[0] = 5;
        section.extend([half(2), half(1), half(1), half(0), half(0)].concat());
    });
    let expected = (SavePart::Archetypes, 134, LoadFault::Order("components of an archetype"));
    let found = refused(&unsorted, SavePart::Archetypes);
    assert!(found == expected || place("save.asleep") == 1, "{found:?}");
}

/// The save with its text of components or resources changed.
fn with_text(part: SavePart, edit: impl Fn(&str) -> String) -> Vec<u8> {
    edited(part, |section| {
        let length = u64::from_le_bytes(section[..8].try_into().expect("8 bytes")) as usize;
        let text = edit(core::str::from_utf8(&section[8..8 + length]).expect("a text"));
        section.splice(8..8 + length, text.bytes());
        section[..8].copy_from_slice(&(text.len() as u64).to_le_bytes());
    })
}

#[test]
fn types_that_the_world_knows_otherwise_are_named() {
    let fault = |part, edit: fn(&str) -> String| load(&with_text(part, edit)).err();
    let fault = |part, edit| fault(part, edit).map(|error| (error.part, error.code(), error.fault));
    let (components, resources) = (SavePart::Components, SavePart::Resources);
    let other = |part, name, difference: &str| {
        let difference = difference.into();
        Some((part, ErrorCode::InvalidArgument, LoadFault::Layout { name, difference }))
    };
    assert_eq!(
        fault(components, |text| text.replace("weight: u16", "weight: i16")),
        other(components, "save.follows", "field weight is i16 in the first and u16 in the second"),
    );
    assert_eq!(
        fault(components, |text| text
            .replace("weight: u16, steps: u16", "steps: u16, weight: u16")),
        other(
            components,
            "save.follows",
            "fields are target, before, steps, weight in the first and target, before, weight, steps in the second",
        ),
    );
    assert_eq!(
        fault(components, |text| text.replace("toggle", "{}")),
        other(components, "save.asleep", "is a toggle in the second and none in the first"),
    );
    assert_eq!(
        fault(resources, |text| text.replace(", paused: bool", "")),
        other(resources, "save.clock", "field paused (bool) is in the second only"),
    );
    let unknown = |part, fault| Some((part, ErrorCode::InvalidArgument, fault));
    let few = |known: bool| {
        let mut world = World::new(options()).expect("legal options");
        if known {
            world.register_all::<(Follows, First, Last, Asleep)>().expect("four types");
        }
        let error = Snapshot::from_bytes(&bytes(), &world).expect_err("a type is missing");
        Some((error.part, error.code(), error.fault))
    };
    let lowest = ["save.follows", "save.first", "save.last", "save.asleep"]
        .into_iter()
        .find(|name| place(name) == 0)
        .expect("four of them");
    assert_eq!(few(false), unknown(components, LoadFault::UnknownComponent(lowest.into())));
    assert_eq!(few(true), unknown(resources, LoadFault::UnknownResource("save.clock".into())));
    let malformed = |part, what| Some((part, ErrorCode::MalformedInput, LoadFault::Text(what)));
    let schema = malformed(components, "a schema with a line for each type");
    assert_eq!(fault(components, |text| text.replace("schema 1", "schema 2")), schema);
    assert_eq!(fault(components, |text| text.trim_end().into()), schema);
    let line = malformed(components, "a line of a schema");
    assert_eq!(fault(components, |text| text.replace('{', "[")), line);
    assert_eq!(fault(components, |text| text.replacen('\n', "\n\n", 1)), line);
    let order = |text: &str| {
        let mut lines: Vec<&str> = text.lines().collect();
        lines.swap(1, 2);
        lines.join("\n") + "\n"
    };
    let expected = Some((components, ErrorCode::MalformedInput, LoadFault::Order("components")));
    assert_eq!(fault(components, order), expected);
}
