//! The wad container: a header, a directory, and named lumps of bytes.
//! It knows where a map's lumps stand, but not what any lump means.

use std::fmt;
use std::io::Read;
use std::ops::Range;
use std::path::Path;

use super::fault::Fault;

/// More than any wad this example is meant for, so that a wrong path cannot fill the memory.
const MOST_BYTES: u64 = 64 << 20;

/// The lumps that may follow a map's marker.
const MAP_LUMPS: [&str; 10] = [
    "THINGS", "LINEDEFS", "SIDEDEFS", "VERTEXES", "SEGS", "SSECTORS", "NODES", "SECTORS", "REJECT",
    "BLOCKMAP",
];

/// A lump's name: at most eight ASCII bytes, the rest zero.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct LumpName([u8; 8]);

impl LumpName {
    fn is(self, name: &str) -> bool {
        self.trimmed() == name.as_bytes()
    }

    fn trimmed(&self) -> &[u8] {
        let end = self.0.iter().position(|&byte| byte == 0);
        &self.0[..end.unwrap_or(8)]
    }
}

impl fmt::Display for LumpName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.trimmed().escape_ascii().fmt(f)
    }
}

impl fmt::Debug for LumpName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// One lump: its name and its bytes.
#[derive(Clone, Copy)]
pub struct Lump<'w> {
    pub name: LumpName,
    pub bytes: &'w [u8],
}

impl Lump<'_> {
    /// The lump as records of little-endian 16-bit words, which is what all map lumps are.
    pub fn records<const WORDS: usize>(&self) -> Result<Vec<[u16; WORDS]>, Fault> {
        let (size, record) = (self.bytes.len(), 2 * WORDS);
        if size % record != 0 {
            return Err(Fault::Ragged { lump: self.name, size, record });
        }
        let read = |bytes: &[u8]| {
            std::array::from_fn(|i| u16::from_le_bytes([bytes[2 * i], bytes[2 * i + 1]]))
        };
        Ok(self.bytes.chunks_exact(record).map(read).collect())
    }
}

/// The same sixteen bits, read as a signed number.
pub fn signed(word: u16) -> i16 {
    i16::from_le_bytes(word.to_le_bytes())
}

/// A directory entry that was checked to lie inside the file.
struct Entry {
    name: LumpName,
    range: Range<usize>,
}

/// A map's place in the directory.
#[derive(Clone, Copy)]
pub struct Marker {
    pub name: LumpName,
    index: usize,
}

/// A whole wad in memory, its directory checked.
pub struct Wad {
    bytes: Vec<u8>,
    directory: Vec<Entry>,
}

impl Wad {
    /// Reads and checks the file at `path`.
    pub fn open(path: &Path) -> Result<Self, Fault> {
        let mut bytes = Vec::new();
        let file = std::fs::File::open(path)?;
        file.take(MOST_BYTES + 1).read_to_end(&mut bytes)?;
        if bytes.len() as u64 > MOST_BYTES {
            return Err(Fault::TooLong { limit: MOST_BYTES });
        }
        Self::parse(bytes)
    }

    /// Checks `bytes` as a wad.
    pub fn parse(bytes: Vec<u8>) -> Result<Self, Fault> {
        let Some((&header, _)) = bytes.split_first_chunk::<12>() else {
            return Err(Fault::NoHeader { bytes: bytes.len() });
        };
        let [m0, m1, m2, m3, numbers @ ..] = header;
        let magic = [m0, m1, m2, m3];
        if &magic != b"IWAD" && &magic != b"PWAD" {
            return Err(Fault::NotAWad { magic });
        }
        let [count, offset] = two_numbers(numbers);
        let outside = Fault::DirectoryOutside { count, offset, bytes: bytes.len() };
        let entries = usize::try_from(count).ok().and_then(|count| count.checked_mul(16));
        let Some(range) = entries.and_then(|size| range_inside(offset, size, bytes.len())) else {
            return Err(outside);
        };
        let directory: Result<_, _> =
            bytes[range].chunks_exact(16).map(|raw| Entry::parse(raw, bytes.len())).collect();
        Ok(Self { directory: directory?, bytes })
    }

    fn lump_at(&self, entry: &Entry) -> Lump<'_> {
        Lump { name: entry.name, bytes: &self.bytes[entry.range.clone()] }
    }

    /// The first lump of that name, wherever it stands.
    pub fn lump(&self, name: &str) -> Option<Lump<'_>> {
        self.directory.iter().find(|entry| entry.name.is(name)).map(|entry| self.lump_at(entry))
    }

    /// All maps, in file order: every lump that is followed by a lump only maps have.
    pub fn maps(&self) -> impl Iterator<Item = Marker> + '_ {
        let pairs = self.directory.windows(2).enumerate();
        pairs.filter_map(|(index, pair)| {
            let is_marker = !is_map_lump(pair[0].name) && is_map_lump(pair[1].name);
            is_marker.then_some(Marker { name: pair[0].name, index })
        })
    }

    /// The map of that name.
    pub fn map(&self, name: &str) -> Option<Marker> {
        self.maps().find(|marker| marker.name.is(name))
    }

    /// The named lump of a map, if the map has it.
    pub fn map_lump(&self, map: Marker, lump: &'static str) -> Result<Lump<'_>, Fault> {
        let following = self.directory.iter().skip(map.index + 1);
        let mut own = following.take_while(|entry| is_map_lump(entry.name));
        let found = own.find(|entry| entry.name.is(lump));
        let found = found.ok_or(Fault::NoLump { map: map.name, lump })?;
        Ok(self.lump_at(found))
    }
}

impl Entry {
    /// Checks one 16-byte entry of a file of `bytes` bytes.
    fn parse(raw: &[u8], bytes: usize) -> Result<Self, Fault> {
        let (mut numbers, mut name) = ([0; 8], [0; 8]);
        numbers.copy_from_slice(&raw[..8]);
        name.copy_from_slice(&raw[8..16]);
        let (name, [offset, size]) = (LumpName(name), two_numbers(numbers));
        let length = usize::try_from(size).ok();
        let range = length.and_then(|length| range_inside(offset, length, bytes));
        let range = range.ok_or(Fault::LumpOutside { lump: name, size, offset, bytes })?;
        Ok(Self { name, range })
    }
}

fn is_map_lump(name: LumpName) -> bool {
    MAP_LUMPS.iter().any(|lump| name.is(lump))
}

fn two_numbers(bytes: [u8; 8]) -> [i32; 2] {
    let number = |at: usize| [bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]];
    [0, 4].map(|at| i32::from_le_bytes(number(at)))
}

/// `length` bytes from `offset` as a range, if they lie inside a file of `bytes` bytes.
fn range_inside(offset: i32, length: usize, bytes: usize) -> Option<Range<usize>> {
    let start = usize::try_from(offset).ok()?;
    let end = start.checked_add(length)?;
    (end <= bytes).then_some(start..end)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(bytes: &[u8]) -> String {
        Wad::parse(bytes.to_vec()).err().map(|fault| fault.to_string()).unwrap_or_default()
    }

    #[test]
    fn what_is_no_wad_is_refused_in_words() {
        assert!(refused(b"PWAD\0\0").contains("6 bytes long"));
        assert!(refused(b"RIFF\0\0\0\0\0\0\0\0").contains("begins with \"RIFF\""));
    }

    #[test]
    fn directories_outside_the_file_are_refused() {
        for (count, offset) in
            [(1_i32, 12_i32), (-1, 12), (0, -12), (i32::MAX, 12), (i32::MAX, i32::MAX), (0, 13)]
        {
            let bytes = [b"PWAD".as_slice(), &count.to_le_bytes(), &offset.to_le_bytes()].concat();
            assert!(refused(&bytes).contains("directory"), "{count} lumps at {offset}");
        }
    }

    #[test]
    fn lumps_outside_the_file_are_refused() {
        for (offset, size) in [(0_i32, 29_i32), (28, 1), (-1, 1), (1, -1), (i32::MAX, i32::MAX)] {
            let header = [b"PWAD".as_slice(), &1_i32.to_le_bytes(), &12_i32.to_le_bytes()].concat();
            let entry =
                [&offset.to_le_bytes(), &size.to_le_bytes(), b"LU\nMP\0\0\0".as_slice()].concat();
            let text = refused(&[header, entry].concat());
            assert!(text.contains("lump LU\\nMP"), "{size} bytes at {offset}: {text}");
        }
    }

    #[test]
    fn an_empty_wad_is_a_wad_without_maps() {
        let wad = Wad::parse(b"PWAD\0\0\0\0\x0C\0\0\0".to_vec()).expect("nothing in it is wrong");
        assert_eq!(wad.maps().count(), 0);
        assert!(wad.lump("DEMO1").is_none());
    }
}
