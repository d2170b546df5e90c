//! Deltas: what makes one snapshot of another, as pieces of the other's bytes and new ones. As the bytes of a snapshot follow from its state, so do
//! these; what is made of them is checked like any save.

use alloc::vec::Vec;
use core::fmt;

use super::frame::{Kind, Sections};
use super::reader::{Loaded, Reader};
use super::writer::{Out, Writer};
use super::{LoadError, LoadFault, SavePart};
use crate::state::Snapshot;
use crate::state::digest::hash;
use crate::{Result, World};

/// How many equal bytes are worth to be copied.
const WORTH: usize = 16;
/// How far ahead it is looked for equal bytes at the same place in both.
const NEAR: usize = 256;
/// At which bytes of the base places are kept that may come again elsewhere.
const STEP: usize = 4;

/// What makes one snapshot of another: small where little changed.
///
/// ```
/// use laige_core::{Delta, Options, World};
///
/// let mut world = World::new(Options::with_capacity(100))?;
/// let before = world.snapshot();
/// world.spawn_empty()?;
/// let after = world.snapshot();
///
/// let delta = Delta::between(&before, &after)?;
/// let bytes = delta.to_bytes();
/// let made = Delta::from_bytes(&bytes)?.apply(&before, &world)?;
/// assert!(made == after);
/// assert!(Delta::between(&before, &before)?.is_empty());
/// # Ok::<(), laige_core::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct Delta {
    /// The hash of the base's bytes, and of what it becomes.
    base: u128,
    result: u128,
    /// By turns: so many bytes of the base are passed over, so many copied, so many follow here. None if nothing differs.
    pieces: Vec<u8>,
}

impl Delta {
    /// What makes `other` of `base`. Both may be of any worlds.
    ///
    /// # Errors
    ///
    /// As for [`Snapshot::to_bytes`].
    pub fn between(base: &Snapshot, other: &Snapshot) -> Result<Self> {
        let (from, to) = (base.to_bytes()?, other.to_bytes()?);
        let mut delta = Self { base: hash(&from), result: hash(&to), pieces: Vec::new() };
        if !delta.is_empty() {
            let mut out = Out::default();
            Differ::new(&from, &to).write(&mut out);
            delta.pieces = out.0;
        }
        Ok(delta)
    }

    /// Whether it changes nothing.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.base == self.result
    }

    /// What the snapshot that it was made of becomes, for a world like `world`, as with [`Snapshot::from_bytes`].
    ///
    /// # Errors
    ///
    /// [`LoadFault::OtherBase`] if it was made of another snapshot; else as for [`Snapshot::to_bytes`] and [`Snapshot::from_bytes`].
    pub fn apply(&self, base: &Snapshot, world: &World) -> Result<Snapshot> {
        let from = base.to_bytes()?;
        let refused = |fault| LoadError { offset: 0, part: SavePart::Delta, fault };
        if hash(&from) != self.base {
            return Err(refused(LoadFault::OtherBase).into());
        }
        if self.is_empty() {
            return Ok(Snapshot::from_bytes(&from, world)?);
        }
        let to = patched(&from, Reader::new(SavePart::Delta, &self.pieces, 0))?;
        if hash(&to) != self.result {
            return Err(refused(LoadFault::Checksum).into());
        }
        Ok(Snapshot::from_bytes(&to, world)?)
    }

    /// The delta as bytes.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut writer = Writer::new(Kind::Delta);
        writer.section(SavePart::Delta, |out| {
            out.0.extend_from_slice(&self.base.to_le_bytes());
            out.0.extend_from_slice(&self.result.to_le_bytes());
            out.0.extend_from_slice(&self.pieces);
        });
        writer.finish()
    }

    /// The delta of these bytes, which may be anything. What it makes is checked when it is applied.
    ///
    /// # Errors
    ///
    /// Which byte is wrong, in which part, and why.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, LoadError> {
        let mut reader = Sections::of(bytes, Kind::Delta)?.take(SavePart::Delta)?;
        let (base, result) = (reader.wide()?, reader.wide()?);
        let pieces = reader.rest();
        if (base == result) != pieces.is_empty() {
            return reader.fail(LoadFault::Leftover(pieces.len() as u64));
        }
        Ok(Self { base, result, pieces: pieces.to_vec() })
    }
}

impl fmt::Debug for Delta {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Delta").field("bytes", &self.pieces.len()).finish_non_exhaustive()
    }
}

/// What the pieces make of the base. Bytes of it are copied once at most, so that nothing grows beyond both together.
fn patched(base: &[u8], mut pieces: Reader<'_>) -> Loaded<Vec<u8>> {
    let (mut made, mut rest) = (Vec::new(), Reader::new(SavePart::Delta, base, 0));
    while !pieces.is_empty() {
        let (passed, copied, new) = (pieces.varied()?, pieces.varied()?, pieces.varied()?);
        let of_base = |cut: LoadError| pieces.error(pieces.offset(), cut.fault);
        rest.take(passed).map_err(of_base)?;
        made.extend_from_slice(rest.take(copied).map_err(of_base)?);
        made.extend_from_slice(pieces.take(new)?);
    }
    Ok(made)
}

/// Finds what two saves have in common.
struct Differ<'a> {
    from: &'a [u8],
    to: &'a [u8],
    /// What stands at every fourth byte of the base, and where.
    places: Vec<(u64, usize)>,
}

impl<'a> Differ<'a> {
    fn new(from: &'a [u8], to: &'a [u8]) -> Self {
        let windows = from.windows(WORTH).enumerate().step_by(STEP);
        let mut places: Vec<_> = windows.map(|(at, window)| (key(window), at)).collect();
        places.sort_unstable();
        Self { from, to, places }
    }

    /// Writes the pieces.
    fn write(&self, out: &mut Out) {
        let (mut passed, mut base, mut at) = (0, 0, 0);
        while at < self.to.len() {
            let copied = common(&self.from[base..], &self.to[at..]);
            let (base_end, end) = (base + copied, at + copied);
            let (next_base, next) = self.next(base_end, end);
            for number in [passed, copied, next - end] {
                out.varied(number as u64);
            }
            out.0.extend_from_slice(&self.to[end..next]);
            passed = next_base - base_end;
            (base, at) = (next_base, next);
        }
    }

    /// Where both go on alike behind these places; the ends if they do not.
    fn next(&self, base: usize, at: usize) -> (usize, usize) {
        for ahead in 1..NEAR {
            let both = self.from.get(base + ahead..).zip(self.to.get(at + ahead..));
            let Some((from, to)) = both else { break };
            if alike(from, to) {
                return (base + ahead, at + ahead);
            }
        }
        for (ahead, window) in self.to[at..].windows(WORTH).enumerate() {
            let wanted = (key(window), base);
            let place = self.places.partition_point(|place| *place < wanted);
            let found = self.places.get(place).filter(|(other, _)| *other == wanted.0);
            if let Some(&(_, place)) = found {
                if alike(&self.from[place..], window) {
                    return (place, at + ahead);
                }
            }
        }
        (base, self.to.len())
    }
}

/// Whether both begin with the same bytes, so many that they are worth to be copied.
fn alike(one: &[u8], other: &[u8]) -> bool {
    one.get(..WORTH).is_some_and(|window| other.get(..WORTH) == Some(window))
}

/// How many bytes both begin with.
fn common(one: &[u8], other: &[u8]) -> usize {
    one.iter().zip(other).take_while(|(one, other)| one == other).count()
}

/// A number for what stands there.
fn key(window: &[u8]) -> u64 {
    crate::stable_id::fnv_bytes(crate::stable_id::FNV_BASIS, window)
}
