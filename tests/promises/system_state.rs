//! What systems have for themselves is state: random streams, local values, whether they run, and the tick are in hashes, digests, snapshots and
//! reports.
#![expect(non_camel_case_types, reason = "a system has the name of its function")]

use laige::prelude::*;
use laige::{Digest, Error, Local, Snapshot, Stream, diff};

use crate::systems::{Score, system};

system!(nothing, (), || {});
system!(later, (Local<u8>,), |mut local: Local<u8>| *local += 1);
system!(draw, (&mut Prng, Local<[u16; 2]>, Local<u64>, ResMut<Score>), |rng: &mut Prng,
                                                                        mut runs: Local<
    [u16; 2],
>,
                                                                        mut sum: Local<u64>,
                                                                        mut score: ResMut<
    Score,
>| {
    let drawn = rng.next_range(0, 1_000);
    runs[1] += 1;
    *sum += drawn;
    score.points = score.points.wrapping_mul(31) + *sum as u32;
});
system!(first_time, (ResMut<Score>,), |mut score: ResMut<Score>| score.points += 1_000_000);

fn world() -> (World, laige::Schedule) {
    let mut world = crate::scene::made(Options::with_capacity(10).seed(42));
    world.insert_resource(Score { points: 0 });
    world.add_systems::<(nothing, draw)>().expect("two systems");
    world.add_systems::<(first_time,)>().expect("a system").after::<draw>().once();
    let schedule = world.schedule().expect("a schedule");
    (world, schedule)
}

fn ticks(world: &mut World, schedule: &laige::Schedule, ticks: u64) -> Vec<Digest> {
    let mut digests = Vec::new();
    for _ in 0..ticks {
        world.run(schedule).expect("a tick");
        assert_eq!(world.digest(), world.digest_uncached());
        digests.push(world.digest());
    }
    digests
}

#[test]
fn streams_are_in_the_state_hash_as_in_the_reference() {
    let with_one_system = |deterministic: bool| {
        let options = Options::reference(8).seed(42).deterministic(deterministic);
        let mut world = World::new(options).expect("a world");
        world.register_system::<nothing>().expect("a system");
        assert_eq!(world.component_state_hash(0), 0x8820_1FB9_60FF_6465, "without the streams");
        world.state_hash(0)
    };
    assert_eq!(with_one_system(true), 0xEB8B_8DD7_69D3_CA53);
    assert_eq!(with_one_system(false), 0x7917_BB1A_B8EF_FF92);
}

#[test]
fn restore_then_continue_equals_never_having_left() {
    let (mut world, schedule) = world();
    let before = ticks(&mut world, &schedule, 3);
    let (snapshot, draft) = (world.snapshot(), world.snapshot());
    assert_eq!(world.tick(), 3);
    let future = ticks(&mut world, &schedule, 5);
    assert_ne!(world.snapshot(), draft);
    world.restore(&snapshot).expect("its own");
    assert_eq!((world.tick(), world.digest()), (3, before[2]));
    assert_eq!(world.snapshot(), draft);
    assert_eq!(ticks(&mut world, &schedule, 5), future);

    let (mut other, its_schedule) = self::world();
    other.restore(&snapshot).expect("the same set-up");
    assert_eq!(ticks(&mut other, &its_schedule, 5), future, "another world goes on alike");
    let (mut whole, its_schedule) = self::world();
    assert_eq!(ticks(&mut whole, &its_schedule, 8)[3..], future);
}

#[test]
fn whether_a_system_is_switched_on_and_has_run_is_in_snapshots() {
    let (mut world, schedule) = world();
    let fresh = world.snapshot();
    world.set_system_enabled::<draw>(false).expect("it is there");
    world.run(&schedule).expect("a tick");
    let points = |world: &World| world.resource::<Score>().map(|score| score.points);
    assert_eq!(points(&world), Some(1_000_000));
    let ran = world.snapshot();
    world.restore(&fresh).expect("its own");
    assert_eq!(world.is_system_enabled::<draw>(), Some(true));
    world.restore(&ran).expect("its own");
    assert_eq!(world.is_system_enabled::<draw>(), Some(false));
    world.run(&schedule).expect("a tick");
    assert_eq!(points(&world), Some(1_000_000), "it ran once");
    world.restore(&fresh).expect("its own");
    world.set_system_enabled::<draw>(false).expect("it is there");
    world.run(&schedule).expect("a tick");
    assert_eq!(points(&world), Some(1_000_000), "it has not run then");
}

#[test]
fn each_part_of_it_is_in_the_control_of_digests_and_not_in_the_content() {
    let digest = |change: fn(&mut World, &laige::Schedule)| {
        let (mut world, schedule) = world();
        change(&mut world, &schedule);
        world.insert_resource(Score { points: 0 });
        world.digest()
    };
    let fresh = digest(|_, _| {});
    let changed = [
        digest(|world, _| world.set_system_enabled::<nothing>(false).expect("it is there")),
        digest(|world, schedule| {
            world.set_system_enabled::<first_time>(false).expect("it is there");
            world.run(schedule).expect("a tick");
        }),
        digest(|world, schedule| {
            world.run(schedule).expect("a tick");
        }),
        digest(|world, _| {
            world.register_system::<later>().expect("a system");
        }),
    ];
    for (at, one) in changed.iter().enumerate() {
        assert_eq!(one.content, fresh.content);
        assert_ne!(one.control, fresh.control);
        assert!(changed[..at].iter().all(|other| other.control != one.control));
    }
}

#[test]
fn systems_added_after_a_snapshot_are_as_new_when_it_is_restored() {
    let (mut world, _) = world();
    let snapshot = world.snapshot();
    world.register_system::<later>().expect("a system");
    let fresh = world.snapshot();
    let schedule = world.schedule().expect("a schedule");
    world.run(&schedule).expect("a tick");
    world.restore(&snapshot).expect("its own");
    assert_eq!(world.snapshot(), fresh);
}

#[test]
fn a_snapshot_of_other_systems_is_refused() {
    let (mut world, _) = world();
    let before = world.digest();
    let mut other = crate::scene::made(Options::with_capacity(10).seed(42));
    other.add_systems::<(nothing, later)>().expect("two systems");
    let snapshot: Snapshot = other.snapshot();
    let error = Error::SnapshotSystem { system: "later", id: 2 };
    assert_eq!(world.restore(&snapshot), Err(error));
    assert_eq!(world.digest(), before);
    assert_eq!(
        other.restore(&world.snapshot()),
        Err(Error::SnapshotSystem { system: "draw", id: 2 })
    );
}

#[test]
fn reports_tell_of_tick_streams_locals_and_switches() {
    let ((mut a, _), (mut b, schedule)) = (world(), world());
    assert_eq!(diff::report(&a, &b, 10), "");
    b.run(&schedule).expect("a tick");
    b.set_system_enabled::<nothing>(false).expect("it is there");
    let points = b.resource::<Score>().map_or(0, |score| score.points);
    let mut stream = Prng::substream(42, 2);
    let stream_of = |stream: &Prng| {
        let [s0, s1] = stream.state();
        format!("{:016x}:{s0:016x}:{s1:016x}", stream.seed())
    };
    let before = stream_of(&stream);
    let sum = stream.next_range(0, 1_000);
    let after = stream_of(&stream);
    // As in memory, the lowest byte first.
    let sum = format!("{:016x}", sum.swap_bytes());
    let expected = format!(
        "resource score.points  0 -> {points}\n\
         tick  0 -> 1\n\
         system draw.stream  {before} -> {after}\n\
         system draw.local[0]  00000000 -> 00000100\n\
         system draw.local[1]  0000000000000000 -> {sum}\n\
         system first_time.has_run  false -> true\n\
         system nothing.enabled  true -> false\n"
    );
    assert_eq!(diff::report(&a, &b, 10), expected);
    a.register_system::<later>().expect("a system");
    assert!(diff::report(&a, &b, 10).contains("system later  vanished\n"));
    assert!(diff::report(&b, &a, 10).contains("system later  appeared\n"));
}

#[test]
fn a_save_has_what_systems_have_for_themselves() {
    let (mut world, schedule) = world();
    ticks(&mut world, &schedule, 3);
    world.set_system_enabled::<nothing>(false).expect("it is there");
    let bytes = world.snapshot().to_bytes().expect("the resource has an id");
    let (mut other, its_schedule) = self::world();
    let snapshot = Snapshot::from_bytes(&bytes, &other).expect("the same systems");
    assert_eq!(snapshot.to_bytes().expect("as before"), bytes);
    other.restore(&snapshot).expect("for this world");
    assert_eq!(other.is_system_enabled::<nothing>(), Some(false));
    assert_eq!(ticks(&mut other, &its_schedule, 5), ticks(&mut world, &schedule, 5));

    let mut lacking = crate::scene::made(Options::with_capacity(10).seed(42));
    lacking.insert_resource(Score { points: 0 });
    lacking.add_systems::<(nothing, later)>().expect("two systems");
    let error = Snapshot::from_bytes(&bytes, &lacking).expect_err("no such system");
    assert_eq!(error.fault, laige::save::LoadFault::UnknownSystem("draw".into()));
    for cut in 0..bytes.len() {
        assert!(Snapshot::from_bytes(&bytes[..cut], &other).is_err());
    }
}

#[resource(id = "streams")]
struct Streams {
    loot: Stream,
    weather: Stream,
}

system!(two_streams, (ResMut<Streams>,), |mut streams: ResMut<Streams>| {
    streams.loot.draw(|rng| rng.next_range(0, 6));
    streams.weather.draw(|rng| (rng.next_u64(), rng.next_u64()));
});

#[test]
fn named_streams_of_a_resource_are_state() {
    let (mut world, _) = world();
    let streams = Streams { loot: Stream::named(42, "loot"), weather: Stream::new(7) };
    world.insert_resource(streams);
    world.register_system::<two_streams>().expect("a system");
    let schedule = world.schedule().expect("a schedule");
    let before = world.snapshot();
    world.run(&schedule).expect("a tick");
    let (mut loot, mut weather) = (Prng::named(42, "loot"), Prng::new(7));
    loot.next_range(0, 6);
    weather.next_u64();
    weather.next_u64();
    let now = world.resource::<Streams>().copied().expect("it is there");
    assert_eq!((now.loot.prng(), now.weather.prng()), (loot, weather));
    assert_ne!(world.snapshot(), before);
    let digest = world.digest();
    world.restore(&before).expect("its own");
    world.run(&schedule).expect("a tick");
    assert_eq!(world.digest(), digest);
    assert_eq!(<Stream as bytemuck::Zeroable>::zeroed().prng(), Prng::new(0));
}
