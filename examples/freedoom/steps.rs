//! A monster's single step, as in the game of old: in one of eight directions, kept for a while, changed when blocked.
//! It chooses where to go; how far that leads is `motion.rs`'s answer.

use laige::prelude::*;

use super::chance::{byte, heads};
use super::components::Brain;
use super::geometry::{Vec2, direction};
use super::motion::Walk;

/// A heading that leads nowhere; 0 to 7 are the eight directions from east over north.
pub const NOWHERE: u8 = 8;

/// The angle between two headings.
pub const EIGHTH: u8 = 32;

/// A target that is less far than this to one side is straight ahead.
const AHEAD: f32 = 10.0;

/// A monster about to take a step.
pub struct Step<'a> {
    pub walk: Walk<'a>,
    pub from: Vec2,
    pub stride: f32,
}

impl Step<'_> {
    /// Goes on in the old direction while its steps last and nothing is in the way, else in a new one: where it ends.
    pub fn take(&self, brain: &mut Brain, towards: Vec2, rng: &mut Prng) -> Vec2 {
        if brain.steps > 0 {
            brain.steps -= 1;
            if let Some(end) = self.go(brain.heading) {
                return end;
            }
        }
        for heading in wishes(brain.heading, towards, rng) {
            if let Some(end) = self.go(heading) {
                (brain.heading, brain.steps) = (heading, byte(rng) % 16);
                return end;
            }
        }
        (brain.heading, brain.steps) = (NOWHERE, 0);
        self.from
    }

    /// Where a heading leads, if the whole step is free.
    fn go(&self, heading: u8) -> Option<Vec2> {
        if heading == NOWHERE {
            return None;
        }
        let (end, bump) = self.walk.go(self.from, direction(heading * EIGHTH) * self.stride);
        bump.is_none().then_some(end)
    }
}

/// The headings to try, best first: the diagonal, the straight ones, the old one, all round, and back at last.
fn wishes(old: u8, towards: Vec2, rng: &mut Prng) -> impl Iterator<Item = u8> + use<> {
    let east_west = straight(towards.x, 0, 4);
    let north_south = straight(towards.y, 2, 6);
    let diagonal = match (east_west, north_south) {
        (0, 2) => 1,
        (4, 2) => 3,
        (4, 6) => 5,
        (0, 6) => 7,
        _ => NOWHERE,
    };
    let y_first = towards.y.abs() > towards.x.abs() || byte(rng) < 32;
    let [first, second] = if y_first { [north_south, east_west] } else { [east_west, north_south] };
    let left_about = heads(rng);
    let round = (0..8).map(move |heading| if left_about { heading } else { 7 - heading });
    let back = if old == NOWHERE { NOWHERE } else { (old + 4) % 8 };
    let forth = [diagonal, first, second, old].into_iter().chain(round);
    forth.filter(move |&heading| heading != back).chain([back])
}

fn straight(way: f32, positive: u8, negative: u8) -> u8 {
    if way > AHEAD {
        positive
    } else if way < -AHEAD {
        negative
    } else {
        NOWHERE
    }
}
