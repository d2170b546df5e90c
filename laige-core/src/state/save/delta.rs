//! Deltas: what makes one snapshot of another, as pieces of the other's bytes and new ones. As the bytes of a snapshot follow from its state, so do
//! these; what is made of them is checked like any save. Where bytes come again is told by `places.rs`.

use alloc::vec::Vec;
use core::fmt;

use super::frame::{Kind, Sections};
use super::places::Places;
use super::reader::{Loaded, Reader};
use super::writer::{Mark, Out, Writer};
use super::{LoadError, LoadFault, SavePart};
use crate::state::Snapshot;
use crate::state::digest::hash;
use crate::{Result, World};

/// How many equal bytes are worth to be copied.
const WORTH: usize = size_of::<u128>();
/// How far ahead it is looked for equal bytes at first, and how many times as far after each vain search.
const NEAR: usize = 256;
const WIDER: usize = 8;
/// From how far on only every fourth place of both is looked at: nearer, what is alike may have shifted by any number of bytes.
const FAR: usize = NEAR * WIDER * WIDER;

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
        let (from, to) = (base.to_marked_bytes()?, other.to_marked_bytes()?);
        let mut delta = Self { base: hash(&from.0), result: hash(&to.0), pieces: Vec::new() };
        if !delta.is_empty() {
            let mut pieces = Pieces::default();
            for (from, to) in parts((&from.0, &from.1), (&to.0, &to.1)) {
                pieces.add(from, to);
            }
            delta.pieces = pieces.finish();
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

/// The parts that two saves have in common, each with what follows it and is in one of them alone.
fn parts<'a>(
    from: (&'a [u8], &[Mark]),
    to: (&'a [u8], &[Mark]),
) -> impl Iterator<Item = (&'a [u8], &'a [u8])> {
    let mut places = alloc::vec![(0, 0)];
    let mut rest = from.1;
    for mark in to.1 {
        if let Some(at) = rest.iter().position(|other| other.part == mark.part) {
            places.push((rest[at].byte, mark.byte));
            rest = &rest[at + 1..];
        }
    }
    places.push((from.0.len(), to.0.len()));
    (1..places.len()).map(move |next| {
        let (start, end) = (places[next - 1], places[next]);
        (&from.0[start.0..end.0], &to.0[start.1..end.1])
    })
}

/// The pieces of a delta, of which the last one is still open.
#[derive(Default)]
struct Pieces {
    out: Out,
    passed: usize,
    copied: usize,
    new: Vec<u8>,
}

impl Pieces {
    /// Adds what makes `to` of `from`.
    fn add(&mut self, mut from: &[u8], mut to: &[u8]) {
        loop {
            let copied = common(from, to);
            self.copy(copied);
            (from, to) = (&from[copied..], &to[copied..]);
            if to.is_empty() {
                return self.pass(from.len());
            }
            let (passed, new) = next(from, to);
            self.new.extend_from_slice(&to[..new]);
            self.pass(passed);
            (from, to) = (&from[passed..], &to[new..]);
        }
    }

    fn pass(&mut self, bytes: usize) {
        if bytes > 0 && (self.copied > 0 || !self.new.is_empty()) {
            self.close();
        }
        self.passed += bytes;
    }

    fn copy(&mut self, bytes: usize) {
        if bytes > 0 && !self.new.is_empty() {
            self.close();
        }
        self.copied += bytes;
    }

    /// Ends the piece at hand.
    fn close(&mut self) {
        for number in [self.passed, self.copied, self.new.len()] {
            self.out.varied(number as u64);
        }
        self.out.0.append(&mut self.new);
        (self.passed, self.copied) = (0, 0);
    }

    /// All pieces. What would only be passed over is none.
    fn finish(mut self) -> Vec<u8> {
        if self.copied > 0 || !self.new.is_empty() {
            self.close();
        }
        self.out.0
    }
}

/// How far both go on alike: so many bytes of `from`, and so many of `to`; all of `to` if they do not. It takes time by the distance.
fn next(from: &[u8], to: &[u8]) -> (usize, usize) {
    let mut window = NEAR;
    loop {
        let (from_near, to_near) = (ahead(from, window), ahead(to, window));
        let step = if window < FAR { 1 } else { Places::STEP };
        let other = || other_place(from_near, to_near, step);
        if let Some(found) = same_place(from_near, to_near).or_else(other) {
            return found;
        }
        if window >= from.len().max(to.len()) {
            return (0, to.len());
        }
        window *= WIDER;
    }
}

fn ahead(bytes: &[u8], window: usize) -> &[u8] {
    &bytes[..bytes.len().min(window)]
}

/// The first bytes worth to be copied that are at the same place of both.
fn same_place(from: &[u8], to: &[u8]) -> Option<(usize, usize)> {
    let place = from.windows(WORTH).zip(to.windows(WORTH)).position(|(one, other)| one == other)?;
    Some((place, place))
}

/// The first bytes worth to be copied of `to` that are anywhere in `from`, and where they are there first; `to` is looked at in steps.
fn other_place(from: &[u8], to: &[u8], step: usize) -> Option<(usize, usize)> {
    let places = Places::of(from);
    let mut windows = to.windows(WORTH).enumerate().step_by(step);
    windows.find_map(|(new, window)| Some((places.first(window)?, new)))
}

/// How many bytes both begin with.
fn common(one: &[u8], other: &[u8]) -> usize {
    const BLOCK: usize = 256;
    let blocks = one.chunks_exact(BLOCK).zip(other.chunks_exact(BLOCK));
    let equal = BLOCK * blocks.take_while(|(one, other)| one == other).count();
    equal + one[equal..].iter().zip(&other[equal..]).take_while(|(one, other)| one == other).count()
}
