//! Decoding: the one place where the bytes of a log are checked, in memory and in a stream alike. It sees them through a
//! window that need not hold more than one frame.
//!
//! A log does not say where its frames end: the trailer is what the last 16 bytes are. So a frame is taken only when 16 more bytes
//! follow it.

use alloc::string::String;
use alloc::vec::Vec;

use super::format::{
    CHECKPOINT_BYTES, FRAME_HEAD_BYTES, FileHash, HEADER_BYTES, MAGIC, MORE_BYTES, TRAILER_BYTES,
    checkpoint_in, frame_bytes, identity_in, u16_at, u32_at, u64_at, u128_at,
};
use super::header::More;
use super::{Checkpoint, Frame, Header, LogFault, MalformedLog};
use crate::limits::{MAX_REPLAY_FRAME_BYTES, MAX_REPLAY_NAME_BYTES, MAX_REPLAY_SYSTEMS};

/// The part of a log that can be seen.
pub(super) trait Window {
    type Error: From<MalformedLog>;

    /// The bytes ahead: `wanted` or more of them, fewer only where the log ends.
    fn ahead(&mut self, wanted: usize) -> Result<&[u8], Self::Error>;

    /// Goes on by so many bytes, which were ahead.
    fn advance(&mut self, bytes: usize);
}

/// A log in memory.
impl Window for &[u8] {
    type Error = MalformedLog;

    fn ahead(&mut self, _: usize) -> Result<&[u8], MalformedLog> {
        Ok(self)
    }

    fn advance(&mut self, bytes: usize) {
        *self = &self[bytes..];
    }
}

/// Checks a log while going through it.
pub(super) struct Decoder<W> {
    window: W,
    /// Where the window begins.
    offset: u64,
    hash: FileHash,
    header: Header,
    start: Option<Checkpoint>,
    /// Frames given so far.
    frames: u64,
    /// Bytes at the beginning of the window that were given out and are done with.
    given: usize,
    finished: bool,
}

impl<W: Window> Decoder<W> {
    /// Reads the header.
    pub(super) fn new(window: W) -> Result<Self, W::Error> {
        let header = Header::version_1(identity_in(&[0; HEADER_BYTES]));
        let mut decoder = Self {
            window,
            offset: 0,
            hash: FileHash::new(),
            header,
            start: None,
            frames: 0,
            given: 0,
            finished: false,
        };
        let version = decoder.read_identity()?;
        if version == 2 {
            decoder.read_more()?;
        }
        Ok(decoder)
    }

    pub(super) const fn header(&self) -> &Header {
        &self.header
    }

    pub(super) const fn start(&self) -> Option<Checkpoint> {
        self.start
    }

    pub(super) const fn frames(&self) -> u64 {
        self.frames
    }

    /// Where the next frame, or the trailer, begins.
    pub(super) const fn offset(&self) -> u64 {
        self.offset
    }

    /// The next frame, checked; `None` after the last, when the trailer is checked too.
    pub(super) fn next_frame(&mut self) -> Result<Option<Frame<'_>>, W::Error> {
        self.consume(self.given);
        self.given = 0;
        if self.finished {
            return Ok(None);
        }
        let ahead = self.window.ahead(FRAME_HEAD_BYTES + TRAILER_BYTES)?;
        if ahead.len() == TRAILER_BYTES {
            let trailer = (u64_at(ahead, 0), u64_at(ahead, 8));
            return self.check_trailer(trailer).map(|()| None);
        }
        if ahead.len() < FRAME_HEAD_BYTES + TRAILER_BYTES {
            return self.fail(0, LogFault::FrameTruncated);
        }
        let (tick, length) = (u64_at(ahead, 0), u32_at(ahead, 8));
        let bytes = self.check_frame(tick, length)?;
        self.give_frame(tick, length as usize, bytes).map(Some)
    }

    /// Checks the head of a frame, and gives the bytes of the whole frame.
    fn check_frame(&mut self, tick: u64, length: u32) -> Result<usize, W::Error> {
        let expected = self.frames + 1;
        if tick != expected {
            return self.fail(0, LogFault::Tick { expected, found: tick });
        }
        if length as usize > MAX_REPLAY_FRAME_BYTES {
            return self.fail(8, LogFault::FrameTooLong(length));
        }
        let bytes = frame_bytes(&self.header, tick, length as usize);
        if self.window.ahead(bytes + TRAILER_BYTES)?.len() < bytes + TRAILER_BYTES {
            return self.fail(0, LogFault::FrameOverrun);
        }
        Ok(bytes)
    }

    fn give_frame(
        &mut self,
        tick: u64,
        length: usize,
        bytes: usize,
    ) -> Result<Frame<'_>, W::Error> {
        self.frames = tick;
        self.given = bytes;
        self.offset += bytes as u64;
        let frame = &self.window.ahead(bytes)?[..bytes];
        self.hash.feed(frame);
        let (input, checkpoint) = frame[FRAME_HEAD_BYTES..].split_at(length);
        let checkpoint = (!checkpoint.is_empty()).then(|| checkpoint_in(checkpoint));
        Ok(Frame { tick, input, checkpoint })
    }

    fn check_trailer(&mut self, (frames, hash): (u64, u64)) -> Result<(), W::Error> {
        if frames != self.frames {
            return self.fail(0, LogFault::FrameCount { expected: self.frames, found: frames });
        }
        let expected = self.hash.value();
        if hash != expected {
            return self.fail(8, LogFault::FileHash { expected, found: hash });
        }
        self.finished = true;
        Ok(())
    }

    /// The first 40 bytes; gives the version.
    fn read_identity(&mut self) -> Result<u16, W::Error> {
        let ahead = self.window.ahead(HEADER_BYTES + TRAILER_BYTES)?;
        let size = ahead.len();
        if size < HEADER_BYTES {
            return self.fail(size, LogFault::NoHeader);
        }
        if size < HEADER_BYTES + TRAILER_BYTES {
            return self.fail(size, LogFault::NoTrailer);
        }
        let (magic, version, reserved) = (&ahead[..4], u16_at(ahead, 4), u16_at(ahead, 6));
        if magic != MAGIC {
            return self.fail(0, LogFault::Magic);
        }
        let identity = identity_in(ahead);
        if !(1..=2).contains(&version) {
            return self.fail(4, LogFault::Version(version));
        }
        if reserved != 0 {
            return self.fail(6, LogFault::Reserved(reserved));
        }
        self.header = Header::version_1(identity);
        self.take(HEADER_BYTES)?;
        Ok(version)
    }

    /// What version 2 adds.
    fn read_more(&mut self) -> Result<(), W::Error> {
        let more = self.take(MORE_BYTES)?;
        let (schema_digest, checkpoint_every) = (u128_at(more, 0), u32_at(more, 16));
        let count = u16_at(more, 20);
        if usize::from(count) > MAX_REPLAY_SYSTEMS {
            return self.fail_before(2, LogFault::TooManySystems(count));
        }
        let systems = (0..count).map(|_| self.read_name()).collect::<Result<Vec<_>, _>>()?;
        self.header.more = Some(More { schema_digest, checkpoint_every, systems });
        if checkpoint_every != 0 {
            self.start = Some(checkpoint_in(self.take(CHECKPOINT_BYTES)?));
        }
        Ok(())
    }

    fn read_name(&mut self) -> Result<String, W::Error> {
        let length = u16_at(self.take(2)?, 0);
        if usize::from(length) > MAX_REPLAY_NAME_BYTES {
            return self.fail_before(2, LogFault::NameTooLong(length));
        }
        let name = core::str::from_utf8(self.take(length.into())?).map(String::from);
        match name {
            Ok(name) => Ok(name),
            Err(_) => self.fail_before(length.into(), LogFault::NameNotText),
        }
    }

    /// The next bytes of the header, behind which there is still a trailer.
    fn take(&mut self, bytes: usize) -> Result<&[u8], W::Error> {
        self.consume(self.given);
        self.given = 0;
        if self.window.ahead(bytes + TRAILER_BYTES)?.len() < bytes + TRAILER_BYTES {
            return self.fail(0, LogFault::HeaderTruncated);
        }
        self.given = bytes;
        self.offset += bytes as u64;
        let taken = &self.window.ahead(bytes)?[..bytes];
        self.hash.feed(taken);
        Ok(taken)
    }

    fn consume(&mut self, bytes: usize) {
        self.window.advance(bytes);
    }

    fn fail<T>(&self, ahead: usize, fault: LogFault) -> Result<T, W::Error> {
        Err(MalformedLog::new(self.offset + ahead as u64, fault).into())
    }

    /// The fault is in the bytes that were just taken.
    fn fail_before<T>(&self, behind: usize, fault: LogFault) -> Result<T, W::Error> {
        Err(MalformedLog::new(self.offset - behind as u64, fault).into())
    }
}
