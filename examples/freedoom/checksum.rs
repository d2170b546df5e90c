//! The checksum of a run: what every moving entity is and where, folded tic by tic in the order of the visit.
//! It is the same on every machine because the order of a query is, not because anything is sorted here.

use laige::prelude::*;

use super::components::{Facing, Health, Here, OnMap, Placed, Pos};

/// FNV-1a, a 64-bit word at a time.
#[derive(Clone, Copy, Debug)]
pub struct Checksum(u64);

impl Default for Checksum {
    fn default() -> Self {
        Self(0xCBF2_9CE4_8422_2325)
    }
}

impl Checksum {
    fn word(&mut self, high: u32, low: u32) {
        let word = u64::from(high) << 32 | u64::from(low);
        self.0 = (self.0 ^ word).wrapping_mul(0x0100_0000_01B3);
        // FNV carries only upward; bring the high half back down.
        self.0 ^= self.0 >> 32;
    }

    /// Folds in everybody on the played map.
    pub fn fold(&mut self, world: &World) {
        query!(world, |entity: Entity,
                       pos: &Pos,
                       facing: Option<&Facing>,
                       health: Option<&Health>,
                       _: With<Here>| {
            self.word(pos.x.to_bits(), pos.y.to_bits());
            let hp = health.map_or(0, |health| health.hp.unsigned_abs());
            let angle = facing.map_or(0, |facing| u32::from(facing.angle));
            self.word(entity.to_bits(), hp << 8 | angle);
        });
    }

    /// Folds in every placed thing of every map, and gives the sum.
    pub fn finish(mut self, world: &World) -> u64 {
        query!(world, |entity: Entity, pos: &Pos, placed: &Placed, on: &OnMap| {
            self.word(pos.x.to_bits(), pos.y.to_bits());
            self.word(u32::from(placed.number) << 16 | u32::from(placed.flags), on.map);
            self.word(entity.to_bits(), 0);
        });
        self.0
    }
}
