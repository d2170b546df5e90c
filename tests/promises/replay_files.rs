//! Recording into files, and reading what does not fit into memory.
//!
//! Cases S01 and S19 (a few bytes cannot ask for much memory), S24 in part (what is no log is refused in words).

use std::fs;
use std::io::{self, Cursor, ErrorKind, Read, Write};
use std::path::PathBuf;

use laige::replay::{
    Checkpoint, Header, Log, LogFault, LogReader, LogWriter, ReadError, RecordError, Recorder,
    Source,
};
use laige::{Error, ErrorCode};

use crate::replay_scene::{hex, published_identity};

/// A folder that is gone when the test is over.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("laige-{name}-{}", std::process::id()));
        fs::create_dir_all(&path).expect("the folder can be made");
        Self(path)
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    /// The names of what is in it.
    fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(&self.0).expect("the folder is there");
        let mut names: Vec<String> = entries
            .map(|entry| entry.expect("it is there").file_name().into_string().expect("our name"))
            .collect();
        names.sort();
        names
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn header() -> Header {
    Header::version_1(published_identity())
}

#[test]
fn recording_has_its_name_when_it_is_finished_and_not_before() {
    let folder = Folder::new("finished");
    let path = folder.path("run.replay");
    fs::write(&path, "what was there before").expect("writable");
    let mut recorder = Recorder::create(&path, header(), 0).expect("valid");
    recorder.frame(1, &[]).expect("next");
    recorder.frame(2, &[1, 2, 3]).expect("next");
    assert_eq!((recorder.bytes_written(), recorder.frames_written()), (67, 2));
    assert_eq!(folder.names(), ["run.replay", "run.replay.tmp"]);
    assert_eq!(fs::read(&path).expect("readable"), b"what was there before");
    recorder.finish().expect("writable");
    assert_eq!(folder.names(), ["run.replay"]);
    let bytes = fs::read(&path).expect("readable");
    assert_eq!((bytes.len(), &bytes[75..]), (83, &hex("fff6ea3766af74ff")[..]));
    let log = Log::load(&path, 0).expect("whole");
    assert_eq!((log.frame_count(), log.identity()), (2, &published_identity()));
    let mut reader = LogReader::open(&path).expect("whole");
    assert_eq!(reader.next_frame().expect("readable").map(|frame| frame.tick), Some(1));
}

#[test]
fn recording_that_is_dropped_leaves_nothing() {
    let folder = Folder::new("dropped");
    let path = folder.path("run.replay");
    fs::write(&path, "what was there before").expect("writable");
    let mut recorder = Recorder::create(&path, header(), 0).expect("valid");
    recorder.frame(1, &vec![0; 100_000]).expect("next");
    drop(recorder);
    assert_eq!(folder.names(), ["run.replay"]);
    assert_eq!(fs::read(&path).expect("readable"), b"what was there before");
}

#[test]
fn recording_with_a_failure_leaves_nothing() {
    let folder = Folder::new("failed");
    let path = folder.path("run.replay");
    let mut recorder = Recorder::create(&path, header(), 56).expect("room for an empty log");
    recorder.frame(1, &[]).expect("52 bytes");
    assert_eq!(recorder.frame(2, &[]), Err(RecordError::Full { limit: 56 }));
    assert_eq!(recorder.failure(), Some(RecordError::Full { limit: 56 }));
    assert_eq!(recorder.finish(), Err(RecordError::Full { limit: 56 }));
    assert_eq!(folder.names(), [] as [&str; 0]);
    // Refused at once: nothing is there either.
    let missing = RecordError::CheckpointMissing { tick: 0 };
    let refused = Recorder::create(&path, header().checkpoint_every(1), 0);
    assert_eq!(refused.map(|_| ()), Err(missing));
    assert_eq!(folder.names(), [] as [&str; 0]);
}

#[cfg(unix)]
#[test]
fn a_recording_takes_no_devices_place() {
    let refused = Recorder::create("/dev/null", header(), 0).map(|_| ());
    assert_eq!(refused, Err(RecordError::NotAFile));
    assert!(!std::path::Path::new("/dev/null.tmp").exists());
}

#[test]
fn recording_whose_name_cannot_be_given_is_kept_beside() {
    let folder = Folder::new("renamed");
    let path = folder.path("taken");
    fs::create_dir(&path).expect("writable");
    let recorder = Recorder::create(&path, header(), 0).expect("valid");
    assert!(matches!(recorder.finish(), Err(RecordError::Io(_))), "a folder has the name");
    assert_eq!(folder.names(), ["taken", "taken.tmp"]);
    assert_eq!(Log::load(folder.path("taken.tmp"), 0).expect("whole").frame_count(), 0);
}

#[test]
fn recorder_is_refused_without_a_path_or_a_folder() {
    let refused = Recorder::create("", header(), 0).expect_err("no path");
    assert_eq!((refused, refused.code()), (RecordError::EmptyPath, ErrorCode::InvalidArgument));
    let folder = Folder::new("missing");
    let refused = Recorder::create(folder.path("missing/run"), header(), 0).expect_err("no folder");
    assert_eq!(
        (refused, refused.code()),
        (RecordError::Io(ErrorKind::NotFound), ErrorCode::IoError)
    );
    assert_eq!(Error::from(refused), Error::Io { operation: "write a replay log" });
}

#[test]
fn files_that_are_missing_too_large_or_no_logs_are_refused() {
    let folder = Folder::new("refused");
    assert_eq!(Log::load("", 0).expect_err("no path"), ReadError::EmptyPath);
    assert_eq!(LogReader::open("").expect_err("no path"), ReadError::EmptyPath);
    let missing = folder.path("missing");
    let refused = Log::load(&missing, 0).expect_err("not there");
    assert_eq!((refused, refused.code()), (ReadError::Io(ErrorKind::NotFound), ErrorCode::IoError));
    assert_eq!(LogReader::open(&missing).expect_err("not there"), refused);
    assert_eq!(Error::from(refused), Error::Io { operation: "read a replay log" });

    let path = folder.path("run");
    Recorder::create(&path, header(), 0).expect("valid").finish().expect("writable");
    assert!(Log::load(&path, 56).is_ok());
    let refused = Log::load(&path, 55).expect_err("too large");
    assert_eq!(refused, ReadError::TooLarge { bytes: 56, limit: 55 });
    assert_eq!(refused.code(), ErrorCode::MalformedInput);
    assert_eq!(refused.to_string(), "a replay log of 56 bytes is above the limit of 55");
    assert_eq!(Error::from(refused).code(), refused.code());

    fs::write(&path, "no log").expect("writable");
    let refused = Log::load(&path, 0).expect_err("no log");
    assert_eq!(refused.to_string(), "replay log, byte 6: it ends before its header does");
    assert_eq!(LogReader::open(&path).expect_err("no log"), refused);
}

/// The published cases of limits of 56 and 67 bytes.
#[test]
fn limit_is_kept_to_the_byte() {
    let refused = LogWriter::new(Vec::new(), header(), 55).map(|_| ());
    assert_eq!(refused, Err(RecordError::LimitTooSmall { limit: 55, least: 56 }));
    let mut writer = LogWriter::new(Vec::new(), header(), 67).expect("valid");
    writer.frame(1, &[]).expect("52 bytes");
    writer.frame(2, &[1, 2, 3]).expect("67 bytes");
    let full = RecordError::Full { limit: 67 };
    assert_eq!(
        (full.code(), Error::from(full)),
        (ErrorCode::BudgetExhausted, Error::RecordingFull { limit: 67 })
    );
    assert_eq!(writer.finish(), Err(full), "the trailer does not fit");
    // With 16 more it does.
    let mut writer = LogWriter::new(Vec::new(), header(), 83).expect("valid");
    writer.frame(1, &[]).expect("52 bytes");
    writer.frame(2, &[1, 2, 3]).expect("67 bytes");
    assert_eq!(writer.finish().map(|bytes| bytes.len()), Ok(83));
    // What version 2 adds counts as well: 22, a name, two checkpoints.
    let header = header().checkpoint_every(1).systems(["abc"]);
    let [start, after] = [5, 6].map(|state_hash| Checkpoint { state_hash, content: 0, control: 0 });
    let least = 40 + 22 + 5 + 40 + 16;
    let refused = LogWriter::with_start(Vec::new(), header.clone(), least - 1, &start).map(|_| ());
    assert_eq!(refused, Err(RecordError::LimitTooSmall { limit: least - 1, least }));
    for (limit, fits) in [(least + 52, true), (least + 35, false)] {
        let mut writer =
            LogWriter::with_start(Vec::new(), header.clone(), limit, &start).expect("valid");
        assert_eq!(writer.frame_with(1, &[], || after).is_ok(), fits, "{limit}");
        assert_eq!(writer.bytes_written(), if fits { least + 36 } else { least - 16 });
    }
}

#[test]
fn first_failure_stays() {
    let writer = || LogWriter::new(Vec::new(), header(), 0).expect("valid");
    let mistakes: [(u64, Vec<u8>, RecordError); 4] = [
        (0, vec![], RecordError::OutOfTurn { expected: 1, tick: 0 }),
        (2, vec![], RecordError::OutOfTurn { expected: 1, tick: 2 }),
        // The tick is looked at before the length.
        (u64::MAX, vec![0; (1 << 20) + 1], RecordError::OutOfTurn { expected: 1, tick: u64::MAX }),
        (1, vec![0; (1 << 20) + 1], RecordError::FrameTooLong { tick: 1, bytes: (1 << 20) + 1 }),
    ];
    for (tick, input, expected) in mistakes {
        let mut writer = writer();
        assert_eq!(writer.frame(tick, &input), Err(expected));
        assert_eq!(expected.code(), ErrorCode::InvalidArgument);
        assert_eq!(Error::from(expected), Error::RecordingRefused { tick });
        assert_eq!(writer.frame(1, &[]), Err(expected), "nothing wrong with this one");
        assert_eq!((writer.failure(), writer.bytes_written()), (Some(expected), 40));
        assert_eq!(writer.finish(), Err(expected));
    }
    let mut writer = writer();
    writer.frame(1, &vec![7; 1 << 20]).expect("the most there may be");
    let log = Log::parse(writer.finish().expect("there is room")).expect("just written");
    assert_eq!(log.frames().next().map(|frame| frame.input.len()), Some(1 << 20));
}

#[test]
fn header_within_its_limits_is_asked_for() {
    let refused =
        |header: Header| LogWriter::new(Vec::new(), header, 0).map(|_| ()).expect_err("too much");
    let many = header().systems(vec![""; 1_025]);
    assert_eq!(refused(many), RecordError::TooManySystems { systems: 1_025 });
    let long = header().systems(["a".repeat(1_025)]);
    assert_eq!(refused(long), RecordError::NameTooLong { bytes: 1_025 });
    assert_eq!(Error::from(RecordError::EmptyPath), Error::RecordingRefused { tick: 0 });
    let most = header().systems(vec!["a".repeat(1_024); 1_024]);
    let bytes =
        LogWriter::new(Vec::new(), most.clone(), 0).expect("within").finish().expect("room");
    assert_eq!(Log::parse(&bytes[..]).expect("just written").header(), &most);
    assert_eq!(LogReader::new(&bytes[..]).expect("just written").header(), &most);
    let mut writer = LogWriter::with_start(
        Vec::new(),
        header().checkpoint_every(3),
        0,
        &Checkpoint { state_hash: 0, content: 0, control: 0 },
    )
    .expect("valid");
    writer.frame(1, &[]).expect("no checkpoint is due");
    writer.frame(2, &[]).expect("no checkpoint is due");
    assert_eq!(writer.frame(3, &[]), Err(RecordError::CheckpointMissing { tick: 3 }));
}

/// Takes so many bytes, then refuses.
struct Disk {
    room: usize,
}

impl Write for Disk {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let taken = bytes.len().min(self.room);
        self.room -= taken;
        if taken == 0 && !bytes.is_empty() {
            return Err(ErrorKind::StorageFull.into());
        }
        Ok(taken)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn full_disk_is_a_failure_that_stays() {
    let full = RecordError::Io(ErrorKind::StorageFull);
    assert_eq!(LogWriter::new(Disk { room: 39 }, header(), 0).map(|_| ()), Err(full));
    let mut writer = LogWriter::new(Disk { room: 60 }, header(), 0).expect("valid");
    writer.frame(1, &[1; 4]).expect("56 bytes");
    assert_eq!((writer.frame(2, &[]), writer.frame(2, &[])), (Err(full), Err(full)));
    assert_eq!((writer.frames_written(), writer.finish().map(|_| ())), (1, Err(full)));
    let writer = LogWriter::new(Disk { room: 50 }, header(), 0).expect("valid");
    assert_eq!(writer.finish().map(|_| ()), Err(full));
}

/// Gives at most so many bytes at a time, now and then none but an interruption.
struct Drops<'a> {
    bytes: &'a [u8],
    most: usize,
    interrupted: bool,
}

impl Read for Drops<'_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        self.interrupted = !self.interrupted;
        if self.interrupted {
            return Err(ErrorKind::Interrupted.into());
        }
        let most = self.most.min(into.len());
        self.bytes.read(&mut into[..most])
    }
}

/// A log of version 2 with frames of many lengths.
fn varied() -> Vec<u8> {
    let header = header().checkpoint_every(3).systems(["one", "two"]);
    let state = |tick| Checkpoint { state_hash: tick, content: 1, control: 2 };
    let mut writer = LogWriter::with_start(Vec::new(), header, 0, &state(0)).expect("valid");
    for (tick, length) in (1..).zip([0, 1, 300_000, 0, 70_000, 1 << 20, 2, 65_536]) {
        writer.frame_with(tick, &vec![tick as u8; length], || state(tick)).expect("next");
    }
    writer.finish().expect("there is room")
}

#[test]
fn reader_gives_what_the_log_in_memory_gives() {
    let bytes = varied();
    let log = Log::parse(&bytes[..]).expect("just written");
    for most in [1, 7, 4_096, usize::MAX] {
        // A byte at a time is slow, and a short log will do.
        let bytes = if most == 1 { &bytes[..0] } else { &bytes[..] };
        let Ok(mut reader) = LogReader::new(Drops { bytes, most, interrupted: false }) else {
            assert_eq!(most, 1);
            continue;
        };
        assert_eq!((reader.header(), reader.start()), (log.header(), log.start()));
        for frame in log.frames() {
            assert_eq!(reader.next_frame(), Ok(Some(frame)));
        }
        assert_eq!(reader.next_frame(), Ok(None));
        assert_eq!(reader.next_frame(), Ok(None));
    }
}

/// Reads a log to its end, or to what is wrong with it.
fn read(bytes: &[u8]) -> Result<u64, ReadError> {
    let mut reader = LogReader::new(Drops { bytes, most: 13, interrupted: false })?;
    let mut frames = 0;
    while reader.next_frame()?.is_some() {
        frames += 1;
    }
    Ok(frames)
}

#[test]
fn reader_refuses_what_the_parser_refuses_in_the_same_words() {
    let state = |tick| Checkpoint { state_hash: tick, content: 1, control: 2 };
    let header = header().checkpoint_every(2).systems(["one"]);
    let mut writer = LogWriter::with_start(Vec::new(), header, 0, &state(0)).expect("valid");
    (1..=3).for_each(|tick| writer.frame_with(tick, &[9; 5], || state(tick)).expect("next"));
    let bytes = writer.finish().expect("there is room");
    assert_eq!(read(&bytes), Ok(3));
    for length in 0..bytes.len() {
        let parsed = Log::parse(&bytes[..length]).expect_err("cut off");
        assert_eq!(read(&bytes[..length]), Err(parsed.into()), "{length}");
    }
    for at in 0..bytes.len() {
        for change in [1, 0x80, 0xFF] {
            let mut changed = bytes.clone();
            changed[at] ^= change;
            let parsed = Log::parse(&changed[..]).expect_err("changed");
            assert_eq!(read(&changed), Err(parsed.into()), "{at}");
        }
    }
}

#[test]
fn checked_reader_knows_at_once_and_goes_back_to_where_it_began() {
    let bytes = varied();
    let mut changed = bytes.clone();
    changed[200] ^= 1;
    assert!(LogReader::new(Cursor::new(&changed)).is_ok(), "the header is whole");
    let Err(ReadError::Malformed(malformed)) = LogReader::checked(Cursor::new(&changed)) else {
        panic!("it was changed")
    };
    assert!(matches!(malformed.fault, LogFault::FileHash { .. }), "{malformed}");
    // A log inside of something else, behind 5 bytes of it.
    let mut inside = Cursor::new([&b"other"[..], &bytes].concat());
    inside.set_position(5);
    let mut reader = LogReader::checked(inside).expect("whole");
    assert_eq!(reader.next_frame().expect("whole").map(|frame| frame.tick), Some(1));
}

#[test]
fn reader_that_failed_goes_no_further() {
    struct Broken(usize);
    impl Read for Broken {
        fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
            let header = &hex(
                "4c475250010000002a000000000000003c000000efcdab8967452301000000001032547698badcfe",
            )[..];
            let all = [header, &[1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0], &[0; 20]].concat();
            let rest = &all[self.0.min(all.len())..];
            if rest.is_empty() {
                return Err(ErrorKind::ConnectionReset.into());
            }
            let taken = rest.len().min(into.len());
            into[..taken].copy_from_slice(&rest[..taken]);
            self.0 += taken;
            Ok(taken)
        }
    }
    let mut reader = LogReader::new(Broken(0)).expect("the header is whole");
    assert_eq!(reader.next_frame().map(|frame| frame.map(|f| f.tick)), Ok(Some(1)));
    let failure = Err(ReadError::Io(ErrorKind::ConnectionReset));
    assert_eq!(reader.next_frame(), failure);
    assert_eq!(reader.next_frame(), failure);
}
