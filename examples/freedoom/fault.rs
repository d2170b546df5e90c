//! Everything that can be wrong with the data, as one error type whose text is one clear line.
//! It does not name the file: whoever opened it puts the path in front.

use super::wad::LumpName;

/// Why a wad, a map or a demo cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum Fault {
    #[error("cannot be read: {0}")]
    Unreadable(#[from] std::io::Error),
    #[error("is longer than {limit} bytes, the most this example reads")]
    TooLong { limit: u64 },
    #[error("is {bytes} bytes long, shorter than the 12-byte header of a wad")]
    NoHeader { bytes: usize },
    #[error("is not a wad: it begins with \"{}\" instead of IWAD or PWAD", magic.escape_ascii())]
    NotAWad { magic: [u8; 4] },
    #[error(
        "has a directory of {count} lumps at offset {offset}, which does not lie inside its {bytes} bytes"
    )]
    DirectoryOutside { count: i32, offset: i32, bytes: usize },
    #[error(
        "has a lump {lump} of {size} bytes at offset {offset}, which does not lie inside its {bytes} bytes"
    )]
    LumpOutside { lump: LumpName, size: i32, offset: i32, bytes: usize },
    #[error("has no map {map}")]
    NoMap { map: String },
    #[error("has no lines for map {map}, which cannot be played; maps with lines: {playable}")]
    NoLines { map: String, playable: String },
    #[error("has no lump {lump} for map {map}")]
    NoLump { map: LumpName, lump: &'static str },
    #[error("has no demo {demo}")]
    NoDemo { demo: String },
    #[error(
        "has a lump {lump} of {size} bytes, which is not a whole number of {record}-byte records"
    )]
    Ragged { lump: LumpName, size: usize, record: usize },
    #[error("has a lump {lump} whose record {record} names {what} {index}, but there are {count}")]
    OutOfRange { lump: LumpName, record: usize, what: &'static str, index: u16, count: usize },
    #[error("has a line {line} without a front side")]
    NoFrontSide { line: usize },
    #[error("has a BLOCKMAP too short for its {columns} x {rows} blocks")]
    BlockmapShort { columns: u16, rows: u16 },
    #[error(
        "has a BLOCKMAP whose block {block} starts at word {offset}, outside its {words} words"
    )]
    BlockOutside { block: usize, offset: u16, words: usize },
    #[error("has a BLOCKMAP whose block {block} has a list of lines without an end")]
    BlockEndless { block: usize },
    #[error("has a demo {demo} that is cut off: {what}")]
    DemoCut { demo: LumpName, what: &'static str },
    #[error("has a demo {demo} of version {version}; this example reads version 109")]
    DemoVersion { demo: LumpName, version: u8 },
    #[error("has a demo {demo} without a player")]
    DemoNobody { demo: LumpName },
    #[error("has no place on map {map} for the player to start")]
    NoStart { map: String },
}

/// A record that names something that is not there.
pub fn out_of_range(
    lump: LumpName,
    record: usize,
    what: &'static str,
    index: u16,
    count: usize,
) -> Fault {
    Fault::OutOfRange { lump, record, what, index, count }
}
