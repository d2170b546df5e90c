//! A small wad for tests, made here byte by byte: a square room with a step across its middle, and a demo of one tic.
//! The example's real data is not touched by it.

use super::level::Level;
use super::wad::Wad;

/// Little-endian words.
fn words(words: &[u16]) -> Vec<u8> {
    words.iter().flat_map(|word| word.to_le_bytes()).collect()
}

/// The lumps of a square room of 256 units, with a step across its middle, and of a demo.
pub fn lumps() -> Vec<(&'static str, Vec<u8>)> {
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
pub fn wad_of(lumps: &[(&str, Vec<u8>)]) -> Vec<u8> {
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

/// The room as a level.
pub fn small_level() -> Level {
    let wad = Wad::parse(wad_of(&lumps())).expect("nothing is wrong with it");
    Level::parse(&wad, wad.map("E1M1").expect("it has one map")).expect("nothing is wrong with it")
}
