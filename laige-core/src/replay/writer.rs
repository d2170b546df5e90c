//! Writing logs: header, frames and trailer into anything that takes bytes. It knows no files; the recorder does.

use std::io::Write;

use super::format::{self, CHECKPOINT_BYTES, FRAME_HEAD_BYTES, FileHash, TRAILER_BYTES};
use super::{Checkpoint, Header, RecordError};
use crate::limits::{
    DEFAULT_REPLAY_BYTES, MAX_REPLAY_FRAME_BYTES, MAX_REPLAY_NAME_BYTES, MAX_REPLAY_SYSTEMS,
};

/// Writes a log, bounded and in order. A file that is there whole or not at all is what [`Recorder`](super::Recorder) writes.
///
/// The first failure stays: every later call gives it again. Frames are written without allocating.
///
/// ```
/// use laige_core::Config;
/// use laige_core::replay::{Checkpoint, Header, Log, LogWriter, ReplayIdentity};
///
/// let header = Header::new(ReplayIdentity::new(&Config::with_capacity(8), 0)).checkpoint_every(2);
/// let state = |tick| Checkpoint { state_hash: tick, content: 0, control: 0 };
/// let mut writer = LogWriter::with_start(Vec::new(), header, 0, &state(0))?;
/// for tick in 1..=4 {
///     // Run the tick here. The closure is called where a checkpoint is due.
///     writer.frame_with(tick, b"input", || state(tick))?;
/// }
/// let log = Log::parse(writer.finish()?)?;
/// let checked: Vec<u64> = log.frames().filter(|f| f.checkpoint.is_some()).map(|f| f.tick).collect();
/// assert_eq!((log.start(), checked), (Some(state(0)), vec![2, 4]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct LogWriter<W> {
    out: W,
    header: Header,
    hash: FileHash,
    frames: u64,
    written: u64,
    limit: u64,
    failure: Option<RecordError>,
}

impl<W: Write> LogWriter<W> {
    /// Writes a header that asks for no checkpoints. The log may have at most `limit` bytes; 0 stands for 128 MiB.
    ///
    /// # Errors
    ///
    /// [`RecordError`]: the limit is too small even for an empty log, the names are too many or too long, a checkpoint of tick 0 is
    /// missing, or the header could not be written.
    pub fn new(out: W, header: Header, limit: u64) -> Result<Self, RecordError> {
        if header.has_checkpoint(0) {
            return Err(RecordError::CheckpointMissing { tick: 0 });
        }
        Self::begin(out, header, limit, None)
    }

    /// The same for a header that asks for checkpoints: `start` is the one of tick 0, before any tick was run.
    ///
    /// # Errors
    ///
    /// As [`new`](Self::new).
    pub fn with_start(
        out: W,
        header: Header,
        limit: u64,
        start: &Checkpoint,
    ) -> Result<Self, RecordError> {
        let start = header.has_checkpoint(0).then(|| format::checkpoint(start));
        Self::begin(out, header, limit, start)
    }

    fn begin(
        out: W,
        header: Header,
        limit: u64,
        start: Option<[u8; CHECKPOINT_BYTES]>,
    ) -> Result<Self, RecordError> {
        check_names(&header)?;
        let limit = if limit == 0 { DEFAULT_REPLAY_BYTES } else { limit };
        let start = start.as_ref().map_or(&[][..], |start| start);
        let bytes = format::header(&header);
        let least = (bytes.len() + start.len() + TRAILER_BYTES) as u64;
        if limit < least {
            return Err(RecordError::LimitTooSmall { limit, least });
        }
        let mut writer = Self {
            out,
            header,
            hash: FileHash::new(),
            frames: 0,
            written: 0,
            limit,
            failure: None,
        };
        writer.write(&bytes)?;
        writer.write(start)?;
        Ok(writer)
    }

    /// Writes the frame of a tick: 1, then 2, and so on, without gaps.
    ///
    /// # Errors
    ///
    /// [`RecordError`]; the first one stays. A frame that does not fit under the limit is not written at all.
    pub fn frame(&mut self, tick: u64, input: &[u8]) -> Result<(), RecordError> {
        self.append(tick, input, None::<fn() -> Checkpoint>)
    }

    /// The same, with what the run looks like after the tick, which is asked for where a checkpoint is due.
    ///
    /// # Errors
    ///
    /// As [`frame`](Self::frame).
    pub fn frame_with(
        &mut self,
        tick: u64,
        input: &[u8],
        checkpoint: impl FnOnce() -> Checkpoint,
    ) -> Result<(), RecordError> {
        self.append(tick, input, Some(checkpoint))
    }

    /// Writes the trailer and gives back what was written to.
    ///
    /// # Errors
    ///
    /// The failure that came before, or [`RecordError::Full`] if the trailer does not fit, or [`RecordError::Io`].
    pub fn finish(mut self) -> Result<W, RecordError> {
        self.write_trailer()?;
        Ok(self.out)
    }

    /// How many bytes were written.
    #[must_use]
    pub const fn bytes_written(&self) -> u64 {
        self.written
    }

    /// How many frames were written, which is the number of the last tick.
    #[must_use]
    pub const fn frames_written(&self) -> u64 {
        self.frames
    }

    /// What the log says before its first frame.
    #[must_use]
    pub const fn header(&self) -> &Header {
        &self.header
    }

    /// The most bytes the log may have.
    #[must_use]
    pub const fn limit(&self) -> u64 {
        self.limit
    }

    /// What ended the recording, if anything did.
    #[must_use]
    pub const fn failure(&self) -> Option<RecordError> {
        self.failure
    }

    pub(super) const fn out_mut(&mut self) -> &mut W {
        &mut self.out
    }

    pub(super) fn write_trailer(&mut self) -> Result<(), RecordError> {
        self.sticky(|writer| {
            writer.check_room(TRAILER_BYTES)?;
            writer.write(&format::trailer(writer.frames, writer.hash))?;
            Ok(writer.out.flush()?)
        })
    }

    fn append(
        &mut self,
        tick: u64,
        input: &[u8],
        checkpoint: Option<impl FnOnce() -> Checkpoint>,
    ) -> Result<(), RecordError> {
        self.sticky(|writer| {
            writer.check_frame(tick, input)?;
            let due = writer.header.has_checkpoint(tick);
            let checkpoint = match (due, checkpoint) {
                (true, Some(checkpoint)) => Some(format::checkpoint(&checkpoint())),
                (true, None) => return Err(RecordError::CheckpointMissing { tick }),
                (false, _) => None,
            };
            writer.write(&format::frame_head(tick, input.len() as u32))?;
            writer.write(input)?;
            writer.write(checkpoint.as_ref().map_or(&[], |bytes| bytes))?;
            writer.frames = tick;
            Ok(())
        })
    }

    /// Whether a frame is next, not too long, and fits, in this order.
    fn check_frame(&self, tick: u64, input: &[u8]) -> Result<(), RecordError> {
        let expected = self.frames + 1;
        if tick != expected {
            return Err(RecordError::OutOfTurn { expected, tick });
        }
        if input.len() > MAX_REPLAY_FRAME_BYTES {
            return Err(RecordError::FrameTooLong { tick, bytes: input.len() });
        }
        self.check_room(format::frame_bytes(&self.header, tick, input.len()))
    }

    fn check_room(&self, bytes: usize) -> Result<(), RecordError> {
        if self.limit - self.written < bytes as u64 {
            return Err(RecordError::Full { limit: self.limit });
        }
        Ok(())
    }

    /// Runs `step` unless something failed before, and remembers if it fails.
    fn sticky(
        &mut self,
        step: impl FnOnce(&mut Self) -> Result<(), RecordError>,
    ) -> Result<(), RecordError> {
        if let Some(failure) = self.failure {
            return Err(failure);
        }
        step(self).inspect_err(|failure| self.failure = Some(*failure))
    }

    fn write(&mut self, bytes: &[u8]) -> Result<(), RecordError> {
        self.out.write_all(bytes)?;
        self.hash.feed(bytes);
        self.written += bytes.len() as u64;
        Ok(())
    }
}

fn check_names(header: &Header) -> Result<(), RecordError> {
    let names = header.system_names();
    if names.len() > MAX_REPLAY_SYSTEMS {
        return Err(RecordError::TooManySystems { systems: names.len() });
    }
    match names.iter().map(alloc::string::String::len).find(|&bytes| bytes > MAX_REPLAY_NAME_BYTES)
    {
        Some(bytes) => Err(RecordError::NameTooLong { bytes }),
        None => Ok(()),
    }
}

const _: () = assert!(FRAME_HEAD_BYTES + MAX_REPLAY_FRAME_BYTES < u32::MAX as usize);
