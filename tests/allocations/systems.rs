//! A tick of warm systems leaves the allocator alone: queries, resources, draws, local values, commands, their reports, on one thread and,
//! rayon's own aside, on several.
#![expect(non_camel_case_types, reason = "a system has the name of its function")]

use laige::__private::Body;
use laige::prelude::*;
use laige::{Local, System};

use crate::counting::calls;
use crate::{Health, POS, Pos, VEL, Vel, world};

#[resource(id = "moved")]
struct Moved {
    rows: u64,
}

struct walk {}

impl System for walk {
    const NAME: &'static str = "walk";

    fn body() -> Body {
        Body::of::<(Query<(&mut Pos, &Vel)>, ResMut<Moved>)>(
            |mut q: Query<(&mut Pos, &Vel)>, mut moved: ResMut<Moved>| {
                q.for_each(|(p, v)| {
                    p.x += v.x;
                    moved.rows += 1;
                });
            },
        )
    }
}

struct heal {}

impl System for heal {
    const NAME: &'static str = "heal";

    fn body() -> Body {
        Body::for_each::<(&mut Health, &mut Prng, Local<u32>)>(
            |health: &mut Health, rng: &mut Prng, mut healed: Local<u32>| {
                health.0 = rng.next_range(0, 100) as i32;
                *healed += 1;
            },
        )
    }
}

/// Ten go and ten come, and two commands come too late.
struct replace {}

impl System for replace {
    const NAME: &'static str = "replace";

    fn body() -> Body {
        Body::of::<(Query<Entity>, &mut Commands)>(|q: Query<Entity>, commands: &mut Commands| {
            for e in q.iter().take(10) {
                commands.despawn(e);
                commands.spawn((POS, VEL, Health(1)));
            }
            for e in q.iter().take(2) {
                commands.despawn(e);
            }
        })
    }
}

#[test]
fn ticks_never_allocate_when_warm() -> laige::Result<()> {
    let mut world = world()?;
    world.insert_resource(Moved { rows: 0 });
    world.spawn_batch((0..2_000).map(|_| (POS, VEL, Health(3))))?;
    world.add_systems::<(walk, heal)>()?;
    world.add_systems::<(replace,)>()?.in_stage("late");
    let schedule = world.schedule()?;
    for _ in 0..20 {
        world.run(&schedule)?;
    }
    let before = calls();
    for _ in 0..20 {
        assert_eq!(world.run(&schedule)?.refused().len(), 2);
    }
    assert_eq!(calls(), before);
    Ok(())
}
