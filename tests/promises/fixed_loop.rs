//! The fixed-step loop: ticks are due by whole numbers, what is too much is dropped and reported once, and clocks may misbehave.
//!
//! Case L04 in part (times and counts at the ends of their types overflow nothing).

use std::time::Duration;

use laige::time::Due;
use laige::{Config, Error, Loop, Options, World};

const fn nanos(nanos: u64) -> Duration {
    Duration::from_nanos(nanos)
}

/// A loop whose first frame is over, at a time that is no round number.
fn started(tick_rate_hz: u32, max_catch_up: u32) -> (Loop, Duration) {
    let start = nanos(123_456_789_123);
    let mut ticks = Loop::new(tick_rate_hz, max_catch_up).expect("in range");
    assert_eq!(ticks.advance(start).count, 0, "time begins with the first frame");
    (ticks, start)
}

/// How many ticks were wanted in a frame.
fn wanted(due: Due) -> u64 {
    u64::from(due.count) + due.dropped
}

/// The published answer: ten seconds of frames that are a nanosecond off each are exactly 600 ticks.
#[test]
fn ten_seconds_of_uneven_frames_are_six_hundred_ticks() {
    let (mut ticks, mut now) = started(60, 5);
    for frame in 0..600 {
        now += nanos(if frame < 400 { 16_666_667 } else { 16_666_666 });
        assert_eq!(ticks.advance(now).dropped, 0);
        if frame == 399 {
            assert_eq!(ticks.completed(), 400);
        }
    }
    assert_eq!((ticks.completed(), ticks.dropped()), (600, 0));
}

/// The published answer of the reference engine is 10, 18, 26: it counts dropped ticks again. Here a tick is dropped once.
#[test]
fn dropped_ticks_do_not_come_again() {
    let (mut ticks, mut now) = started(100, 2);
    for frame in 1..=3 {
        now += Duration::from_millis(100);
        let due = ticks.advance(now);
        assert_eq!((wanted(due), due.count, due.dropped), (10, 2, 8));
        assert_eq!(due.first, 2 * frame - 1);
    }
    assert_eq!((ticks.completed(), ticks.dropped()), (6, 24));
    // Back in time: nothing is left over.
    assert_eq!(wanted(ticks.advance(now + Duration::from_millis(10))), 1);
}

/// Against a model in fractions: `floor(elapsed * rate / 10^9)`, worked out anew in every frame.
#[test]
fn no_tick_is_lost_or_won_in_a_year_of_frames() {
    for rate in [20, 59, 60, 119, 120] {
        let (mut ticks, start) = started(rate, u32::MAX);
        let mut elapsed = 0_u64;
        let mut random = laige::Prng::new(u64::from(rate));
        while elapsed < 365 * 24 * 3_600 * 1_000_000_000 {
            elapsed += random.next_range(1, 60_000_000_000_000);
            ticks.advance(start + nanos(elapsed));
            let expected = u128::from(elapsed) * u128::from(rate) / 1_000_000_000;
            assert_eq!(u128::from(ticks.completed()), expected);
        }
    }
}

#[test]
fn tick_is_due_at_its_nanosecond_and_not_before() {
    let (mut ticks, start) = started(60, 5);
    assert_eq!(ticks.advance(start + nanos(16_666_666)).count, 0);
    assert_eq!(ticks.advance(start + nanos(16_666_667)).count, 1);
    assert_eq!(ticks.advance(start + nanos(33_333_333)).count, 0);
    assert_eq!(ticks.advance(start + nanos(33_333_334)).count, 1);
    assert_eq!(ticks.advance(start + nanos(50_000_000)).count, 1);
}

#[test]
fn sleeping_until_the_next_tick_wakes_at_its_first_nanosecond() {
    for rate in [20, 60, 77, 120] {
        let (mut ticks, mut now) = started(rate, 5);
        for tick in 1..1_000 {
            let rest = ticks.until_next(now);
            assert_eq!(ticks.advance(now + rest.saturating_sub(nanos(1))).count, 0);
            now += rest;
            let due = ticks.advance(now);
            assert_eq!((due.ticks(), due.interpolation() < 1e-5), (tick..tick + 1, true));
        }
    }
    assert_eq!(Loop::new(60, 5).expect("in range").until_next(nanos(5)), Duration::ZERO);
}

#[test]
fn clock_that_goes_back_stands_still_until_it_has_caught_up() {
    let (mut ticks, start) = started(100, 5);
    assert_eq!(ticks.advance(start + Duration::from_millis(25)).count, 2);
    for back in [start + Duration::from_millis(9), start, Duration::ZERO] {
        let due = ticks.advance(back);
        assert_eq!((due.count, due.dropped, due.interpolation()), (0, 0, 0.5));
        // To the next tick it is as far as the clock went back, and 5 ms.
        let ahead = (start + Duration::from_millis(30)).saturating_sub(back);
        assert_eq!(ticks.until_next(back), ahead);
    }
    assert_eq!(ticks.advance(start + Duration::from_millis(29)).count, 0);
    assert_eq!(ticks.advance(start + Duration::from_millis(30)).ticks(), 3..4);
}

#[test]
fn longest_time_there_is_overflows_nothing() {
    let mut ticks = Loop::new(120, u32::MAX).expect("in range");
    ticks.advance(Duration::ZERO);
    let due = ticks.advance(Duration::MAX);
    // 120 * (2^64 seconds less a nanosecond) - (2^32 - 1) ticks are too many for the counter, which stays at its most.
    assert_eq!((due.count, due.dropped), (u32::MAX, u64::MAX));
    assert!(due.interpolation() < 1.0);
    let due = ticks.advance(Duration::MAX);
    assert_eq!((due.count, due.dropped, ticks.dropped()), (0, 0, u64::MAX));
    assert!(ticks.until_next(Duration::MAX) <= nanos(8_333_334));
}

#[test]
fn interpolation_is_the_part_of_the_next_tick_that_has_passed() {
    let (mut ticks, start) = started(50, 5);
    for (micros, expected) in
        [(0, 0.0), (5_000, 0.25), (10_000, 0.5), (15_000, 0.75), (20_000, 0.0)]
    {
        let part = ticks.advance(start + Duration::from_micros(micros)).interpolation();
        assert!((part - expected).abs() < 1e-6, "{micros}: {part}");
    }
    // A nanosecond before the tick is not the tick, also after rounding.
    assert!(ticks.advance(start + nanos(39_999_999)).interpolation() < 1.0);
}

#[test]
fn frame_begins_once_however_many_ticks_it_has() -> laige::Result<()> {
    #[laige::component]
    struct Mark;
    let mut world = World::new(Options::with_capacity(4).churn_per_frame_budget(4))?;
    world.register::<Mark>()?;
    let entity = world.spawn_empty()?;
    let mut ticks = Loop::new(100, 5)?;
    let mut churned = Vec::new();
    for millis in [0, 30, 60] {
        ticks.run(Duration::from_millis(millis), &mut world, |world, _| {
            world.insert(entity, Mark)?;
            world.remove::<Mark>(entity)?;
            churned.push(world.guardrail_stats().frame_churn);
            Ok::<_, Error>(())
        })?;
    }
    // Churn is counted over all ticks of a frame, and anew in each frame.
    assert_eq!(churned, [2, 4, 6, 2, 4, 6]);
    assert_eq!(world.guardrail_stats().churn_warns, 2);
    Ok(())
}

#[test]
fn failed_tick_is_due_again_and_so_are_those_after_it() -> laige::Result<()> {
    let mut world = World::new(Options::with_capacity(0))?;
    let mut ticks = Loop::new(100, 5)?;
    let mut ran = Vec::new();
    let mut frame = |ticks: &mut Loop, millis, broken| {
        ran.clear();
        let result = ticks.run(Duration::from_millis(millis), &mut world, |_, tick| {
            ran.push(tick);
            if tick == broken { Err(tick) } else { Ok(()) }
        });
        (result.map(|due| (due.count, due.dropped)), ran.clone(), ticks.completed())
    };
    assert_eq!(frame(&mut ticks, 0, 0), (Ok((0, 0)), vec![], 0));
    assert_eq!(frame(&mut ticks, 40, 3), (Err(3), vec![1, 2, 3], 2));
    assert_eq!(ticks.until_next(Duration::from_millis(40)), Duration::ZERO);
    assert_eq!(frame(&mut ticks, 40, 4), (Err(4), vec![3, 4], 3));
    // Ticks 4 to 8 of the nine due are run, one is dropped.
    assert_eq!(frame(&mut ticks, 90, 0), (Ok((5, 1)), vec![4, 5, 6, 7, 8], 8));
    Ok(())
}

#[test]
fn tick_that_panics_was_not_run() -> laige::Result<()> {
    let mut world = World::new(Options::with_capacity(0))?;
    let (mut ticks, start) = started(100, 5);
    let now = start + Duration::from_millis(30);
    let panicked = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
        ticks.run(now, &mut world, |_, tick| {
            if tick == 2 {
                std::panic::panic_any("on purpose");
            }
            Ok::<(), ()>(())
        })
    }));
    assert!(panicked.is_err());
    assert_eq!(ticks.advance(now).ticks(), 2..4);
    Ok(())
}

#[test]
fn rates_and_limits_outside_their_range_are_refused() {
    for rate in [0, 19, 121, u32::MAX] {
        let refused = Error::TickRateOutOfRange { tick_rate_hz: rate };
        assert_eq!(Loop::new(rate, 5).err(), Some(refused));
        let config = Config::with_capacity(1).tick_rate_hz(rate);
        assert_eq!(
            (Loop::from_config(&config).err(), config.validate()),
            (Some(refused), Err(refused))
        );
    }
    assert_eq!(Loop::new(60, 0).err(), Some(Error::CatchUpOutOfRange { max_catch_up: 0 }));
    let ticks = Loop::from_config(&Config::with_capacity(1)).expect("the defaults are in range");
    assert_eq!((ticks.tick_rate_hz(), ticks.max_catch_up()), (60, 5));
    assert!([20, 120].map(|rate| Loop::new(rate, 1).is_ok()).into_iter().all(|ok| ok));
}
