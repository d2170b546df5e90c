//! Scenes of the reference engine with their systems: published hashes, and every tick against a model of the stream that is written down
//! here a second time.
#![expect(non_camel_case_types, reason = "a system has the name of its function")]
#![expect(clippy::cast_precision_loss, reason = "small whole numbers")]

use laige::prelude::*;

use crate::systems::system;

/// Two numbers of 16 bits before and 16 behind the point.
#[component]
struct Fixed {
    x: i32,
    y: i32,
}

#[component]
struct Speed {
    x: i32,
    y: i32,
}

#[component]
struct Float {
    x: f32,
    y: f32,
}

#[component]
struct FloatSpeed {
    x: f32,
    y: f32,
}

const ONE: i32 = 1 << 16;

system!(mover, (Query<&mut Fixed>,), |mut all: Query<&mut Fixed>| {
    all.for_each(|p| {
        for axis in [&mut p.x, &mut p.y] {
            *axis += ONE;
            *axis -= if *axis >= 16 * ONE { 32 * ONE } else { 0 };
        }
    });
});

system!(float_mover, (Query<&mut Float>,), |mut all: Query<&mut Float>| {
    all.for_each(|p| {
        for axis in [&mut p.x, &mut p.y] {
            *axis += 1.0;
            *axis -= if *axis >= 16.0 { 32.0 } else { 0.0 };
        }
    });
});

/// FNV-1a-64 over bytes.
fn fnv(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xCBF2_9CE4_8422_2325, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3)
    })
}

/// The stream of hello, by hand: one entity in slot 7, whose position has these bytes in each axis.
fn hello_hash(tick: u64, axis: [u8; 4]) -> u64 {
    let mut bytes = Vec::new();
    let words = |bytes: &mut Vec<u8>, words: &[u64]| {
        bytes.extend(words.iter().flat_map(|word| word.to_be_bytes()));
    };
    words(&mut bytes, &[tick, 1, 7, 1, 1, 1, 1]);
    bytes.extend([axis, axis].concat());
    let stream = [0x9E37_79B9_9E4F_DB02, 0x0167_EB95_68C8_33F1, 0xE1CA_8BDB_F002_D4D3];
    words(&mut bytes, &[1, 1]);
    words(&mut bytes, &stream);
    fnv(&bytes)
}

#[test]
fn hello_has_the_published_hashes_in_both_kinds_of_number() -> laige::Result<()> {
    let made = || World::new(Options::reference(8).seed(0x1F05_5EED));
    let mut fixed = made()?;
    fixed.register::<Fixed>()?;
    let e = fixed.spawn_empty()?;
    fixed.insert(e, Fixed { x: 0, y: 0 })?;
    fixed.register_system::<mover>()?;
    let mut float = made()?;
    float.register::<Float>()?;
    let e = float.spawn_empty()?;
    float.insert(e, Float { x: 0.0, y: 0.0 })?;
    float.register_system::<float_mover>()?;
    assert_eq!(fixed.schema_hash(), 0xDDDD_09DA_8441_9311);
    let (of_fixed, of_float) = (fixed.schedule()?, float.schedule()?);
    let mut axis = 0_i32;
    for t in 0..=300 {
        let (one, other) = (fixed.state_hash(t), float.state_hash(t));
        assert_eq!(one, hello_hash(t, (axis * ONE).to_le_bytes()), "tick {t}");
        assert_eq!(other, hello_hash(t, (axis as f32).to_le_bytes()), "tick {t}");
        let published = match t {
            0 => Some([0x1D0B_EE03_8913_BFC2; 2]),
            1 => Some([0x34AD_0D06_8F9D_A541, 0x9892_90FE_E4E4_7DE1]),
            32 => Some([0xE201_B99C_31C6_8C62; 2]),
            _ => None,
        };
        assert!(published.is_none_or(|published| published == [one, other]), "tick {t}");
        fixed.run(&of_fixed)?;
        float.run(&of_float)?;
        axis = if axis == 15 { -16 } else { axis + 1 };
    }
    Ok(())
}

system!(drift, (Query<(&mut Fixed, &Speed)>,), |mut all: Query<(&mut Fixed, &Speed)>| {
    all.for_each(|(p, v)| {
        p.x = p.x.saturating_add(v.x);
        p.y = p.y.saturating_add(v.y);
    });
});
system!(idle, (), || {});
system!(idle_too, (), || {});

#[test]
fn sim_tick_has_the_published_start_in_both_kinds_of_number() -> laige::Result<()> {
    let parts = |i: i32| [i / 50 % 50 - 25, i % 50, i % 7 - 3, i % 11 - 5];
    let mut world = World::new(Options::reference(10_000).seed(0x1F05_5EED))?;
    world.register_all::<(Fixed, Speed)>()?;
    world.add_systems::<(drift, idle)>()?;
    let mut floats = World::new(Options::reference(10_000).seed(0x1F05_5EED))?;
    floats.register_all::<(Float, FloatSpeed)>()?;
    floats.add_systems::<(idle, idle_too)>()?;
    for i in 0..10_000 {
        let (e, f) = (world.spawn_empty()?, floats.spawn_empty()?);
        if i < 2_000 {
            let [x, y, vx, vy] = parts(i);
            world.insert(e, Fixed { x: x * ONE, y: y * ONE })?;
            world.insert(e, Speed { x: vx * ONE, y: vy * ONE })?;
            floats.insert(f, Float { x: x as f32, y: y as f32 })?;
            floats.insert(f, FloatSpeed { x: vx as f32, y: vy as f32 })?;
        }
    }
    assert_eq!(world.schema_hash(), 0xE47C_5725_EA4C_5772);
    assert_eq!(world.state_hash(0), 0x34F6_1ABF_F77B_C5CA);
    assert_eq!(floats.state_hash(0), 0x2086_63FB_F81D_6B6E);
    let schedule = world.schedule()?;
    for _ in 0..10 {
        world.run(&schedule)?;
    }
    let moved = |i: i32| {
        let [x, y, vx, vy] = parts(i);
        ((x + 10 * vx) * ONE, (y + 10 * vy) * ONE)
    };
    // The first entity has the highest slot.
    let positions: Vec<_> = world.query::<&Fixed>().iter().map(|p| (p.x, p.y)).collect();
    assert!(positions.into_iter().eq((0..2_000).rev().map(moved)));
    Ok(())
}

system!(rp_move, (&mut Prng, Query<(&mut Fixed, &mut Speed)>), |rng: &mut Prng,
                                                                mut all: Query<(
    &mut Fixed,
    &mut Speed
)>| {
    let n = rng.next_range(0, 5) as i32;
    all.for_each(|(p, v)| {
        p.x = p.x.saturating_add(v.x);
        p.y = p.y.saturating_add(v.y);
        v.x = v.x.saturating_add(n * ONE);
    });
});

fn replay_500() -> laige::Result<World> {
    let mut world = World::new(Options::reference(64).seed(0x0123_4567_89AB_CDEF))?;
    world.register_all::<(Fixed, Speed)>()?;
    world.register_system::<rp_move>()?;
    let (e1, e2) = (world.spawn_empty()?, world.spawn_empty()?);
    world.insert(e1, Fixed { x: 3 * ONE, y: -2 * ONE })?;
    world.insert(e2, Fixed { x: -ONE, y: 4 * ONE })?;
    world.insert(e1, Speed { x: ONE, y: 0 })?;
    world.insert(e2, Speed { x: 0, y: ONE })?;
    Ok(world)
}

#[test]
fn replay_of_500_ticks_has_the_published_hashes_and_goes_the_same_way_again() -> laige::Result<()> {
    let (mut one, mut two) = (replay_500()?, replay_500()?);
    let (of_one, of_two) = (one.schedule()?, two.schedule()?);
    assert_eq!(one.state_hash(0), 0xFCC1_9D81_4476_4AF9);
    one.run(&of_one)?;
    assert_eq!(one.state_hash(1), 0x39C7_54C3_9CEE_6C74);
    two.run(&of_two)?;
    for t in 2..=500 {
        one.run(&of_one)?;
        two.run(&of_two)?;
        assert_eq!(one.state_hash(t), two.state_hash(t), "tick {t}");
    }
    Ok(())
}

#[cfg(feature = "std")]
#[component]
struct RdValue(u32);

#[cfg(feature = "std")]
#[component]
struct RdTick(i32);

#[cfg(feature = "std")]
system!(rd_roll, (&mut Prng, Query<(&mut RdValue, &mut RdTick)>), |rng: &mut Prng,
                                                                   mut all: Query<(
    &mut RdValue,
    &mut RdTick
)>| {
    all.for_each(|(value, tick)| {
        tick.0 += ONE;
        if tick.0 >= 37 * ONE {
            value.0 = rng.next_range(0, 1_000) as u32;
        }
    });
});

/// A tick of a world with that schedule, for replaying.
#[cfg(feature = "std")]
fn tick_by(
    schedule: laige::Schedule,
) -> impl FnMut(&mut World, u64, &[u8]) -> Result<(), laige::ScheduleError> {
    move |world, _, input| world.run_with_input(&schedule, input).map(drop)
}

#[cfg(feature = "std")]
#[test]
fn logs_of_two_seeds_differ_at_tick_37_in_two_values() -> laige::Result<()> {
    use laige::replay::{self, Header, Log, LogWriter, ReplayIdentity, Side, WorldRun};

    let side = |seed: u64| -> laige::Result<_> {
        let mut world = World::new(Options::reference(64).seed(seed))?;
        world.register_all::<(RdValue, RdTick)>()?;
        world.register_system::<rd_roll>()?;
        for _ in 0..2 {
            let e = world.spawn_empty()?;
            world.insert(e, RdValue(0))?;
            world.insert(e, RdTick(0))?;
        }
        let config = laige::Config::with_capacity(64).seed(seed);
        let header = Header::version_1(ReplayIdentity::new(&config, world.schema_hash()));
        let mut writer = LogWriter::new(Vec::new(), header, 0).expect("valid");
        for tick in 1..=60 {
            writer.frame(tick, &[]).expect("next");
        }
        let log = Log::parse(writer.finish().expect("there is room")).expect("just written");
        let schedule = world.schedule()?;
        Ok((config, log, WorldRun::new(world, tick_by(schedule))))
    };
    let (mut a, mut b) = (side(0x1111_1111)?, side(0x2222_2222)?);
    let report = replay::diff(
        Side { source: a.1.frames(), config: &a.0, simulation: &mut a.2 },
        Side { source: b.1.frames(), config: &b.0, simulation: &mut b.2 },
        16,
    )
    .expect("they fit");
    assert_eq!((report.first_divergent_tick, report.total_items), (Some(37), 2));
    assert!(report.full_state_divergent);
    let items: Vec<_> = report
        .items
        .iter()
        .map(|item| (item.slot, item.component.map(laige::ComponentId::get)))
        .collect();
    assert_eq!(items, [(62, Some(1)), (63, Some(1))]);
    Ok(())
}
