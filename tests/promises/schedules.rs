//! Schedules: an order follows from what was said and from what systems touch; what is missing or in contradiction is an error with names.
//! The algorithm is tested against trying all orders where it stands (`laige-core/src/schedule/graph.rs`).
#![expect(non_camel_case_types, reason = "a system has the name of its function")]

use laige::prelude::*;
use laige::{ScheduleError, SystemSpec, SystemsAdded, Tick};

use crate::scene::{Health, Pos, Vel};
use crate::systems::{Score, system};

system!(first, (), || {});
system!(second, (), || {});
system!(third, (), || {});
system!(fourth, (), || {});
system!(write_pos, (Query<&mut Pos>,), |_: Query<&mut Pos>| {});
system!(read_pos, (Query<&Pos>,), |_: Query<&Pos>| {});
system!(read_pos_too, (Query<(&Pos, &Vel)>,), |_: Query<(&Pos, &Vel)>| {});
system!(write_vel, (Query<(&mut Vel, Option<&Pos>)>,), |_: Query<(&mut Vel, Option<&Pos>)>| {});
system!(write_score, (ResMut<Score>,), |_: ResMut<Score>| {});
system!(read_score, (Res<Score>,), |_: Res<Score>| {});
system!(read_all, (&World,), |_: &World| {});
system!(alone, (&mut World,), |_: &mut World| {});

fn world() -> World {
    let mut world = crate::scene::world(10);
    world.insert_resource(Score { points: 0 });
    world
}

fn order(world: &World) -> Vec<&'static str> {
    world.schedule().expect("a schedule").order().collect()
}

fn refused(world: &World) -> ScheduleError {
    world.schedule().expect_err("no schedule")
}

#[test]
fn orders_of_the_reference_are_kept() {
    let mut world = world();
    world.add_systems::<(first,)>().expect("a system").after_named(" third ,\tsecond\n");
    world.add_systems::<(second, third)>().expect("two systems");
    world.add_systems::<(fourth,)>().expect("a system").before::<second>();
    assert_eq!(order(&world), ["third", "fourth", "second", "first"]);
}

#[test]
fn systems_of_one_list_keep_its_order_where_they_conflict() {
    let mut world = world();
    world.add_systems::<(write_pos, read_pos, write_vel)>().expect("three systems");
    world.add_systems::<(first,)>().expect("a system").before::<write_pos>();
    assert_eq!(order(&world), ["first", "write_pos", "read_pos", "write_vel"]);
    let text = world.schedule().expect("a schedule").describe().to_string();
    let expected = "\
stage 1
  4 first: touches nothing
  1 write_pos: writes promises::scene::Pos
  2 read_pos: reads promises::scene::Pos
  3 write_vel: writes promises::scene::Vel; reads promises::scene::Pos
edges
  first, then write_pos: said
  write_pos, then read_pos: listed, both touch promises::scene::Pos
  write_pos, then write_vel: listed, both touch promises::scene::Pos
conflicts
  write_pos and read_pos: promises::scene::Pos
  write_pos and write_vel: promises::scene::Pos
";
    assert_eq!(text, expected);
}

#[test]
fn a_conflict_without_an_order_is_refused_with_the_edge_to_add() {
    let mut world = world();
    world.register_system::<write_pos>().expect("a system");
    world.register_system::<read_pos>().expect("a system");
    let error = refused(&world);
    let (first, second, on) = ("write_pos", "read_pos", "promises::scene::Pos");
    assert_eq!(error, ScheduleError::Unordered { first, second, on });
    let text = "systems `write_pos` and `read_pos` both touch `promises::scene::Pos`, and nothing says which comes first: \
                add `.after::<write_pos>()` to `read_pos`, or `.before::<write_pos>()`";
    assert_eq!(error.to_string(), text);

    // An order through others is one.
    let mut world = self::world();
    world.register_system::<write_pos>().expect("a system").after::<first>();
    world.register_system::<read_pos>().expect("a system").before::<first>();
    world.register_system::<first>().expect("a system");
    assert_eq!(order(&world), ["read_pos", "first", "write_pos"]);
}

#[test]
fn every_kind_of_conflict_needs_an_order_and_reading_needs_none() {
    fn pair<L: laige::SystemList, M: laige::SystemList>() -> Option<&'static str> {
        let mut world = world();
        world.add_systems::<L>().expect("a system");
        world.add_systems::<M>().expect("a system");
        match world.schedule() {
            Ok(_) => None,
            Err(ScheduleError::Unordered { on, .. }) => Some(on),
            Err(error) => panic!("{error}"),
        }
    }
    assert_eq!(pair::<(read_pos,), (read_pos_too,)>(), None);
    assert_eq!(pair::<(read_pos_too,), (write_vel,)>(), Some("promises::scene::Vel"));
    assert_eq!(pair::<(write_pos,), (write_vel,)>(), Some("promises::scene::Pos"));
    assert_eq!(pair::<(write_score,), (read_score,)>(), Some("score"));
    assert_eq!(pair::<(read_score,), (write_pos,)>(), None);
    assert_eq!(pair::<(read_all,), (read_pos,)>(), None);
    assert_eq!(pair::<(read_all,), (first,)>(), None);
    assert_eq!(pair::<(write_vel,), (read_all,)>(), Some("promises::scene::Vel"));
    assert_eq!(pair::<(read_all,), (write_score,)>(), Some("score"));
    assert_eq!(pair::<(alone,), (first,)>(), Some("the world"));
    assert_eq!(pair::<(read_all,), (alone,)>(), Some("the world"));
}

#[test]
fn order_by_registration_is_the_reference_engines() {
    let options = Options::with_capacity(10).order_by_registration(true);
    let mut world = crate::scene::made(options);
    world.register_system::<write_pos>().expect("a system").after::<first>();
    world.register_system::<read_pos>().expect("a system");
    world.register_system::<first>().expect("a system");
    assert_eq!(order(&world), ["read_pos", "first", "write_pos"]);
}

#[test]
fn sets_stand_for_all_their_systems() {
    let mut world = world();
    world.add_systems::<(first,)>().expect("a system").after_set("late");
    world.add_systems::<(second, third)>().expect("two systems").in_set("late").in_set("more");
    world.add_systems::<(fourth,)>().expect("a system").before_set("more");
    assert_eq!(order(&world), ["fourth", "second", "third", "first"]);
    world.add_systems::<(read_pos,)>().expect("a system").before_set("nobody");
    assert_eq!(refused(&world), ScheduleError::SetMissing { system: "read_pos", set: "nobody" });
}

#[test]
fn stages_come_as_first_mentioned_behind_that_of_the_rest() {
    let mut world = world();
    world.add_systems::<(first, write_pos)>().expect("two systems").in_stage("late");
    world.add_systems::<(second,)>().expect("a system").in_stage("last");
    world.add_systems::<(third, read_pos)>().expect("two systems");
    world.add_systems::<(fourth,)>().expect("a system").in_stage("late").before::<write_pos>();
    // `write_pos` and `read_pos` are in different stages: that is an order.
    assert_eq!(order(&world), ["third", "read_pos", "first", "fourth", "write_pos", "second"]);
    world.add_systems::<(read_all,)>().expect("a system").after::<second>();
    let error = ScheduleError::StageOrder { system: "read_all", after: "second" };
    assert_eq!(refused(&world), error);
}

#[test]
fn what_is_missing_is_named_with_its_place() {
    let mut world = world();
    let added = world.add_systems::<(first,)>().expect("a system");
    added.after::<second>().before::<third>();
    world.add_systems::<(second,)>().expect("a system");
    let error =
        ScheduleError::DependencyMissing { system: "first", dependency: "third", position: 1 };
    assert_eq!(refused(&world), error);
    world.add_systems::<(third,)>().expect("it may come later");
    assert_eq!(order(&world), ["second", "first", "third"]);
    world.add_systems::<(read_score,)>().expect("a system");
    world.remove_resource::<Score>();
    let error = ScheduleError::ResourceMissing { system: "read_score", resource: "score" };
    assert_eq!(refused(&world), error);
}

#[test]
fn cycles_are_told_from_the_first_system_that_is_left() {
    let mut world = world();
    world.add_systems::<(first,)>().expect("a system").after::<second>();
    world.add_systems::<(second,)>().expect("a system").after::<third>();
    world.add_systems::<(third,)>().expect("a system").after::<second>();
    let error = refused(&world);
    assert_eq!(error, ScheduleError::DependencyCycle { cycle: vec!["second", "third"] });
    let text = "systems are each to come after the next: `second`, `third`, `second`";
    assert_eq!(error.to_string(), text);

    let mut world = self::world();
    world.add_systems::<(write_pos, read_pos)>().expect("two systems").before_set("x").in_set("x");
    let error = refused(&world);
    assert_eq!(error, ScheduleError::DependencyCycle { cycle: vec!["write_pos"] });
}

#[test]
fn what_is_said_wrongly_is_found_when_the_schedule_is_made() {
    let wrong = |say: fn(&mut World)| {
        let mut world = world();
        say(&mut world);
        refused(&world)
    };
    let zero = wrong(|world| {
        world.add_systems::<(first,)>().expect("a system").every(0);
    });
    assert_eq!(zero, ScheduleError::EveryZero { system: "first" });
    let budget = wrong(|world| {
        world.add_systems::<(first,)>().expect("a system").budget_ms(-1.0);
    });
    assert_eq!(budget, ScheduleError::BudgetZero { system: "first" });
    let twice = wrong(|world| {
        world.add_systems::<(first,)>().expect("a system").after::<second>().after::<second>();
    });
    let fault = laige::DependencyFault::Duplicate("second");
    assert_eq!(twice, ScheduleError::Dependencies { system: "first", fault });
    let empty = wrong(|world| {
        world.add_systems::<(first,)>().expect("a system").after_named("second,,third");
    });
    let fault = laige::DependencyFault::Empty;
    assert_eq!(empty, ScheduleError::Dependencies { system: "first", fault });
    let many = wrong(|world| {
        let added = world.add_systems::<(first,)>().expect("a system");
        added.after_named("a,b,c,d,e,f,g,h,i,j,k,l,m,n,o,p,q");
    });
    let fault = laige::DependencyFault::TooMany(17);
    assert_eq!(many, ScheduleError::Dependencies { system: "first", fault });
}

#[test]
fn a_schedule_is_stale_once_anything_is_added_or_said() {
    let mut world = world();
    world.add_systems::<(first,)>().expect("a system");
    let schedule = world.schedule().expect("a schedule");
    world.run(&schedule).expect("a tick");
    world.add_systems::<(second,)>().expect("a system");
    let error = world.run(&schedule).map(drop);
    assert_eq!(error, Err(ScheduleError::Stale { scheduled: 1, current: 2 }));
    assert_eq!(world.tick(), 1);
    let mut other = self::world();
    other.add_systems::<(first,)>().expect("a system");
    let error = other.run(&schedule).map(drop);
    assert_eq!(error, Err(ScheduleError::Stale { scheduled: 1, current: 1 }), "another world");
    let schedule = world.schedule().expect("a schedule");
    world.run(&schedule).expect("a tick");
}

system!(note, (Tick, ResMut<Score>), |Tick(tick): Tick, mut score: ResMut<Score>| {
    score.points |= 1 << tick;
});

/// The ticks of ten in which `note` ran, as bits.
fn ran(say: impl FnOnce(SystemsAdded<'_>) -> SystemsAdded<'_>) -> u32 {
    let mut world = world();
    say(world.add_systems::<(note,)>().expect("a system"));
    let schedule = world.schedule().expect("a schedule");
    for _ in 0..10 {
        world.run(&schedule).expect("a tick");
    }
    world.resource::<Score>().map_or(0, |score| score.points)
}

#[test]
fn systems_run_every_so_many_ticks_or_once_or_under_a_condition() {
    assert_eq!(ran(|added| added), 0b111_1111_1110);
    assert_eq!(ran(|added| added.every(4)), 0b001_0001_0000);
    assert_eq!(ran(|added| added.every(1).once()), 0b10);
    assert_eq!(ran(|added| added.every(3).once()), 0b1000);
    let later = |world: &World| world.tick() >= 5;
    assert_eq!(ran(|added| added.run_if(later)), 0b111_1100_0000, "ticks 6 to 10");
    let even = |world: &World| world.tick() % 2 == 1;
    assert_eq!(ran(|added| added.run_if(later).run_if(even)), 0b101_0100_0000);
    assert_eq!(ran(|added| added.run_if(later).once()), 0b000_0100_0000);
}

system!(
    unmet,
    (ResMut<Score>,),
    |mut score: ResMut<Score>| score.points = 99,
    SystemSpec::new().run_if(|_| false)
);
system!(add_one, (ResMut<Score>,), |mut score: ResMut<Score>| score.points += 1);

#[test]
fn systems_are_switched_off_and_on() {
    let mut world = world();
    world.add_systems::<(add_one, unmet)>().expect("two systems");
    let schedule = world.schedule().expect("a schedule");
    for enabled in [true, false, true] {
        world.set_system_enabled::<add_one>(enabled).expect("it is there");
        assert_eq!(world.is_system_enabled::<add_one>(), Some(enabled));
        world.run(&schedule).expect("a tick");
    }
    assert_eq!(world.resource::<Score>().map(|score| score.points), Some(2));
    let error = world.set_system_enabled::<first>(true);
    assert_eq!(error, Err(ScheduleError::SystemUnknown { system: "first" }));
    assert_eq!(world.is_system_enabled::<first>(), None);
}

system!(spawn_one, (&mut Commands,), |commands: &mut Commands| {
    commands.spawn((Health(1),));
});
system!(
    count_health,
    (Query<&Health>, ResMut<Score>),
    |all: Query<&Health>, mut score: ResMut<Score>| {
        score.points = score.points * 10 + all.count() as u32;
    }
);

#[test]
fn commands_are_applied_where_a_stage_ends() {
    let points = |stage: &'static str| {
        let mut world = world();
        world.add_systems::<(spawn_one,)>().expect("a system");
        world
            .add_systems::<(count_health,)>()
            .expect("a system")
            .after::<spawn_one>()
            .in_stage(stage);
        let schedule = world.schedule().expect("a schedule");
        for _ in 0..3 {
            world.run(&schedule).expect("a tick");
        }
        world.resource::<Score>().map(|score| score.points)
    };
    assert_eq!(points(""), Some(12), "0, 1, 2: spawns of the same stage are not there yet");
    assert_eq!(points("late"), Some(123));
}

#[test]
fn pictures_have_every_system_stage_and_edge() {
    let mut world = world();
    world.add_systems::<(write_pos, read_pos)>().expect("two systems");
    world.add_systems::<(first,)>().expect("a system").in_stage("late").after::<read_pos>();
    let schedule = world.schedule().expect("a schedule");
    let dot = "\
digraph schedule {
    rankdir = LR;
    node [shape = box];
    subgraph cluster_1 {
        label = \"stage 1\";
        s1 [label = \"write_pos\"];
        s2 [label = \"read_pos\"];
    }
    subgraph cluster_2 {
        label = \"stage 2, `late`\";
        s3 [label = \"first\"];
    }
    s2 -> s3;
    s1 -> s2 [style = dashed, label = \"promises::scene::Pos\"];
}
";
    assert_eq!(schedule.to_dot(), dot);
    let mermaid = "\
flowchart LR
    subgraph stage1[\"stage 1\"]
        s1[\"write_pos\"]
        s2[\"read_pos\"]
    end
    subgraph stage2[\"stage 2, `late`\"]
        s3[\"first\"]
    end
    s2 --> s3
    s1 -.->|\"promises::scene::Pos\"| s2
";
    assert_eq!(schedule.to_mermaid(), mermaid);
}

/// A system of which there can be many: `n000`, `n001`, ..
struct many<const N: usize> {}

impl<const N: usize> laige::System for many<N> {
    const NAME: &'static str = {
        let (names, _) = MANY.split_at(N * 4 + 4);
        match core::str::from_utf8(names.split_at(N * 4).1) {
            Ok(name) => name,
            Err(_) => panic!("digits are text"),
        }
    };

    fn body() -> laige::__private::Body {
        laige::__private::Body::of::<()>(|| {})
    }
}

static MANY: [u8; 4 * 257] = {
    let mut names = [b'n'; 4 * 257];
    let mut i = 0;
    while i < 257 {
        names[i * 4 + 1] = b'0' + (i / 100) as u8;
        names[i * 4 + 2] = b'0' + (i / 10 % 10) as u8;
        names[i * 4 + 3] = b'0' + (i % 10) as u8;
        i += 1;
    }
    names
};

macro_rules! add_sixteen {
    ($world:ident, $($base:literal)*) => { $(
        $world.add_systems::<(
            many<{ $base }>, many<{ $base + 1 }>, many<{ $base + 2 }>, many<{ $base + 3 }>,
            many<{ $base + 4 }>, many<{ $base + 5 }>, many<{ $base + 6 }>, many<{ $base + 7 }>,
            many<{ $base + 8 }>, many<{ $base + 9 }>, many<{ $base + 10 }>, many<{ $base + 11 }>,
            many<{ $base + 12 }>, many<{ $base + 13 }>, many<{ $base + 14 }>, many<{ $base + 15 }>,
        )>().expect("room");
    )* };
}

/// A world with one system less than it may have.
fn with_255_systems() -> World {
    let mut world = world();
    add_sixteen!(world, 0 16 32 48 64 80 96 112 128 144 160 176 192 208 224);
    world.add_systems::<(many<240>, many<241>, many<242>, many<243>, many<244>)>().expect("room");
    world.add_systems::<(many<245>, many<246>, many<247>, many<248>, many<249>)>().expect("room");
    world.add_systems::<(many<250>, many<251>, many<252>, many<253>, many<254>)>().expect("room");
    world
}

/// A world with all the systems it may have.
#[cfg(feature = "tracing")]
pub(crate) fn with_256_systems() -> World {
    let mut world = with_255_systems();
    world.register_system::<many<255>>().expect("room");
    world
}

#[test]
fn two_hundred_and_fifty_six_systems_are_fine_and_the_next_is_refused() {
    let mut world = with_255_systems();
    let error = world.add_systems::<(many<255>, many<256>)>().map(drop);
    assert_eq!(error, Err(ScheduleError::SystemsFull { system: "n256", max: 256 }));
    assert_eq!(world.system_names().len(), 255, "all of a list or none");
    world.register_system::<many<255>>().expect("room");
    let error = world.register_system::<many<256>>().map(drop);
    assert_eq!(error, Err(ScheduleError::SystemsFull { system: "n256", max: 256 }));
    let schedule = world.schedule().expect("a schedule");
    assert_eq!(schedule.order().count(), 256);
    world.run(&schedule).expect("a tick");
}
