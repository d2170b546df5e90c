//! Commands, queued and applied, on a buffer that was used before.

use laige::Commands;
use laige_peers::components::{Flag, Pos2, Vector, Vel2};

use crate::operations::{COUNT, empty, filled, measured};

pub(crate) fn spawns() {
    let mut world = empty();
    let mut commands = world.commands();
    queue_spawns(&mut commands);
    world.apply(&mut commands);
    world.clear();
    measured(|| {
        queue_spawns(&mut commands);
        world.apply(&mut commands).applied()
    });
}

fn queue_spawns(commands: &mut Commands) {
    for i in 0..COUNT as usize {
        commands.spawn((Pos2::of(i), Vel2::of(1)));
    }
}

pub(crate) fn inserts() {
    let (mut world, handles) = filled(COUNT);
    let mut commands = world.commands();
    for &entity in &handles {
        commands.remove::<Flag>(entity);
    }
    world.apply(&mut commands);
    measured(|| {
        for &entity in &handles {
            commands.insert(entity, Flag { value: 1 });
        }
        world.apply(&mut commands).applied()
    });
}
