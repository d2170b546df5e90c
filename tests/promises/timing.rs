//! Timing: percentiles by nearest rank over the last 64 runs, budgets that report and stop nothing, and a feed for profilers.

use std::time::Duration;

use laige::time::{Profile, SystemRun, Timing, Verdict};

const fn nanos(nanos: u64) -> Duration {
    Duration::from_nanos(nanos)
}

/// A timing without a budget that recorded these.
fn recorded(durations: impl IntoIterator<Item = u64>) -> Timing {
    let mut timing = Timing::new(None);
    for duration in durations {
        assert_eq!(timing.record(nanos(duration)), Verdict::Within);
    }
    timing
}

#[test]
fn percentiles_are_of_the_nearest_rank() {
    let all = |timing: &Timing| [1, 50, 99, 100].map(|percent| timing.percentile(percent));
    assert_eq!(all(&recorded([])), [None; 4]);
    assert_eq!(all(&recorded([7])), [Some(nanos(7)); 4]);
    // Ranks of 1, 50, 99 and 100 percent of 2: ceil(0.02), 1, ceil(1.98), 2.
    assert_eq!(all(&recorded([9, 4])), [4, 4, 9, 9].map(|duration| Some(nanos(duration))));
    // Of 64: ceil(0.64), 32, ceil(63.36), 64. Recorded from the longest to the shortest.
    let sixty_four = recorded((1..=64).rev());
    assert_eq!(all(&sixty_four), [1, 32, 64, 64].map(|duration| Some(nanos(duration))));
    // The 65th takes the place of the first, which was the longest.
    let sixty_five = recorded((1..=64).rev().chain([100]));
    assert_eq!(all(&sixty_five), [1, 32, 100, 100].map(|duration| Some(nanos(duration))));
    assert_eq!(sixty_five.percentile(98), Some(nanos(63)));
    assert_eq!(
        (sixty_five.percentile(0), sixty_five.percentile(200)),
        (Some(nanos(1)), Some(nanos(100)))
    );
    assert_eq!((sixty_five.p50(), sixty_five.p99()), (Some(nanos(32)), Some(nanos(100))));
}

#[test]
fn window_has_the_last_64_runs_and_the_counters_all() {
    let timing = recorded(0..1_000);
    assert_eq!((timing.runs(), timing.window_samples()), (1_000, 64));
    assert_eq!((timing.last(), timing.percentile(0)), (Some(nanos(999)), Some(nanos(936))));
    let timing = recorded([3]);
    assert_eq!((timing.runs(), timing.window_samples(), timing.last()), (1, 1, Some(nanos(3))));
    assert_eq!((recorded([]).window_samples(), recorded([]).last()), (0, None));
}

#[test]
fn budget_is_exceeded_above_it_and_critical_from_three_times_it() {
    let mut timing = Timing::new(Some(nanos(100)));
    let verdicts = [
        (0, Verdict::Within),
        (100, Verdict::Within),
        (101, Verdict::Overrun),
        (299, Verdict::Overrun),
        (300, Verdict::Critical),
        (u64::MAX, Verdict::Critical),
    ];
    for (took, verdict) in verdicts {
        assert_eq!(timing.record(nanos(took)), verdict, "{took}");
    }
    assert_eq!((timing.runs(), timing.overruns(), timing.criticals()), (6, 4, 2));
    assert_eq!(timing.budget(), Some(nanos(100)));
    // Whatever the budget, nothing overflows.
    let mut timing = Timing::new(Some(nanos(u64::MAX / 2)));
    assert_eq!(timing.record(Duration::MAX), Verdict::Critical);
    let mut timing = Timing::new(None);
    assert_eq!((timing.record(Duration::MAX), timing.budget()), (Verdict::Within, None));
}

/// Three ticks: both systems, the second alone, none.
fn small_profile() -> Profile {
    let mut profile = Profile::new(["move", "say \"\\\n"]);
    let run = |system, thread, begin, end| SystemRun {
        system,
        thread,
        begin: nanos(begin),
        end: nanos(end),
    };
    profile.begin_tick(7, nanos(1_000));
    profile.record(run(1, 3, 2_000, 2_500));
    profile.record(run(0, 0, 1_100, 1_101));
    profile.end_tick(nanos(3_000));
    profile.begin_tick(8, nanos(9_000));
    profile.record(run(1, 0, 9_000, 9_000));
    profile.end_tick(nanos(9_999));
    profile.begin_tick(9, nanos(10_000));
    profile
}

#[test]
fn profile_has_each_run_of_each_tick() {
    let profile = small_profile();
    let ticks: Vec<_> = profile
        .ticks()
        .map(|tick| {
            let runs: Vec<_> =
                tick.runs().map(|run| (run.system, run.thread, run.begin, run.end)).collect();
            (tick.tick(), tick.begin(), tick.took(), runs)
        })
        .collect();
    let expected = [
        (
            7,
            nanos(1_000),
            nanos(2_000),
            vec![(0, 0, nanos(1_100), nanos(1_101)), (1, 3, nanos(2_000), nanos(2_500))],
        ),
        (8, nanos(9_000), nanos(999), vec![(1, 0, nanos(9_000), nanos(9_000))]),
        (9, nanos(10_000), nanos(0), vec![]),
    ];
    assert_eq!(ticks, expected);
}

#[test]
fn profile_keeps_the_last_512_ticks() {
    let mut profile = Profile::new(["a"]);
    for tick in 1..=1_300 {
        profile.begin_tick(tick, nanos(tick));
        if tick % 2 == 0 {
            profile.record(SystemRun {
                system: 0,
                thread: 0,
                begin: nanos(tick),
                end: nanos(tick + 1),
            });
        }
    }
    assert_eq!(profile.ticks().len(), 512);
    for (tick, expected) in profile.ticks().zip(789..=1_300) {
        assert_eq!((tick.tick(), tick.runs().count() as u64), (expected, (expected + 1) % 2));
    }
}

#[test]
fn profile_of_nothing_is_empty_and_takes_what_makes_no_sense() {
    let mut profile = Profile::new([] as [&str; 0]);
    let run = SystemRun { system: 0, thread: 0, begin: nanos(5), end: nanos(3) };
    profile.record(run);
    profile.end_tick(nanos(1));
    assert_eq!(
        (profile.ticks().len(), profile.json().to_string()),
        (0, r#"{"ticks":[]}"#.to_string())
    );
    profile.begin_tick(1, nanos(10));
    profile.record(run);
    profile.end_tick(nanos(5));
    assert_eq!(
        profile.ticks().map(|tick| (tick.took(), tick.runs().count())).collect::<Vec<_>>(),
        [(nanos(0), 0)]
    );
    // A clock that went back took no time.
    let mut profile = Profile::new(["a"]);
    profile.begin_tick(1, nanos(0));
    profile.record(SystemRun { begin: Duration::MAX, ..run });
    profile.record(run);
    let tick = profile.ticks().next().expect("it began");
    assert_eq!(
        tick.runs().map(|run| (run.begin, run.end)).collect::<Vec<_>>(),
        [(nanos(5), nanos(5))]
    );
}

#[test]
fn profile_is_json_that_tools_read() {
    let json: serde_json::Value =
        serde_json::from_str(&small_profile().json().to_string()).expect("it is JSON");
    let expected = serde_json::json!({ "ticks": [
        { "tick": 7, "begin_ns": 1_000, "took_ns": 2_000, "systems": [
            { "name": "move", "begin_ns": 1_100, "took_ns": 1, "thread": 0 },
            { "name": "say \"\\\n", "begin_ns": 2_000, "took_ns": 500, "thread": 3 },
        ] },
        { "tick": 8, "begin_ns": 9_000, "took_ns": 999, "systems": [
            { "name": "say \"\\\n", "begin_ns": 9_000, "took_ns": 0, "thread": 0 },
        ] },
        { "tick": 9, "begin_ns": 10_000, "took_ns": 0, "systems": [] },
    ] });
    assert_eq!(json, expected);
}

#[test]
fn profile_is_a_trace_in_microseconds() {
    let json: serde_json::Value =
        serde_json::from_str(&small_profile().chrome_trace().to_string()).expect("it is JSON");
    let events = json["traceEvents"].as_array().expect("the format asks for it");
    let shown: Vec<String> = events
        .iter()
        .filter(|event| event["ph"] == "X")
        .map(|event| format!("{} {} {} {}", event["name"], event["ts"], event["dur"], event["tid"]))
        .collect();
    let expected = [
        r#""tick 7" 1.0 2.0 0"#,
        r#""move" 1.1 0.001 1"#,
        r#""say \"\\\n" 2.0 0.5 4"#,
        r#""tick 8" 9.0 0.999 0"#,
        r#""say \"\\\n" 9.0 0.0 1"#,
        r#""tick 9" 10.0 0.0 0"#,
    ];
    assert_eq!(shown, expected);
    assert!(events.iter().all(|event| event["pid"] == 1));
}

#[test]
fn profile_is_a_table_for_people() {
    let mut profile = Profile::new(["movement", "ai"]);
    for tick in 1..=4 {
        let begin = Duration::from_millis(100 * tick);
        profile.begin_tick(tick, begin);
        let end = begin + Duration::from_micros(1_500 * tick);
        profile.record(SystemRun { system: 0, thread: 0, begin, end });
        profile.end_tick(begin + Duration::from_millis(20));
    }
    let expected = "\
         \u{20}         runs     p50 ms     p99 ms     max ms\n\
         (tick)       4     20.000     20.000     20.000\n\
         movement     4      3.000      6.000      6.000\n\
         ai           0          -          -          -\n";
    assert_eq!(profile.text().to_string(), expected);
}
