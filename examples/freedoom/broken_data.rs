//! Tests that broken data is refused and never breaks the program: every truncation and every flipped bit of a small wad.
//! The wad is made here, so that each test knows every byte of it.

use super::arguments::data_file;
use super::crowd::Crowd;
use super::demo::Demo;
use super::fault::Fault;
use super::geometry::Vec2;
use super::level::{Level, Mover};
use super::motion::Walk;
use super::steering::Steering;
use super::things::things_of;
use super::wad::Wad;

use laige::Entity;

/// Little-endian words.
fn words(words: &[u16]) -> Vec<u8> {
    words.iter().flat_map(|word| word.to_le_bytes()).collect()
}

/// The lumps of a square room of 256 units, with a step across its middle, and of a demo.
fn lumps() -> Vec<(&'static str, Vec<u8>)> {
    let line = |from: u16, to: u16, right: u16, left: u16| words(&[from, to, 4, 0, 0, right, left]);
    let none = 0xFFFF;
    let linedefs = [
        line(0, 1, 0, none),
        line(1, 2, 0, none),
        line(2, 3, 1, none),
        line(3, 0, 1, none),
        line(1, 3, 0, 1),
    ];
    let side = |sector: u16| [vec![0; 28], words(&[sector])].concat();
    let sector = |floor: u16| [words(&[floor, 128]), vec![0; 22]].concat();
    vec![
        ("E1M1", Vec::new()),
        ("THINGS", words(&[64, 64, 90, 1, 7, 192, 192, 0, 3001, 7])),
        ("LINEDEFS", linedefs.concat()),
        ("SIDEDEFS", [side(0), side(1)].concat()),
        ("VERTEXES", words(&[0, 0, 0, 255, 255, 255, 255, 0])),
        ("SECTORS", [sector(0), sector(8)].concat()),
        ("BLOCKMAP", words(&[0, 0, 2, 2, 8, 8, 8, 8, 0, 0, 1, 2, 3, 4, none])),
        ("DEMO1", vec![109, 3, 1, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 50, 0, 0, 0, 0x80]),
    ]
}

/// Puts lumps into a wad.
fn wad_of(lumps: &[(&str, Vec<u8>)]) -> Vec<u8> {
    let number = |n: usize| i32::try_from(n).expect("a small wad").to_le_bytes();
    let (mut body, mut directory) = (Vec::new(), Vec::new());
    for (name, bytes) in lumps {
        let mut padded = [0; 8];
        padded[..name.len()].copy_from_slice(name.as_bytes());
        directory.extend([number(12 + body.len()), number(bytes.len())].concat());
        directory.extend(padded);
        body.extend(bytes);
    }
    [b"PWAD".as_slice(), &number(lumps.len()), &number(12 + body.len()), &body, &directory].concat()
}

/// Reads all there is in a wad, and moves and looks about in its level.
fn use_all(bytes: Vec<u8>) -> Result<(), Fault> {
    let wad = Wad::parse(bytes)?;
    let map = wad.map("E1M1").ok_or(Fault::NoMap { map: "E1M1".to_owned() })?;
    let things = things_of(&wad, map)?;
    let level = Level::parse(&wad, map)?;
    Demo::parse(wad.lump("DEMO1").ok_or(Fault::NoDemo { demo: "DEMO1".to_owned() })?)?;
    let crowd = Crowd::default();
    let walk = Walk {
        level: &level,
        crowd: &crowd,
        who: Entity::NONE,
        mover: Mover::Player,
        radius: 16.0,
    };
    for thing in &things {
        walk.slide(thing.at, Vec2::new(90.0, -70.0));
        level.sees(thing.at, Vec2::new(-5000.0, 900.0));
    }
    Steering::new(&level);
    Ok(())
}

#[test]
fn the_small_wad_is_whole() {
    use_all(wad_of(&lumps())).expect("nothing is wrong with it");
}

#[test]
fn every_truncation_is_refused() {
    let whole = wad_of(&lumps());
    for length in 0..whole.len() {
        assert!(use_all(whole[..length].to_vec()).is_err(), "cut to {length} bytes");
    }
}

#[test]
fn every_truncated_lump_is_refused_or_harmless() {
    for index in 1..lumps().len() {
        let mut cut = lumps();
        while cut[index].1.pop().is_some() {
            let outcome = use_all(wad_of(&cut));
            assert!(
                outcome.is_err() || cut[index].0 == "THINGS",
                "{} of {}",
                cut[index].1.len(),
                cut[index].0
            );
        }
    }
}

#[test]
fn every_missing_lump_is_named() {
    for index in 1..lumps().len() {
        let mut fewer = lumps();
        let (name, _) = fewer.remove(index);
        let fault = use_all(wad_of(&fewer)).expect_err("a lump is missing");
        assert!(fault.to_string().contains(name), "{fault}");
    }
}

#[test]
fn flipped_bits_are_refused_or_harmless() {
    let whole = wad_of(&lumps());
    for place in 0..whole.len() {
        for mask in [1, 2, 4, 8, 16, 32, 64, 128, 0xFF] {
            let mut broken = whole.clone();
            broken[place] ^= mask;
            let _ = use_all(broken);
        }
    }
}

/// What the wad with one word of one lump changed is refused for.
fn refusal(lump: &str, word: usize, value: u16) -> String {
    let mut changed = lumps();
    for (_, bytes) in changed.iter_mut().filter(|(name, _)| *name == lump) {
        bytes[2 * word..2 * word + 2].copy_from_slice(&value.to_le_bytes());
    }
    use_all(wad_of(&changed)).err().map(|fault| fault.to_string()).unwrap_or_default()
}

#[test]
fn indexes_out_of_range_are_named() {
    assert!(
        refusal("LINEDEFS", 0, 4)
            .contains("LINEDEFS whose record 0 names vertex 4, but there are 4")
    );
    assert!(
        refusal("LINEDEFS", 7 + 5, 2)
            .contains("LINEDEFS whose record 1 names side 2, but there are 2")
    );
    assert!(
        refusal("LINEDEFS", 7 + 6, 9)
            .contains("LINEDEFS whose record 1 names side 9, but there are 2")
    );
    assert!(refusal("LINEDEFS", 5, 0xFFFF).contains("line 0 without a front side"));
    assert!(
        refusal("SIDEDEFS", 14, 2)
            .contains("SIDEDEFS whose record 0 names sector 2, but there are 2")
    );
    assert!(
        refusal("BLOCKMAP", 10, 5)
            .contains("BLOCKMAP whose record 10 names line 5, but there are 5")
    );
}

#[test]
fn blocks_outside_the_lump_and_endless_lists_are_refused() {
    assert!(refusal("BLOCKMAP", 4, 15).contains("block 0 starts at word 15, outside its 15 words"));
    assert!(refusal("BLOCKMAP", 5, 7).contains("block 1 starts at word 7"));
    assert!(refusal("BLOCKMAP", 14, 4).contains("a list of lines without an end"));
    assert!(refusal("BLOCKMAP", 2, 40_000).contains("too short for its 40000 x 2 blocks"));
    assert!(refusal("BLOCKMAP", 3, 0xFFFF).contains("too short"));
}

#[test]
fn a_file_that_is_not_there_is_a_fault() {
    let fault = Wad::open(&data_file("nowhere.wad")).err().expect("there is no such file");
    assert!(matches!(fault, Fault::Unreadable(_)));
}
