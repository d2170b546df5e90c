//! The command line of a game's program: what it prints, its exit codes, and what it says when it cannot go on.

use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;

use laige::prelude::*;
use laige::replay::{self, Log, Setup, WorldRun};
use laige::{Config, Result};

#[component(id = "line.count")]
struct Count {
    n: u32,
}

const CONFIG: Config = Config::with_capacity(4).seed(42);

/// A tick of a game.
type Tick = Box<dyn FnMut(&mut World, u64, &[u8]) -> Result<()>>;

/// A game of two counters: each tick adds the input to both. From tick `bug` on the second is wrong by one each tick.
fn game(bug: u64) -> Setup<impl Fn(&Config) -> Result<WorldRun<Tick>>> {
    Setup::new(CONFIG, move |config: &Config| {
        let mut world = World::new(config.options())?;
        world.register::<Count>()?;
        world.spawn(Count { n: 0 })?;
        let wrong = world.spawn(Count { n: 0 })?;
        let tick: Tick = Box::new(move |world, tick, input| {
            let step: u32 = input.iter().map(|&byte| u32::from(byte)).sum();
            query!(world, |e: Entity, count: &mut Count| {
                count.n += step + u32::from(e == wrong && tick >= bug);
            });
            Ok(())
        });
        Ok(WorldRun::new(world, tick))
    })
    .name("counters")
    .inputs(|tick, input| input.push(tick as u8))
}

/// Without a bug.
const NEVER: u64 = u64::MAX;

/// What a call printed: exit code, stdout, stderr.
fn call(bug: u64, words: &[&str]) -> (u8, String, String) {
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let words = [&["counters"], words].concat();
    let code = replay::cli_with(&game(bug), words, &mut out, &mut err);
    let text = |bytes| String::from_utf8(bytes).expect("text");
    (code, text(out), text(err))
}

/// A folder that is gone with the value.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path =
            std::env::temp_dir().join(format!("laige-command-line-{}-{name}", std::process::id()));
        fs::create_dir_all(&path).expect("a place for files");
        Self(path)
    }

    fn file(&self, name: &str) -> String {
        self.0.join(name).display().to_string()
    }

    /// A log of a run with that bug.
    fn log(&self, name: &str, bug: u64, more: &[&str]) -> String {
        let file = self.file(name);
        let (code, _, err) = call(bug, &[&["record", &file], more].concat());
        assert_eq!((code, &*err), (0, ""));
        file
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// The hashes of a run, by hand.
fn hashes(ticks: u64) -> String {
    let mut run = game(NEVER).begin().expect("it begins");
    let mut text = format!("0 {:016x}\n", run.world().state_hash(0));
    for tick in 1..=ticks {
        replay::Simulation::tick(&mut run, tick, &[tick as u8]).expect("it works");
        writeln!(text, "{tick} {:016x}", run.world().state_hash(tick)).expect("a text takes it");
    }
    text
}

#[test]
fn run_prints_the_hash_of_each_tick_in_the_references_lines() {
    assert_eq!(call(NEVER, &["run", "--ticks", "3", "--hashes"]), (0, hashes(3), String::new()));
    let (code, out, _) = call(NEVER, &["run", "--ticks=3"]);
    let last = hashes(3);
    let (_, hash) = last.trim_end().rsplit_once(' ').expect("a hash");
    assert_eq!((code, out), (0, format!("ran 3 ticks: 2 entities, state hash {hash}\n")));
}

#[test]
fn digests_stand_behind_the_hashes_on_request() {
    let (code, out, _) = call(NEVER, &["run", "--ticks=2", "--digests"]);
    let mut world = game(NEVER).begin().expect("it begins").into_world();
    let laige::Digest { content, control } = world.digest();
    let first = format!("0 {:016x} {content:032x} {control:032x}", world.state_hash(0));
    assert_eq!((code, out.lines().next(), out.lines().count()), (0, Some(&*first), 3));
    let (_, out, _) = call(NEVER, &["run", "--ticks=2", "--digests", "--json"]);
    let line: serde_json::Value =
        serde_json::from_str(out.lines().next().expect("a line")).expect("JSON");
    assert_eq!(line["content"], format!("{content:032x}"));
    assert_eq!(call(NEVER, &["run", "--ticks=2", "--digests", "--hashes"]).0, 2);
}

#[test]
fn json_is_an_object_per_line() {
    let (code, out, _) = call(NEVER, &["run", "--ticks=1", "--hashes", "--json"]);
    let lines: Vec<serde_json::Value> =
        out.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!((code, lines.len()), (0, 3));
    let expected = hashes(1);
    for (line, expected) in lines.iter().zip(expected.lines()) {
        let (tick, hash) = expected.split_once(' ').expect("two words");
        assert_eq!((line["tick"].to_string(), line["hash"].as_str()), (tick.into(), Some(hash)));
    }
    assert_eq!((&lines[2]["ticks"], &lines[2]["entities"]), (&1.into(), &2.into()));
}

#[test]
fn record_writes_a_log_that_replays_and_verifies() {
    let folder = Folder::new("record");
    let file = folder.log("match.log", NEVER, &["--ticks", "5", "--checkpoint-every", "2"]);
    let log = Log::load(&file, 0).expect("whole");
    let inputs: Vec<_> = log.frames().map(|frame| frame.input.to_vec()).collect();
    assert_eq!(inputs, [[1], [2], [3], [4], [5]]);
    assert_eq!((log.header().checkpoint_interval(), log.header().identity().seed), (2, 42));

    assert_eq!(call(NEVER, &["replay", &file, "--hashes"]).1, hashes(5));
    assert_eq!(call(NEVER, &["replay", &file, "--to", "3", "--hashes"]).1, hashes(3));
    let verified = call(NEVER, &["verify", &file]);
    assert_eq!(verified, (0, "5 ticks, 3 checkpoints, all equal\n".into(), String::new()));
}

#[test]
fn verify_ends_at_the_first_tick_that_differs() {
    let folder = Folder::new("verify");
    let file = folder.log("match.log", NEVER, &["--ticks=9"]);
    let (code, out, err) = call(7, &["verify", &file]);
    assert_eq!((code, &*err), (1, ""));
    assert_eq!(out, "tick 7: state hash and content not what the log says\n");
    let (code, out, _) = call(7, &["verify", &file, "--json"]);
    let object: serde_json::Value = serde_json::from_str(&out).expect("JSON");
    assert_eq!((code, &object["tick"], &object["equal"]), (1, &7.into(), &false.into()));

    let without = folder.log("without.log", NEVER, &["--ticks=9", "--checkpoint-every=0"]);
    let (code, out, err) = call(7, &["verify", &without]);
    assert_eq!((code, &*out), (2, ""));
    assert!(err.contains("no checkpoints"), "{err}");
}

#[test]
fn diff_names_tick_entity_and_field() {
    let folder = Folder::new("diff");
    let one = folder.log("a.log", NEVER, &["--ticks=9"]);
    let more = folder.log("more.log", NEVER, &["--ticks=10"]);
    assert_eq!(call(NEVER, &["diff", &one, &one]).0, 0);
    let (code, out, _) = call(NEVER, &["diff", &one, &more]);
    assert_eq!((code, &*out), (1, "equal as long as both last: one log ends after tick 9\n"));

    // The same program, so the difference has to be in the inputs.
    let other = folder.file("other.log");
    let mut writer = replay::LogWriter::new(
        Vec::new(),
        replay::Header::version_1(*Log::load(&one, 0).expect("whole").header().identity()),
        0,
    )
    .expect("valid");
    for tick in 1..=9 {
        writer.frame(tick, &[tick as u8 + u8::from(tick == 4)]).expect("next");
    }
    fs::write(&other, writer.finish().expect("room")).expect("written");
    let (code, out, _) = call(NEVER, &["diff", &one, &other]);
    assert_eq!(code, 1);
    // 1 + 2 + 3 + 4, and one more.
    let expected = "tick 4, after `tick`: the runs part\n0v1 line.count.n  10 -> 11\n1v1 line.count.n  10 -> 11\n";
    assert_eq!(out, expected);
    let (_, out, _) = call(NEVER, &["diff", &one, &other, "--max=1", "--json"]);
    let object: serde_json::Value = serde_json::from_str(&out).expect("JSON");
    assert_eq!(
        (&object["tick"], &object["differences"][0]),
        (&4.into(), &"0v1 line.count.n  10 -> 11".into())
    );
    let listed = object["differences"].as_array().map(Vec::len);
    assert_eq!((listed, &object["more"]), (Some(1), &1.into()));
}

#[test]
fn expected_hashes_are_compared_strictly() {
    let folder = Folder::new("expect");
    let log = folder.log("match.log", NEVER, &["--ticks=3"]);
    let expect = |text: &str| {
        let file = folder.file("hashes.txt");
        fs::write(&file, text).expect("written");
        call(NEVER, &["replay", &log, "--expect", &file])
    };
    let right = hashes(3);
    assert_eq!(expect(&right).0, 0);
    let short = hashes(2);
    let (code, out, _) = expect(&short);
    assert!(code == 1 && out.starts_with("tick 3: no tick expected, "), "{out}");
    let (code, out, _) = expect(&hashes(4));
    assert!(code == 1 && out.starts_with("tick 4: ") && out.ends_with("no tick found\n"), "{out}");
    let last = right.trim_end().chars().last().expect("a digit");
    let other = if last == '0' { '1' } else { '0' };
    let wrong = format!("{}{other}\n", &right.trim_end()[..right.trim_end().len() - 1]);
    let (code, out, _) = expect(&wrong);
    assert!(code == 1 && out.starts_with("tick 3: "), "{out}");
    for malformed in ["0\n", "1 0000000000000000\n", "0 123\n", &right.to_uppercase()] {
        let (code, _, err) = expect(malformed);
        assert!(code == 2 && err.contains(": line 1 "), "{err}");
    }
}

#[test]
fn what_cannot_be_done_is_one_line_and_exit_code_2() {
    let folder = Folder::new("faults");
    let log = folder.log("match.log", NEVER, &["--ticks=3"]);
    let cut = folder.file("cut.log");
    let bytes = fs::read(&log).expect("there");
    fs::write(&cut, &bytes[..bytes.len() - 1]).expect("written");
    let nowhere = folder.file("missing/match.log");
    let calls: [&[&str]; 5] = [
        &["replay", &nowhere],
        &["verify", &cut],
        &["diff", &log, &cut],
        &["record", &nowhere, "--ticks=1"],
        &["replay", &log, "--expect", &nowhere],
    ];
    for words in calls {
        let (code, out, err) = call(NEVER, words);
        assert_eq!((code, &*out, err.lines().count()), (2, "", 1), "{words:?}: {err}");
        assert!(err.starts_with("error: "), "{err}");
    }
    assert!(!PathBuf::from(&nowhere).exists());
}

/// Nobody reads what is written.
struct Unread;

impl std::io::Write for Unread {
    fn write(&mut self, _: &[u8]) -> std::io::Result<usize> {
        Err(std::io::ErrorKind::BrokenPipe.into())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

#[test]
fn nothing_is_said_where_nobody_reads_on() {
    let mut err = Vec::new();
    let words = ["counters", "run", "--ticks=9", "--hashes"];
    let code = replay::cli_with(&game(NEVER), words, &mut Unread, &mut err);
    assert_eq!((code, String::from_utf8(err)), (2, Ok(String::new())));
}

#[test]
fn a_recording_takes_no_folders_place_and_a_missing_file_is_called_one() {
    let folder = Folder::new("places");
    let (code, _, err) = call(NEVER, &["record", &folder.file(""), "--ticks=1"]);
    assert!(code == 2 && err.ends_with("is a directory\n"), "{err}");
    assert_eq!(fs::read_dir(&folder.0).expect("there").count(), 0, "nothing is left");
    let (_, _, err) = call(NEVER, &["replay", &folder.file("none")]);
    assert!(err.ends_with("could not be read: no such file or folder\n"), "{err}");
}

#[test]
fn a_log_of_another_seed_is_played_with_its_seed_and_one_of_another_game_is_refused() {
    let folder = Folder::new("identity");
    let file = folder.log("match.log", NEVER, &["--ticks=3", "--seed=7"]);
    let (code, out, err) = call(NEVER, &["verify", &file]);
    assert_eq!((code, &*err), (0, ""), "{out}");

    let other = Setup::new(CONFIG.tick_rate_hz(30), |config| {
        let world = World::new(config.options())?;
        Ok::<_, laige::Error>(WorldRun::new(world, |_, _, _| Ok::<_, laige::Error>(())))
    });
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let code = replay::cli_with(&other, ["other", "verify", &file], &mut out, &mut err);
    let err = String::from_utf8(err).expect("text");
    assert_eq!(code, 2);
    assert!(err.contains("tick_rate 60 in the log and 30 here"), "{err}");
}

#[test]
fn help_helps_and_mistyped_words_are_told() {
    let (code, out, err) = call(NEVER, &["--help"]);
    assert_eq!((code, &*err), (0, ""));
    for command in ["run", "record", "replay", "verify", "diff", "detcheck", "Exit code"] {
        assert!(out.contains(command), "{out}");
    }
    for command in ["run", "record", "replay", "verify", "diff", "detcheck"] {
        let (code, out, _) = call(NEVER, &[command, "--help"]);
        assert!(code == 0 && out.contains("Usage: counters"), "{out}");
    }
    let (code, _, err) = call(NEVER, &["run", "--tick", "3"]);
    assert!(code == 2 && err.contains("--ticks"), "{err}");
    let (code, _, err) = call(NEVER, &["verfy", "x"]);
    assert!(code == 2 && err.contains("verify"), "{err}");
    assert_eq!(call(NEVER, &["run"]).0, 2);
    assert_eq!(call(NEVER, &[]).0, 2);
}
