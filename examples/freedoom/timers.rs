//! Countdowns: components that last some tics and are then taken off, or end the entity.
//! One generic query serves them all; what a component does meanwhile is not known here.

use laige::prelude::*;

use super::components::{Lifetime, Shielded, Stunned, Wandering};
use super::game::Game;

/// A component with a number of tics left.
trait Countdown: Component {
    fn tics(&mut self) -> &mut i32;
}

macro_rules! countdowns {
    ($($name:ident),*) => {
        $(impl Countdown for $name {
            fn tics(&mut self) -> &mut i32 {
                &mut self.tics
            }
        })*
    };
}

countdowns!(Lifetime, Shielded, Stunned, Wandering);

/// Counts everything down that counts down.
pub fn run(game: &mut Game) -> laige::Result<()> {
    take_off::<Stunned>(game)?;
    take_off::<Wandering>(game)?;
    take_off::<Shielded>(game)?;
    count_down::<Lifetime>(game);
    for entity in game.marked.drain(..) {
        game.world.despawn(entity)?;
        game.tally.despawned += 1;
    }
    Ok(())
}

/// Counts `T` down and takes it off those whose time is over.
fn take_off<T: Countdown>(game: &mut Game) -> laige::Result<()> {
    count_down::<T>(game);
    for entity in game.marked.drain(..) {
        game.world.remove::<T>(entity)?;
    }
    Ok(())
}

/// Counts `T` down and marks those whose time is over.
fn count_down<T: Countdown>(game: &mut Game) {
    let Game { world, marked, .. } = game;
    query!(world, |entity: Entity, left: &mut T| {
        *left.tics() -= 1;
        if *left.tics() <= 0 {
            marked.push(entity);
        }
    });
}
