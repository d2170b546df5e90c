//! Logs that stream by: read frame by frame, however long they are. At no time is more than one frame in memory, and a little.

use alloc::vec::Vec;
use std::fs::File;
use std::io::{ErrorKind, Read, Seek, SeekFrom};
use std::path::Path;

use super::decode::{Decoder, Window};
use super::format::{CHECKPOINT_BYTES, FRAME_HEAD_BYTES, TRAILER_BYTES};
use super::{Checkpoint, Frame, Header, ReadError, Source};
use crate::limits::MAX_REPLAY_FRAME_BYTES;

/// Reads a log frame by frame, in at most about 2 MiB of memory.
///
/// Every frame is checked when it comes. That a log is whole and unchanged shows only at its end, where the trailer is:
/// [`open`](Self::open) and [`checked`](Self::checked) read it twice to know before its first frame is given.
///
/// ```
/// use laige_core::Config;
/// use laige_core::replay::{Header, LogReader, LogWriter, ReplayIdentity, Source};
///
/// let header = Header::new(ReplayIdentity::new(&Config::with_capacity(8), 0));
/// let mut writer = LogWriter::new(Vec::new(), header, 0)?;
/// writer.frame(1, b"jump")?;
/// let bytes = writer.finish()?;
///
/// let mut reader = LogReader::new(&bytes[..])?;
/// while let Some(frame) = reader.next_frame()? {
///     assert_eq!((frame.tick, frame.input), (1, &b"jump"[..]));
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct LogReader<R> {
    decoder: Decoder<Stream<R>>,
    /// What ended the reading; nothing is read after it.
    failure: Option<ReadError>,
}

impl<R: Read> LogReader<R> {
    /// Reads the header of a log. No buffering is needed.
    ///
    /// # Errors
    ///
    /// [`ReadError`]: it cannot be read, or is no log.
    pub fn new(input: R) -> Result<Self, ReadError> {
        Ok(Self { decoder: Decoder::new(Stream::new(input))?, failure: None })
    }
}

impl<R: Read + Seek> LogReader<R> {
    /// Reads a log once to see that it is whole and unchanged, then goes back to where it began.
    ///
    /// # Errors
    ///
    /// [`ReadError`]: it cannot be read, or is no log.
    pub fn checked(mut input: R) -> Result<Self, ReadError> {
        let start = input.stream_position()?;
        let mut once = LogReader::new(&mut input)?;
        while once.next_frame()?.is_some() {}
        input.seek(SeekFrom::Start(start))?;
        Self::new(input)
    }
}

impl LogReader<File> {
    /// Opens and checks a log of any size.
    ///
    /// # Errors
    ///
    /// [`ReadError`]: the path is empty, the file cannot be read, or is no log.
    pub fn open(path: impl AsRef<Path>) -> Result<Self, ReadError> {
        let path = path.as_ref();
        if path.as_os_str().is_empty() {
            return Err(ReadError::EmptyPath);
        }
        Self::checked(File::open(path)?)
    }
}

impl<R: Read> Source for LogReader<R> {
    fn header(&self) -> &Header {
        self.decoder.header()
    }

    fn start(&self) -> Option<Checkpoint> {
        self.decoder.start()
    }

    fn next_frame(&mut self) -> Result<Option<Frame<'_>>, ReadError> {
        if let Some(failure) = self.failure {
            return Err(failure);
        }
        let Self { decoder, failure } = self;
        decoder.next_frame().inspect_err(|error| *failure = Some(*error))
    }
}

impl<R> core::fmt::Debug for LogReader<R> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("LogReader").field("failure", &self.failure).finish_non_exhaustive()
    }
}

/// The window on a stream: what was read and is not done with.
struct Stream<R> {
    input: R,
    buffer: Vec<u8>,
    /// What is seen: `buffer[begin..end]`.
    begin: usize,
    end: usize,
    /// The input has ended.
    ended: bool,
}

/// What a buffer has at first, and reads at least where it can.
const FIRST_BYTES: usize = 64 << 10;
/// The longest frame, and a trailer behind it: more is never wanted.
const MOST_BYTES: usize =
    FRAME_HEAD_BYTES + MAX_REPLAY_FRAME_BYTES + CHECKPOINT_BYTES + TRAILER_BYTES;

impl<R: Read> Stream<R> {
    fn new(input: R) -> Self {
        Self { input, buffer: alloc::vec![0; FIRST_BYTES], begin: 0, end: 0, ended: false }
    }

    /// Makes room behind `end`: what is seen moves to the front, and a full buffer grows.
    fn make_room(&mut self) {
        self.buffer.copy_within(self.begin..self.end, 0);
        self.end -= self.begin;
        self.begin = 0;
        if self.end == self.buffer.len() {
            self.buffer.resize((2 * self.end).min(MOST_BYTES.max(self.end + 1)), 0);
        }
    }

    fn read_more(&mut self) -> Result<(), ReadError> {
        if self.end == self.buffer.len() {
            self.make_room();
        }
        match self.input.read(&mut self.buffer[self.end..]) {
            Ok(0) => self.ended = true,
            Ok(bytes) => self.end += bytes,
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => return Err(error.into()),
        }
        Ok(())
    }
}

impl<R: Read> Window for Stream<R> {
    type Error = ReadError;

    fn ahead(&mut self, wanted: usize) -> Result<&[u8], ReadError> {
        while self.end - self.begin < wanted && !self.ended {
            self.read_more()?;
        }
        Ok(&self.buffer[self.begin..self.end])
    }

    fn advance(&mut self, bytes: usize) {
        self.begin += bytes;
    }
}
