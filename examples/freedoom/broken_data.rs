//! Tests that broken data is refused and never breaks the program: every truncation and every flipped bit of a small
//! wad. What the parsers make of data that is right is tested beside them.

use super::arguments::data_file;
use super::crowd::Crowd;
use super::demo::Demo;
use super::fault::Fault;
use super::geometry::Vec2;
use super::level::{Level, Mover};
use super::motion::Walk;
use super::small_wad::{lumps, wad_of};
use super::steering::Steering;
use super::things::things_of;
use super::wad::Wad;

use laige::Entity;

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
