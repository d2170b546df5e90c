//! A system is a function, whose data is in the world.
use laige::prelude::*;

struct Score {
    points: u32,
}

impl Score {
    #[system]
    fn reset(&mut self) {
        self.points = 0;
    }
}

fn main() {}
