//! Recording into a file that is there whole or not at all: it is written beside its place and put there when it is done.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::BufWriter;
use std::path::{Path, PathBuf};

use super::{Checkpoint, Header, LogWriter, RecordError, told};

/// Records a run into a file.
///
/// The log is written to the path with `.tmp` appended and gets its name in [`finish`](Self::finish). A recorder that is dropped before,
/// or failed, removes that file, so whatever had the name stays as it was. One program at a time may record to a path.
///
/// ```
/// use laige_core::Config;
/// use laige_core::replay::{Header, Log, Recorder, ReplayIdentity};
///
/// # let folder = std::env::temp_dir().join(format!("laige-recorder-doc-{}", std::process::id()));
/// # std::fs::create_dir_all(&folder)?;
/// let path = folder.join("match.replay");
/// let header = Header::new(ReplayIdentity::new(&Config::with_capacity(8), 0));
/// let mut recorder = Recorder::create(&path, header, 0)?;
/// recorder.frame(1, b"jump")?;
/// recorder.finish()?;
/// assert_eq!(Log::load(&path, 0)?.frame_count(), 1);
/// # std::fs::remove_dir_all(&folder)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Recorder {
    /// Taken out when the recording is over.
    writer: Option<LogWriter<BufWriter<File>>>,
    path: PathBuf,
    temporary: PathBuf,
}

impl Recorder {
    /// Starts a recording whose header asks for no checkpoints. The log may have at most `limit` bytes; 0 stands for 128 MiB.
    ///
    /// # Errors
    ///
    /// [`RecordError`], as [`LogWriter::new`]; also if the path is empty, or that of a device.
    pub fn create(path: impl AsRef<Path>, header: Header, limit: u64) -> Result<Self, RecordError> {
        Self::begin(path.as_ref(), |out| LogWriter::new(out, header, limit))
    }

    /// The same for a header that asks for checkpoints: `start` is the one of tick 0, before any tick was run.
    ///
    /// # Errors
    ///
    /// As [`create`](Self::create).
    pub fn create_with_start(
        path: impl AsRef<Path>,
        header: Header,
        limit: u64,
        start: &Checkpoint,
    ) -> Result<Self, RecordError> {
        Self::begin(path.as_ref(), |out| LogWriter::with_start(out, header, limit, start))
    }

    fn begin(
        path: &Path,
        writer: impl FnOnce(BufWriter<File>) -> Result<LogWriter<BufWriter<File>>, RecordError>,
    ) -> Result<Self, RecordError> {
        if path.as_os_str().is_empty() {
            return Err(RecordError::EmptyPath);
        }
        // A folder keeps its name when the recording is done; anything else would lose it to the file.
        if fs::metadata(path).is_ok_and(|there| !there.is_file() && !there.is_dir()) {
            return Err(RecordError::NotAFile);
        }
        let mut name = OsString::from(path);
        name.push(".tmp");
        let temporary = PathBuf::from(name);
        let out = BufWriter::new(File::create(&temporary)?);
        match writer(out) {
            Ok(writer) => {
                told::started(path, &writer);
                Ok(Self { writer: Some(writer), path: path.to_path_buf(), temporary })
            }
            Err(error) => {
                // The error tells more than that a file could not be removed.
                let _ = fs::remove_file(&temporary);
                Err(error)
            }
        }
    }

    /// Writes the frame of a tick: 1, then 2, and so on, without gaps.
    ///
    /// # Errors
    ///
    /// [`RecordError`]; the first one stays.
    pub fn frame(&mut self, tick: u64, input: &[u8]) -> Result<(), RecordError> {
        self.step(tick, |writer| writer.frame(tick, input))
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
        self.step(tick, |writer| writer.frame_with(tick, input, checkpoint))
    }

    /// Writes the trailer, sees that everything is on the disk, and gives the file its name.
    ///
    /// # Errors
    ///
    /// The failure that came before, or [`RecordError::Full`] if the trailer does not fit, or [`RecordError::Io`]. The file beside
    /// is removed, unless it is whole and only could not get its name.
    pub fn finish(mut self) -> Result<(), RecordError> {
        let frames = self.frames_written();
        let finished = self.step(frames, |writer| {
            writer.write_trailer()?;
            Ok(writer.out_mut().get_mut().sync_all()?)
        });
        // On an error the recorder is dropped as one that was not finished.
        finished?;
        if let Some(writer) = self.writer.take() {
            let (bytes, frames) = (writer.bytes_written(), writer.frames_written());
            drop(writer);
            let renamed = fs::rename(&self.temporary, &self.path).map_err(RecordError::from);
            match renamed {
                Ok(()) => told::finished(&self.path, bytes, frames),
                Err(error) => told::failed(&self.path, frames, error),
            }
            return renamed;
        }
        Ok(())
    }

    /// How many bytes were written.
    #[must_use]
    pub fn bytes_written(&self) -> u64 {
        self.writer.as_ref().map_or(0, LogWriter::bytes_written)
    }

    /// How many frames were written, which is the number of the last tick.
    #[must_use]
    pub fn frames_written(&self) -> u64 {
        self.writer.as_ref().map_or(0, LogWriter::frames_written)
    }

    /// What ended the recording, if anything did.
    #[must_use]
    pub fn failure(&self) -> Option<RecordError> {
        self.writer.as_ref().and_then(LogWriter::failure)
    }

    /// Lets the writer do something, and tells of its first failure.
    fn step(
        &mut self,
        tick: u64,
        step: impl FnOnce(&mut LogWriter<BufWriter<File>>) -> Result<(), RecordError>,
    ) -> Result<(), RecordError> {
        let Some(writer) = &mut self.writer else { return Ok(()) };
        let failed = writer.failure().is_some();
        let result = step(writer);
        if let (Err(error), false) = (result, failed) {
            told::failed(&self.path, tick, error);
        }
        result
    }
}

impl Drop for Recorder {
    fn drop(&mut self) {
        if let Some(writer) = self.writer.take() {
            let bytes = writer.bytes_written();
            drop(writer);
            let _ = fs::remove_file(&self.temporary);
            told::aborted(&self.path, bytes);
        }
    }
}
