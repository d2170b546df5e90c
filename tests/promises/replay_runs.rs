//! Playing logs: the hashes of each tick, two logs side by side, and a log against its own checkpoints.

use laige::prelude::*;
use laige::replay::{
    self, DiffError, Header, Log, LogWriter, ReadError, ReplayIdentity, RunError, Side, Simulation,
    Which,
};
use laige::{ComponentId, Config, Error};

use crate::replay_scene::{Dice, SCHEMA};

const CONFIG: Config = Config::with_capacity(64);

/// A log of so many ticks for a run with that configuration. The input of tick `t` is `input(t)`.
fn log(config: Config, ticks: u64, input: impl Fn(u64) -> Vec<u8>) -> Log<'static> {
    let header = Header::version_1(ReplayIdentity::new(&config, SCHEMA));
    let mut writer = LogWriter::new(Vec::new(), header, 0).expect("valid");
    for tick in 1..=ticks {
        writer.frame(tick, &input(tick)).expect("next");
    }
    Log::parse(writer.finish().expect("there is room")).expect("just written")
}

fn silent(config: Config, ticks: u64) -> Log<'static> {
    log(config, ticks, |_| Vec::new())
}

/// A log of version 2 of a real run, with a checkpoint every so many ticks.
fn checked_log(every: u32, ticks: u64, mut dice: Dice) -> Log<'static> {
    let header = Header::new(ReplayIdentity::new(&CONFIG, SCHEMA)).checkpoint_every(every);
    let start = dice.checkpoint(0);
    let mut writer = LogWriter::with_start(Vec::new(), header, 0, &start).expect("valid");
    for tick in 1..=ticks {
        dice.tick(tick, &[1]).expect("it works");
        writer.frame_with(tick, &[1], || dice.checkpoint(tick)).expect("next");
    }
    Log::parse(writer.finish().expect("there is room")).expect("just written")
}

#[test]
fn run_gives_a_hash_before_the_first_tick_and_after_each() {
    let log = log(CONFIG, 40, |tick| vec![tick as u8]);
    let mut dice = Dice::new(7);
    let hashes = replay::run(&mut log.frames(), &CONFIG, &mut dice).expect("it fits");
    assert_eq!((hashes.len(), &dice.ran), (41, &(1..=40).collect()));
    // The same by hand.
    let mut dice = Dice::new(7);
    assert_eq!(hashes[0], dice.state_hash(0));
    for tick in 1..=40 {
        dice.tick(tick, &[tick as u8]).expect("it works");
        assert_eq!(hashes[tick as usize], dice.state_hash(tick));
    }
    // Without frames there is the one of the beginning.
    let empty = silent(CONFIG, 0);
    let hashes = replay::run(&mut empty.frames(), &CONFIG, &mut Dice::new(7)).expect("it fits");
    assert_eq!(hashes, [Dice::new(7).state_hash(0)]);
}

#[test]
fn run_is_refused_before_its_first_tick() {
    let log = silent(CONFIG, 5);
    let mut dice = Dice::new(7);
    let loose = CONFIG.deterministic(false).seed(3);
    // The identity is looked at before the determinism.
    let refused = replay::run(&mut log.frames(), &loose, &mut dice).expect_err("another run");
    let RunError::Identity(mismatch) = &refused else { panic!("{refused}") };
    assert_eq!(mismatch.fields().collect::<Vec<_>>(), ["seed", "config"]);
    assert_eq!(Error::from(refused), Error::ReplayMismatch { field: "seed" });

    let log = silent(loose, 5);
    let refused = replay::run(&mut log.frames(), &loose, &mut dice).expect_err("not deterministic");
    assert_eq!(refused, RunError::DeterminismDisabled { seed: 3 });
    assert_eq!(Error::from(refused), Error::DeterminismDisabled { seed: 3 });
    assert_eq!(dice.ran, [] as [u64; 0]);
}

#[test]
fn schema_digest_counts_where_both_sides_have_one() {
    let identity = ReplayIdentity::new(&CONFIG, SCHEMA);
    let digest = |digest| {
        let header = Header::new(identity).schema_digest(digest);
        let writer = LogWriter::new(Vec::new(), header, 0).expect("valid");
        Log::parse(writer.finish().expect("there is room")).expect("just written")
    };
    let run = |log: &Log, here| {
        let mut dice = Dice { schema_digest: here, ..Dice::new(7) };
        replay::run(&mut log.frames(), &CONFIG, &mut dice).map(|hashes| hashes.len())
    };
    assert_eq!(run(&digest(0), Some(5)), Ok(1), "0 is none");
    assert_eq!((run(&digest(5), None), run(&digest(5), Some(5))), (Ok(1), Ok(1)));
    let Err(RunError::Identity(mismatch)) = run(&digest(5), Some(6)) else { panic!("they differ") };
    assert_eq!(mismatch.schema_digests, Some((5, 6)));
    assert_eq!(
        mismatch.to_string(),
        "the log belongs to other runs: schema_digest 00000000000000000000000000000005 in the log and \
         00000000000000000000000000000006 here"
    );
}

#[test]
fn failed_tick_ends_the_run_without_hashes() {
    let log = silent(CONFIG, 9);
    let mut dice = Dice { broken: Some(4), ..Dice::new(7) };
    let error = Error::CapacityFull { capacity: 2, requested: 1 };
    let failed = replay::run(&mut log.frames(), &CONFIG, &mut dice).expect_err("tick 4 fails");
    assert_eq!(failed, RunError::Tick { tick: 4, error });
    assert_eq!(failed.to_string(), "tick 4 failed: no room for 1 more in a world of capacity 2");
    assert_eq!(Error::from(failed), error);
    assert_eq!(dice.ran, [1, 2, 3, 4]);
}

/// Compares two runs.
fn diff(
    (a, a_config, x): (&Log, Config, &mut Dice),
    (b, b_config, y): (&Log, Config, &mut Dice),
    max_items: u32,
) -> Result<replay::DiffReport<(usize, u64, u64)>, DiffError<Error>> {
    replay::diff(
        Side { source: a.frames(), config: &a_config, simulation: x },
        Side { source: b.frames(), config: &b_config, simulation: y },
        max_items,
    )
}

/// The published answer: two seeds whose first draw is in tick 37 differ there, in two items, and in full from the start.
#[test]
fn diff_stops_at_the_first_tick_whose_components_differ() {
    let seeds = [0x1111_1111, 0x2222_2222];
    let configs = seeds.map(|seed| CONFIG.seed(seed));
    let logs = configs.map(|config| silent(config, 60));
    let run = |max_items| {
        let [mut a, mut b] = seeds.map(Dice::new);
        let report =
            diff((&logs[0], configs[0], &mut a), (&logs[1], configs[1], &mut b), max_items);
        assert_eq!((a.ran.len(), b.ran.len()), (37, 37));
        (report.expect("they fit"), a.values, b.values)
    };
    let (report, a, b) = run(16);
    assert_eq!((report.first_divergent_tick, report.divergent()), (Some(37), true));
    assert_eq!((report.full_state_divergent, report.length_divergence), (true, false));
    assert_eq!((report.items, report.total_items), (vec![(0, a[0], b[0]), (1, a[1], b[1])], 2));
    // Fewer may be listed, and all are counted.
    let (report, ..) = run(1);
    assert_eq!((report.items.len(), report.total_items), (1, 2));
    let (report, ..) = run(0);
    assert_eq!(
        (report.first_divergent_tick, report.items.len(), report.total_items),
        (Some(37), 0, 2)
    );
}

#[test]
fn diff_of_equal_runs_finds_nothing() {
    let log = log(CONFIG, 50, |tick| vec![1; tick as usize]);
    let [mut a, mut b] = [Dice::new(7), Dice::new(7)];
    let report = diff((&log, CONFIG, &mut a), (&log, CONFIG, &mut b), 16).expect("they fit");
    assert_eq!((report.first_divergent_tick, report.divergent()), (None, false));
    assert_eq!((report.full_state_divergent, report.length_divergence), (false, false));
    assert_eq!((report.items.len(), report.total_items, a.ran.len()), (0, 0, 50));
}

#[test]
fn diff_tells_a_hidden_difference_from_a_visible_one() {
    // The streams differ, and no draw is made in 20 ticks.
    let log = silent(CONFIG, 20);
    let [mut a, mut b] = [Dice::new(7), Dice::new(8)];
    let report = diff((&log, CONFIG, &mut a), (&log, CONFIG, &mut b), 16).expect("they fit");
    assert_eq!((report.first_divergent_tick, report.full_state_divergent), (None, true));
    // Worlds that differ before any tick do so at tick 0, and no tick is run.
    let mut c = Dice { values: [0, 9], ..Dice::new(7) };
    let mut a = Dice::new(7);
    let report = diff((&log, CONFIG, &mut a), (&log, CONFIG, &mut c), 16).expect("they fit");
    assert_eq!((report.first_divergent_tick, report.items), (Some(0), vec![(1, 0, 9)]));
    assert_eq!((a.ran.len(), c.ran.len()), (0, 0));
}

#[test]
fn diff_of_logs_of_different_length_differs_where_one_ends() {
    let [long, short] = [20, 12].map(|ticks| silent(CONFIG, ticks));
    for (first, second) in [(&long, &short), (&short, &long)] {
        let [mut a, mut b] = [Dice::new(7), Dice::new(7)];
        let report = diff((first, CONFIG, &mut a), (second, CONFIG, &mut b), 16).expect("they fit");
        assert_eq!((report.first_divergent_tick, report.length_divergence), (Some(13), true));
        assert_eq!(
            (report.items.len(), report.total_items, report.full_state_divergent),
            (0, 0, false)
        );
    }
}

#[test]
fn diff_lists_64_items_at_most() {
    struct Many(u64);
    impl Simulation for Many {
        type Error = Error;
        fn schema_hash(&self) -> u64 {
            SCHEMA
        }
        fn tick(&mut self, _: u64, _: &[u8]) -> laige::Result<()> {
            Ok(())
        }
        fn state_hash(&self, _: u64) -> u64 {
            self.0
        }
        fn checkpoint(&mut self, _: u64) -> replay::Checkpoint {
            replay::Checkpoint { state_hash: self.0, content: 0, control: 0 }
        }
    }
    impl replay::Comparable for Many {
        type Item = u32;
        fn component_state_hash(&self, _: u64) -> u64 {
            self.0
        }
        fn differences(&self, _: &Self, max_items: u32, each: &mut dyn FnMut(u32)) -> u32 {
            (0..max_items.min(1_000)).for_each(each);
            1_000
        }
    }
    let log = silent(CONFIG, 1);
    for (max_items, listed) in [(0, 0), (16, 16), (64, 64), (65, 64), (u32::MAX, 64)] {
        let (mut a, mut b) = (Many(1), Many(2));
        let report = replay::diff(
            Side { source: log.frames(), config: &CONFIG, simulation: &mut a },
            Side { source: log.frames(), config: &CONFIG, simulation: &mut b },
            max_items,
        )
        .expect("they fit");
        assert_eq!((report.items.len(), report.total_items), (listed, 1_000));
    }
}

#[test]
fn diff_says_whose_log_is_at_fault() {
    let fits = silent(CONFIG, 5);
    let other = silent(CONFIG.seed(9), 5);
    let diff_with = |a: &Log, b: &Log, config, broken: [Option<u64>; 2]| {
        let [mut x, mut y] = broken.map(|broken| Dice { broken, ..Dice::new(7) });
        let error = diff((a, config, &mut x), (b, config, &mut y), 16).expect_err("at fault");
        assert_eq!(error.to_string(), format!("log {}: {}", error.log, error.error));
        (error.log, Error::from(error))
    };
    let mismatch = Error::ReplayMismatch { field: "seed" };
    assert_eq!(diff_with(&other, &other, CONFIG, [None; 2]), (Which::A, mismatch));
    assert_eq!(diff_with(&fits, &other, CONFIG, [None; 2]), (Which::B, mismatch));
    let loose = CONFIG.deterministic(false);
    let log = silent(loose, 5);
    assert_eq!(
        diff_with(&log, &log, loose, [None; 2]),
        (Which::A, Error::DeterminismDisabled { seed: 0 })
    );
    let full = Error::CapacityFull { capacity: 2, requested: 1 };
    assert_eq!(diff_with(&fits, &fits, CONFIG, [None, Some(3)]), (Which::B, full));
    assert_eq!(diff_with(&fits, &fits, CONFIG, [Some(3); 2]), (Which::A, full));
}

#[test]
fn run_that_is_the_recorded_one_agrees_with_every_checkpoint() {
    let log = checked_log(5, 42, Dice::new(7));
    let seen = replay::verify(&mut log.frames(), &CONFIG, &mut Dice::new(7)).expect("it fits");
    // Ticks 0, 5, 10, .. 40.
    assert_eq!((seen.ticks, seen.equal_checkpoints, seen.divergence), (42, 9, None));
    // Version 1 has nothing to compare with, and the answer says so.
    let plain = silent(CONFIG, 3);
    let seen = replay::verify(&mut plain.frames(), &CONFIG, &mut Dice::new(7)).expect("it fits");
    assert_eq!((seen.ticks, seen.equal_checkpoints, seen.divergence), (3, 0, None));
}

#[test]
fn run_that_went_another_way_is_stopped_at_the_next_checkpoint() {
    let log = checked_log(5, 42, Dice::new(7));
    // It draws from tick 12 on.
    let mut dice = Dice { from: 12, ..Dice::new(7) };
    let seen = replay::verify(&mut log.frames(), &CONFIG, &mut dice).expect("it fits");
    let divergence = seen.divergence.expect("they differ");
    assert_eq!((seen.ticks, seen.equal_checkpoints, divergence.tick), (15, 3, 15));
    assert_eq!(divergence.found, dice.checkpoint(15));
    assert_ne!(divergence.logged, divergence.found);
    // Another beginning is found before any tick.
    let mut dice = Dice::new(8);
    let seen = replay::verify(&mut log.frames(), &CONFIG, &mut dice).expect("it fits");
    assert_eq!((seen.ticks, seen.divergence.map(|divergence| divergence.tick)), (0, Some(0)));
    assert_eq!(dice.ran, [] as [u64; 0]);
}

#[test]
fn log_that_breaks_off_while_it_is_played_is_an_error() {
    let whole = silent(CONFIG, 9);
    let mut writer = LogWriter::new(Vec::new(), whole.header().clone(), 0).expect("valid");
    (1..=9).for_each(|tick| writer.frame(tick, &[]).expect("next"));
    let mut bytes = writer.finish().expect("there is room");
    bytes.truncate(100);
    let mut reader = replay::LogReader::new(&bytes[..]).expect("the header is whole");
    let mut dice = Dice::new(7);
    let failed = replay::run(&mut reader, &CONFIG, &mut dice).expect_err("cut off");
    assert!(matches!(failed, RunError::Read(ReadError::Malformed(_))), "{failed}");
    // Frames begin at 40 and have 12 bytes: three of them have 16 more behind them.
    assert_eq!(dice.ran, [1, 2, 3]);
}

#[laige::component(id = "replay.pos")]
struct Pos(i32);

#[laige::component(id = "replay.mark")]
struct Mark;

/// A world of two entities, of which the second goes wrong in tick `wrong`. The input is how far both go.
fn walkers(
    wrong: u64,
) -> replay::WorldRun<impl FnMut(&mut World, u64, &[u8]) -> laige::Result<()>> {
    let mut world = World::new(CONFIG.reference_options()).expect("legal options");
    world.register_all::<(Pos, Mark)>().expect("there is room");
    let [_, second] = [1, 2].map(|x| world.spawn(Pos(x)).expect("there is room"));
    replay::WorldRun::new(world, move |world, tick, input| {
        let step: i32 = input.iter().map(|&byte| i32::from(byte)).sum();
        query!(world, |pos: &mut Pos| pos.0 += step);
        if tick == wrong {
            world.insert(second, (Pos(0), Mark))?;
        }
        Ok(())
    })
}

/// A log for them, with a checkpoint after every tick.
fn walk_log(ticks: u64) -> Log<'static> {
    let mut run = walkers(0);
    let header = Header::new(ReplayIdentity::new(&CONFIG, run.schema_hash()))
        .schema_digest(run.schema_digest().expect("worlds have one"))
        .checkpoint_every(1);
    let start = run.checkpoint(0);
    let mut writer = LogWriter::with_start(Vec::new(), header, 0, &start).expect("valid");
    for tick in 1..=ticks {
        run.tick(tick, &[tick as u8]).expect("it works");
        writer.frame_with(tick, &[tick as u8], || run.checkpoint(tick)).expect("next");
    }
    Log::parse(writer.finish().expect("there is room")).expect("just written")
}

#[test]
fn world_is_played_as_it_was_recorded() {
    let log = walk_log(20);
    let mut run = walkers(0);
    let hashes = replay::run(&mut log.frames(), &CONFIG, &mut run).expect("it fits");
    let logged: Vec<u64> = log
        .start()
        .into_iter()
        .chain(log.frames().filter_map(|frame| frame.checkpoint))
        .map(|checkpoint| checkpoint.state_hash)
        .collect();
    assert_eq!(hashes, logged);
    // 1 + 2 + .. + 20, and where they began.
    let mut places: Vec<i32> = Vec::new();
    query!(run.world(), |pos: &Pos| places.push(pos.0));
    assert_eq!(places, [212, 211]);
    let seen = replay::verify(&mut log.frames(), &CONFIG, &mut walkers(0)).expect("it fits");
    assert_eq!((seen.equal_checkpoints, seen.divergence), (21, None));
    let seen = replay::verify(&mut log.frames(), &CONFIG, &mut walkers(8)).expect("it fits");
    assert_eq!(seen.divergence.map(|divergence| divergence.tick), Some(8));
}

#[test]
fn worlds_are_compared_by_slot_and_component() {
    let log = walk_log(20);
    let [mut right, mut wrong] = [0, 3].map(walkers);
    let report = replay::diff(
        Side { source: log.frames(), config: &CONFIG, simulation: &mut right },
        Side { source: log.frames(), config: &CONFIG, simulation: &mut wrong },
        16,
    )
    .expect("they fit");
    assert_eq!((report.first_divergent_tick, report.total_items), (Some(3), 2));
    // The second entity of a capacity of 64 is slot 62; it should be at 2 + 1 + 2 + 3.
    let items: Vec<_> = report
        .items
        .iter()
        .map(|item| {
            (item.slot, item.component.map(ComponentId::get), item.a.clone(), item.b.clone())
        })
        .collect();
    let bytes = |value: i32| Some(value.to_le_bytes().to_vec());
    assert_eq!(items, [(62, Some(1), bytes(8), bytes(0)), (62, Some(2), None, Some(vec![]))]);
}
