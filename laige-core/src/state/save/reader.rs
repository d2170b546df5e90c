//! Reading a part of a save: every step sees first whether the bytes are there, and knows where it is.

use super::{LoadError, LoadFault, SavePart};

/// The rest of a part of a save.
#[derive(Clone, Copy)]
pub(super) struct Reader<'a> {
    part: SavePart,
    rest: &'a [u8],
    /// Where the rest begins, in bytes from the start of the save.
    offset: u64,
    /// Where that began which was read last.
    last: u64,
}

/// The most that a save says was counted of anything: a world counts on from there, and never comes so far.
pub(super) const MOST_COUNTED: u64 = u64::MAX / 2;

pub(super) type Loaded<T> = Result<T, LoadError>;

impl<'a> Reader<'a> {
    pub(super) const fn new(part: SavePart, rest: &'a [u8], offset: u64) -> Self {
        Self { part, rest, offset, last: offset }
    }

    /// Where it is, in bytes from the start of the save.
    pub(super) const fn offset(&self) -> u64 {
        self.offset
    }

    /// Whether nothing is left.
    pub(super) const fn is_empty(&self) -> bool {
        self.rest.is_empty()
    }

    /// The next bytes.
    pub(super) fn take(&mut self, wanted: u64) -> Loaded<&'a [u8]> {
        let split = usize::try_from(wanted).ok().and_then(|at| self.rest.split_at_checked(at));
        let Some((taken, rest)) = split else {
            let left = self.rest.len() as u64;
            return Err(self.error(self.offset, LoadFault::Cut { wanted, left }));
        };
        self.last = self.offset;
        self.offset += wanted;
        self.rest = rest;
        Ok(taken)
    }

    fn array<const N: usize>(&mut self) -> Loaded<[u8; N]> {
        Ok(self.take(N as u64)?.first_chunk().copied().unwrap_or([0; N]))
    }

    /// A number of 4 bytes.
    pub(super) fn half(&mut self) -> Loaded<u32> {
        self.array().map(u32::from_le_bytes)
    }

    /// A number of 8 bytes.
    pub(super) fn word(&mut self) -> Loaded<u64> {
        self.array().map(u64::from_le_bytes)
    }

    /// A number of 16 bytes.
    pub(super) fn wide(&mut self) -> Loaded<u128> {
        self.array().map(u128::from_le_bytes)
    }

    /// A number of as many bytes as it needs, 7 bits in each, the lowest first.
    pub(super) fn varied(&mut self) -> Loaded<u64> {
        let mut number = 0;
        for shift in (0..u64::BITS).step_by(7) {
            let [byte] = self.array()?;
            let bits = u64::from(byte & 0x7F);
            if bits << shift >> shift != bits || byte == 0 && shift > 0 {
                break;
            }
            number |= bits << shift;
            if byte < 0x80 {
                return Ok(number);
            }
        }
        self.fail(LoadFault::Text("a number"))
    }

    /// How many of something there were, at least so many.
    pub(super) fn counted(&mut self, what: &'static str, least: u64) -> Loaded<u64> {
        let (found, most) = (self.word()?, MOST_COUNTED);
        if (least..=most).contains(&found) {
            return Ok(found);
        }
        self.fail(LoadFault::Number { what, found, least, most })
    }

    /// Everything that is left.
    pub(super) fn rest(&mut self) -> &'a [u8] {
        self.last = self.offset;
        self.offset += self.rest.len() as u64;
        core::mem::take(&mut self.rest)
    }

    /// A number of 4 bytes in its range.
    pub(super) fn half_in(
        &mut self,
        what: &'static str,
        range: core::ops::RangeInclusive<u32>,
    ) -> Loaded<u32> {
        let found = self.half()?;
        if range.contains(&found) {
            return Ok(found);
        }
        let (least, most) = (u64::from(*range.start()), u64::from(*range.end()));
        self.fail(LoadFault::Number { what, found: found.into(), least, most })
    }

    /// So many numbers of 4 bytes, which are made one by one.
    pub(super) fn halves(
        &mut self,
        count: u32,
    ) -> Loaded<impl ExactSizeIterator<Item = u32> + Clone + 'a> {
        let bytes = self.take(u64::from(count) * size_of::<u32>() as u64)?;
        let half = |bytes: &[u8]| bytes.first_chunk().copied().map_or(0, u32::from_le_bytes);
        Ok(bytes.chunks_exact(size_of::<u32>()).map(half))
    }

    /// So many bytes of text.
    pub(super) fn text(&mut self, bytes: u64, what: &'static str) -> Loaded<&'a str> {
        let bytes = self.take(bytes)?;
        core::str::from_utf8(bytes).or_else(|_| self.fail(LoadFault::Text(what)))
    }

    /// Something is wrong with what was read last.
    pub(super) fn fail<T>(&self, fault: LoadFault) -> Loaded<T> {
        Err(self.error(self.last, fault))
    }

    /// Something is wrong so many bytes behind the beginning of what was read last.
    pub(super) fn fail_behind<T>(&self, bytes: usize, fault: LoadFault) -> Loaded<T> {
        Err(self.error(self.last + bytes as u64, fault))
    }

    /// Something is wrong at that byte of the save.
    pub(super) const fn error(&self, offset: u64, fault: LoadFault) -> LoadError {
        LoadError { offset, part: self.part, fault }
    }

    /// Sees that nothing is left.
    pub(super) fn finish(self) -> Loaded<()> {
        match self.rest.len() as u64 {
            0 => Ok(()),
            left => Err(self.error(self.offset, LoadFault::Leftover(left))),
        }
    }
}
