//! What each type number of a placed thing means: its kind and its measures.
//! The numbers are those the published Doom engine gives its things; a number nobody knows is scenery.

use super::arms::{BULLETS, CELLS, ROCKET, ROCKETS, SHELLS, bolt};
use super::chance::Dice;
use super::components::MissileKind;

/// What a thing is for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Kind {
    Monster(Breed),
    /// Adds health, up to a limit.
    Medicine {
        hp: i32,
        limit: i32,
    },
    /// Adds armour points, up to a limit.
    Armour {
        points: i32,
        limit: i32,
    },
    /// Ammunition of one sort, or of every sort.
    Supplies {
        sort: usize,
        rounds: i32,
    },
    Backpack,
    Weapon {
        slot: u32,
    },
    Key {
        colour: u32,
    },
    /// Some of them shield from all harm for so many tics; the others only count as found.
    Power {
        shield: i32,
    },
    Barrel,
    /// Scenery that stands in the way.
    Pillar {
        radius: f32,
    },
    /// A pillar that gives light.
    Lamp {
        radius: f32,
    },
    /// Hangs from the ceiling; nobody bumps into it.
    Hanging,
    /// Remains of somebody.
    Gore,
    Start {
        player: u32,
    },
    /// Where anybody starts in a deathmatch.
    Arena,
    TeleportTarget,
    /// Anything else.
    Scenery,
}

/// What a monster does from afar.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Ranged {
    Nothing,
    /// So many bullets at once.
    Gun {
        bullets: i32,
    },
    Missile(MissileKind),
    /// Flies into its enemy.
    Charge,
    /// Sends up to so many lost souls.
    Brood {
        left: i32,
    },
}

/// A sort of monster.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Breed {
    pub hp: i32,
    pub radius: f32,
    /// Map units per step, and tics between two steps.
    pub stride: f32,
    pub pause: u16,
    /// Chance of 256 that a hit stuns it.
    pub pain: u16,
    pub flies: bool,
    pub claws: Option<Dice>,
    pub ranged: Ranged,
}

const fn walker(hp: i32, radius: f32, (stride, pause): (f32, u16), pain: u16) -> Breed {
    Breed { hp, radius, stride, pause, pain, flies: false, claws: None, ranged: Ranged::Nothing }
}

impl Breed {
    const fn flying(self) -> Self {
        Self { flies: true, ..self }
    }

    const fn claws(self, scale: i32, sides: i32) -> Self {
        Self { claws: Some(Dice { scale, sides }), ..self }
    }

    const fn gun(self, bullets: i32) -> Self {
        Self { ranged: Ranged::Gun { bullets }, ..self }
    }

    const fn throws(self, missile: MissileKind) -> Self {
        Self { ranged: Ranged::Missile(missile), ..self }
    }

    const fn does(self, ranged: Ranged) -> Self {
        Self { ranged, ..self }
    }
}

/// The monster that pain elementals send.
pub const LOST_SOUL: Breed = walker(100, 16.0, (8.0, 6), 256).flying().does(Ranged::Charge);

/// What a type number means.
pub fn kind_of(thing: u16) -> Kind {
    let monster = breed_of(thing).map(Kind::Monster);
    monster.or_else(|| item_of(thing)).or_else(|| place_of(thing)).unwrap_or(Kind::Scenery)
}

fn breed_of(thing: u16) -> Option<Breed> {
    Some(match thing {
        3004 => walker(20, 20.0, (8.0, 4), 200).gun(1),
        9 => walker(30, 20.0, (8.0, 3), 170).gun(3),
        65 => walker(70, 20.0, (8.0, 3), 170).gun(2),
        84 => walker(50, 20.0, (8.0, 3), 170).gun(1),
        3001 => walker(60, 20.0, (8.0, 3), 200).claws(3, 8).throws(bolt(10.0, 6.0, 3)),
        3002 | 58 => walker(150, 30.0, (10.0, 2), 180).claws(4, 10),
        3003 => walker(1000, 24.0, (8.0, 3), 50).claws(10, 8).throws(bolt(15.0, 6.0, 8)),
        69 => walker(500, 24.0, (8.0, 3), 50).claws(10, 8).throws(bolt(15.0, 6.0, 8)),
        3005 => walker(400, 31.0, (8.0, 3), 128).flying().claws(10, 6).throws(bolt(10.0, 6.0, 5)),
        3006 => LOST_SOUL,
        64 => walker(700, 20.0, (15.0, 2), 10).gun(4),
        66 => walker(300, 20.0, (10.0, 2), 100).claws(6, 10).throws(bolt(10.0, 11.0, 10)),
        67 => walker(600, 48.0, (8.0, 4), 80).throws(bolt(20.0, 6.0, 8)),
        68 => walker(500, 64.0, (12.0, 3), 128).throws(bolt(25.0, 13.0, 5)),
        71 => walker(400, 31.0, (8.0, 3), 128).flying().does(Ranged::Brood { left: 5 }),
        7 => walker(3000, 128.0, (12.0, 3), 40).gun(3),
        16 => walker(4000, 40.0, (16.0, 3), 20).throws(ROCKET),
        72 => walker(100, 16.0, (0.0, 35), 256),
        88 => walker(250, 16.0, (0.0, 35), 255),
        _ => return None,
    })
}

fn item_of(thing: u16) -> Option<Kind> {
    let supplies = |sort, rounds| Kind::Supplies { sort, rounds };
    let medicine = |hp, limit| Kind::Medicine { hp, limit };
    let armour = |points, limit| Kind::Armour { points, limit };
    Some(match thing {
        2011 => medicine(10, 100),
        2012 => medicine(25, 100),
        2014 => medicine(1, 200),
        2013 => medicine(100, 200),
        83 => medicine(200, 200),
        2015 => armour(1, 200),
        2018 => armour(100, 100),
        2019 => armour(200, 200),
        2007 => supplies(BULLETS, 10),
        2048 => supplies(BULLETS, 50),
        2008 => supplies(SHELLS, 4),
        2049 => supplies(SHELLS, 20),
        2010 => supplies(ROCKETS, 1),
        2046 => supplies(ROCKETS, 5),
        2047 => supplies(CELLS, 20),
        17 => supplies(CELLS, 100),
        8 => Kind::Backpack,
        2001 => Kind::Weapon { slot: 2 },
        2002 => Kind::Weapon { slot: 3 },
        2003 => Kind::Weapon { slot: 4 },
        2004 => Kind::Weapon { slot: 5 },
        2006 => Kind::Weapon { slot: 6 },
        2005 => Kind::Weapon { slot: 7 },
        82 => Kind::Weapon { slot: 8 },
        5 | 40 => Kind::Key { colour: 0 },
        6 | 39 => Kind::Key { colour: 1 },
        13 | 38 => Kind::Key { colour: 2 },
        2023 => medicine(100, 100),
        2022 => Kind::Power { shield: 1050 },
        2024..=2026 | 2045 => Kind::Power { shield: 0 },
        _ => return None,
    })
}

fn place_of(thing: u16) -> Option<Kind> {
    Some(match thing {
        1..=4 => Kind::Start { player: u32::from(thing) },
        11 => Kind::Arena,
        14 => Kind::TeleportTarget,
        2035 => Kind::Barrel,
        // Lamps, candles, torches and burning barrels.
        35 | 44..=46 | 55..=57 | 85 | 86 | 2028 => Kind::Lamp { radius: 16.0 },
        70 => Kind::Lamp { radius: 10.0 },
        // Columns, skulls, stalagmites and trees.
        25..=33 | 36 | 37 | 41..=43 | 47 | 48 => Kind::Pillar { radius: 16.0 },
        54 => Kind::Pillar { radius: 32.0 },
        49..=53 | 59..=63 | 73..=78 => Kind::Hanging,
        10 | 12 | 15 | 18..=24 | 79..=81 => Kind::Gore,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::super::things::{Thing, test_things};
    use super::*;

    /// The type numbers that are scenery on purpose: candles, what is left of the last boss's machinery, and a mark
    /// that a map editor left behind.
    const SCENERY: [u16; 4] = [34, 87, 89, 32000];

    #[test]
    fn every_type_of_the_data_has_a_kind() {
        let types: BTreeSet<u16> =
            test_things().into_iter().map(|thing: Thing| thing.number).collect();
        assert_eq!(types.len(), 122);
        let scenery = types.into_iter().filter(|&number| kind_of(number) == Kind::Scenery);
        assert_eq!(scenery.collect::<Vec<_>>(), SCENERY);
    }
}
