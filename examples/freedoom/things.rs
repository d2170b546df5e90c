//! The THINGS of a map: what its makers placed where, and for which games.
//! A thing here is only a record of the file; `spawn.rs` makes an entity of it.

use super::fault::Fault;
use super::geometry::Vec2;
use super::wad::{Marker, Wad, signed};

/// Flags of THINGS beyond the three that choose the skills.
const AMBUSH: u16 = 8;
const MULTIPLAYER_ONLY: u16 = 16;

/// One placed thing.
#[derive(Clone, Copy, Debug)]
pub struct Thing {
    pub at: Vec2,
    /// In 1/256 of a circle.
    pub angle: u8,
    /// Its type number, see `catalogue.rs`.
    pub number: u16,
    pub flags: u16,
}

impl Thing {
    fn parse(&[x, y, degrees, number, flags]: &[u16; 5]) -> Self {
        let turns = i32::from(signed(degrees)) * 256 / 360;
        let angle = turns.rem_euclid(256).to_le_bytes()[0];
        Self { at: Vec2::from_words(signed(x), signed(y)), angle, number, flags }
    }

    /// Waits without listening until it sees somebody.
    pub fn ambushes(self) -> bool {
        self.flags & AMBUSH != 0
    }

    pub fn multiplayer_only(self) -> bool {
        self.flags & MULTIPLAYER_ONLY != 0
    }

    /// Whether a single player meets it at `skill`, 0 (easiest) to 4 (hardest).
    pub fn appears_at(self, skill: u8) -> bool {
        let wanted = match skill {
            0 | 1 => 1,
            2 => 2,
            _ => 4,
        };
        self.flags & wanted != 0 && !self.multiplayer_only()
    }
}

/// The things of one map, in file order.
pub fn things_of(wad: &Wad, map: Marker) -> Result<Vec<Thing>, Fault> {
    Ok(wad.map_lump(map, "THINGS")?.records::<5>()?.iter().map(Thing::parse).collect())
}

/// All things of the example's own data, for tests.
#[cfg(test)]
pub fn test_things() -> Vec<Thing> {
    let wad = Wad::open(&super::arguments::data_file("freedoom-things.wad"))
        .expect("the data is in the repository");
    wad.maps().flat_map(|map| things_of(&wad, map).expect("every map has things")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_placed_things_are_read() {
        assert_eq!(test_things().len(), 27_447);
    }

    #[test]
    fn skills_and_players_decide_who_appears() {
        let thing = |flags| Thing::parse(&[0, 0, 0, 3001, flags]);
        assert!(thing(1).appears_at(0) && thing(1).appears_at(1) && !thing(1).appears_at(2));
        assert!(thing(2).appears_at(2) && !thing(2).appears_at(3));
        assert!(thing(4).appears_at(3) && thing(4).appears_at(4));
        assert!(!thing(4 + 16).appears_at(4));
    }

    #[test]
    fn angles_of_any_size_become_parts_of_a_circle() {
        let angle = |degrees: i16| {
            Thing::parse(&[0, 0, u16::from_le_bytes(degrees.to_le_bytes()), 1, 7]).angle
        };
        assert_eq!([0, 90, 180, 270, 360, 450, -90].map(angle), [0, 64, 128, 192, 0, 64, 192]);
    }
}
