//! Logs in memory: checked once, then walked as often as one likes. A log that does not fit into memory is read by `LogReader`.

use alloc::borrow::Cow;

use super::decode::Decoder;
use super::format::{FRAME_HEAD_BYTES, checkpoint_in, frame_bytes, u32_at, u64_at};
use super::{Checkpoint, Frame, Header, MalformedLog, ReadError, ReplayIdentity, Source};

/// A log in memory, whole and unchanged since it was recorded.
///
/// ```
/// # #[cfg(feature = "std")]
/// # {
/// use laige_core::Config;
/// use laige_core::replay::{Header, Log, LogWriter, ReplayIdentity};
///
/// let header = Header::new(ReplayIdentity::new(&Config::with_capacity(8), 0));
/// let mut writer = LogWriter::new(Vec::new(), header, 0)?;
/// writer.frame(1, b"jump")?;
/// writer.frame(2, b"")?;
/// let bytes = writer.finish()?;
///
/// let log = Log::parse(&bytes[..])?;
/// let inputs: Vec<&[u8]> = log.frames().map(|frame| frame.input).collect();
/// assert_eq!(inputs, [&b"jump"[..], b""]);
/// assert!(Log::parse(&bytes[..bytes.len() - 1]).is_err());
/// # }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct Log<'a> {
    bytes: Cow<'a, [u8]>,
    header: Header,
    start: Option<Checkpoint>,
    frames: u64,
    /// Where the first frame begins.
    first: usize,
}

impl<'a> Log<'a> {
    /// Checks the bytes of a log, from its first to its last.
    ///
    /// # Errors
    ///
    /// [`MalformedLog`] says what is wrong, and where. Memory is taken for the names of systems alone, and no more than the
    /// bytes of the log.
    pub fn parse(bytes: impl Into<Cow<'a, [u8]>>) -> Result<Self, MalformedLog> {
        let bytes = bytes.into();
        let mut decoder = Decoder::new(&*bytes)?;
        let first = decoder.offset() as usize;
        while decoder.next_frame()?.is_some() {}
        let (header, start, frames) = (decoder.header().clone(), decoder.start(), decoder.frames());
        Ok(Self { bytes, header, start, frames, first })
    }

    /// What the log says before its first frame.
    #[must_use]
    pub const fn header(&self) -> &Header {
        &self.header
    }

    /// Which runs the log belongs to.
    #[must_use]
    pub const fn identity(&self) -> &ReplayIdentity {
        self.header.identity()
    }

    /// How many frames it has, which is the number of ticks.
    #[must_use]
    pub const fn frame_count(&self) -> u64 {
        self.frames
    }

    /// The checkpoint of tick 0, before any frame, if the log has one.
    #[must_use]
    pub const fn start(&self) -> Option<Checkpoint> {
        self.start
    }

    /// The frames.
    ///
    /// # Order
    ///
    /// By tick: 1, 2, 3, ..
    #[must_use]
    pub fn frames(&self) -> Frames<'_> {
        Frames {
            header: &self.header,
            start: self.start,
            rest: &self.bytes[self.first..],
            left: self.frames,
        }
    }
}

#[cfg(feature = "std")]
impl Log<'static> {
    /// Reads and checks a log of at most `limit` bytes; 0 stands for 128 MiB.
    ///
    /// # Errors
    ///
    /// [`ReadError`]: the path is empty, the file cannot be read, is too large, or is no log.
    pub fn load(path: impl AsRef<std::path::Path>, limit: u64) -> Result<Self, ReadError> {
        use std::io::Read as _;

        let path = path.as_ref();
        if path.as_os_str().is_empty() {
            return Err(ReadError::EmptyPath);
        }
        let limit = if limit == 0 { crate::limits::DEFAULT_REPLAY_BYTES } else { limit };
        let file = std::fs::File::open(path)?;
        let bytes = file.metadata()?.len();
        if bytes > limit {
            return Err(ReadError::TooLarge { bytes, limit });
        }
        // What is not a plain file may have no size and yet never end.
        let mut content = alloc::vec::Vec::new();
        file.take(limit.saturating_add(1)).read_to_end(&mut content)?;
        let bytes = content.len() as u64;
        if bytes > limit {
            return Err(ReadError::TooLarge { bytes, limit });
        }
        Ok(Self::parse(content)?)
    }
}

/// The frames of a [`Log`], by tick.
#[derive(Debug, Clone)]
pub struct Frames<'a> {
    header: &'a Header,
    start: Option<Checkpoint>,
    /// Whole frames, then the trailer.
    rest: &'a [u8],
    left: u64,
}

impl<'a> Iterator for Frames<'a> {
    type Item = Frame<'a>;

    fn next(&mut self) -> Option<Frame<'a>> {
        self.left = self.left.checked_sub(1)?;
        let (tick, length) = (u64_at(self.rest, 0), u32_at(self.rest, 8) as usize);
        let (frame, rest) = self.rest.split_at(frame_bytes(self.header, tick, length));
        self.rest = rest;
        let (input, checkpoint) = frame[FRAME_HEAD_BYTES..].split_at(length);
        let checkpoint = (!checkpoint.is_empty()).then(|| checkpoint_in(checkpoint));
        Some(Frame { tick, input, checkpoint })
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        // A frame has 12 bytes at least, so their number fits.
        (self.left as usize, Some(self.left as usize))
    }
}

impl ExactSizeIterator for Frames<'_> {}

impl core::iter::FusedIterator for Frames<'_> {}

impl Source for Frames<'_> {
    fn header(&self) -> &Header {
        self.header
    }

    fn start(&self) -> Option<Checkpoint> {
        self.start
    }

    fn next_frame(&mut self) -> Result<Option<Frame<'_>>, ReadError> {
        Ok(self.next())
    }
}
