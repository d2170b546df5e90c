//! Weapons as plain numbers: bullets, missiles, and the nine weapons of a player.
//! Who fires them, and at whom, is decided elsewhere.

use super::chance::Dice;
use super::components::MissileKind;

/// The damage of one bullet.
pub const BULLET: Dice = Dice { scale: 5, sides: 3 };

/// A missile that bursts on what it hits, and hurts nobody else.
pub const fn bolt(speed: f32, radius: f32, harm: i32) -> MissileKind {
    MissileKind { speed, radius, harm, blast: 0 }
}

pub const ROCKET: MissileKind = MissileKind { speed: 20.0, radius: 11.0, harm: 20, blast: 128 };

/// What pulling the trigger does.
#[derive(Clone, Copy, Debug)]
pub enum Shot {
    Swing(Dice),
    /// So many bullets, each up to `spread` (across, for each unit along) off the mark.
    Bullets {
        count: i32,
        spread: f32,
    },
    Missile(MissileKind),
}

/// One of the player's weapons.
#[derive(Clone, Copy, Debug)]
pub struct Weapon {
    pub shot: Shot,
    /// Which sort of ammunition it needs (an index into `Ammo::rounds`), and how much for a shot.
    pub needs: Option<(usize, i32)>,
    /// Tics between two shots.
    pub pause: i32,
}

pub const BULLETS: usize = 0;
pub const SHELLS: usize = 1;
pub const ROCKETS: usize = 2;
pub const CELLS: usize = 3;

/// The most a player carries of each sort.
pub const AMMO_LIMITS: [i32; 4] = [200, 50, 50, 300];

const fn weapon(shot: Shot, sort: usize, rounds: i32, pause: i32) -> Weapon {
    Weapon { shot, needs: Some((sort, rounds)), pause }
}

const fn blade(sides: i32, pause: i32) -> Weapon {
    Weapon { shot: Shot::Swing(Dice { scale: 2, sides }), needs: None, pause }
}

pub const FIST: u32 = 0;
pub const PISTOL: u32 = 1;
pub const SHOTGUN: u32 = 2;

/// By slot, as demos number them; the last is the double-barrelled shotgun.
static WEAPONS: [Weapon; 9] = [
    blade(10, 22),
    weapon(Shot::Bullets { count: 1, spread: 0.06 }, BULLETS, 1, 14),
    weapon(Shot::Bullets { count: 7, spread: 0.1 }, SHELLS, 1, 37),
    weapon(Shot::Bullets { count: 1, spread: 0.1 }, BULLETS, 1, 4),
    weapon(Shot::Missile(ROCKET), ROCKETS, 1, 20),
    weapon(Shot::Missile(bolt(25.0, 13.0, 5)), CELLS, 1, 3),
    weapon(Shot::Missile(bolt(25.0, 13.0, 100)), CELLS, 40, 60),
    blade(10, 4),
    weapon(Shot::Bullets { count: 20, spread: 0.2 }, SHELLS, 2, 57),
];

/// The weapon of a slot.
pub fn weapon_in(slot: u32) -> &'static Weapon {
    &WEAPONS[slot as usize % WEAPONS.len()]
}

/// The order in which a player whose weapon is empty looks for another.
pub const PREFERENCE: [u32; 9] = [5, 8, 3, 2, 4, 1, 6, 7, 0];
