//! Placing: an entity for every thing of every map, with the components its type and its flags ask for.
//! Each thing goes straight to its final archetype, since all its components are given in one bundle.

use laige::Bundle;
use laige::prelude::*;

use super::arms::{AMMO_LIMITS, BULLETS, CELLS, ROCKETS, SHELLS};
use super::catalogue::{Breed, Kind, Ranged, kind_of};
use super::components::{
    Ambush, Arena, ArmourItem, Barrel, Body, Brood, Charger, Claws, Facing, Flying, Gore, Gun,
    Hanging, Health, Here, Item, Key, Lamp, Medicine, Monster, MultiplayerOnly, OnMap, Placed, Pos,
    Power, Scenery, Solid, Start, Supplies, TeleportTarget, WeaponItem,
};
use super::monsters::UNDISTURBED;
use super::things::Thing;

/// Places the things of one map.
pub struct Placement<'w> {
    pub world: &'w mut World,
    /// Which map, in file order.
    pub map: u32,
    /// The skill, if it is the map that is played.
    pub skill: Option<u8>,
}

impl Placement<'_> {
    /// Spawns one thing.
    pub fn place(&mut self, thing: Thing) -> laige::Result<Entity> {
        match kind_of(thing.number) {
            Kind::Monster(breed) => self.monster(thing, breed),
            Kind::Medicine { hp, limit } => self.item(thing, Medicine { hp, limit }),
            Kind::Armour { points, limit } => self.item(thing, ArmourItem { points, limit }),
            Kind::Supplies { sort, rounds } => self.item(thing, supplies(sort, rounds)),
            Kind::Backpack => {
                self.item(thing, Supplies { rounds: AMMO_LIMITS.map(|limit| limit / 10) })
            }
            Kind::Weapon { slot } => self.item(thing, (WeaponItem { slot }, rounds_with(slot))),
            Kind::Key { colour } => self.item(thing, Key { colour }),
            Kind::Power { shield } => self.item(thing, Power { shield }),
            Kind::Barrel => {
                self.spawn(thing, (Barrel, Health { hp: 20 }, Body { radius: 10.0 }, Solid))
            }
            Kind::Pillar { radius } => self.spawn(thing, (Scenery, Body { radius }, Solid)),
            Kind::Lamp { radius } => self.spawn(thing, (Lamp, Body { radius }, Solid)),
            Kind::Hanging => self.spawn(thing, Hanging),
            Kind::Gore => self.spawn(thing, Gore),
            Kind::Start { player } => self.spawn(thing, Start { player }),
            Kind::Arena => self.spawn(thing, Arena),
            Kind::TeleportTarget => self.spawn(thing, TeleportTarget),
            Kind::Scenery => self.spawn(thing, Scenery),
        }
    }

    fn item<B: Bundle>(&mut self, thing: Thing, what: B) -> laige::Result<Entity> {
        self.spawn(thing, (Item, what))
    }

    fn monster(&mut self, thing: Thing, breed: Breed) -> laige::Result<Entity> {
        let claws = breed.claws.map(|dice| Claws { scale: dice.scale, sides: dice.sides });
        match (breed.ranged, claws) {
            (Ranged::Nothing, None) => self.armed(thing, breed, ()),
            (Ranged::Nothing, Some(claws)) => self.armed(thing, breed, claws),
            (Ranged::Missile(missile), None) => self.armed(thing, breed, missile),
            (Ranged::Missile(missile), Some(claws)) => self.armed(thing, breed, (claws, missile)),
            (Ranged::Gun { bullets }, _) => self.armed(thing, breed, Gun { bullets }),
            (Ranged::Charge, _) => self.armed(thing, breed, Charger),
            (Ranged::Brood { left }, _) => self.armed(thing, breed, Brood { left }),
        }
    }

    fn armed<B: Bundle>(&mut self, thing: Thing, breed: Breed, arms: B) -> laige::Result<Entity> {
        let flesh = (flesh_of(breed), arms);
        match (breed.flies, thing.ambushes()) {
            (false, false) => self.spawn_with(thing, flesh, UNDISTURBED),
            (false, true) => self.spawn_with(thing, (flesh, Ambush), UNDISTURBED),
            (true, false) => self.spawn_with(thing, (flesh, Flying), UNDISTURBED),
            (true, true) => self.spawn_with(thing, (flesh, Flying, Ambush), UNDISTURBED),
        }
    }

    fn spawn<B: Bundle>(&mut self, thing: Thing, what: B) -> laige::Result<Entity> {
        self.spawn_with(thing, what, ())
    }

    /// Spawns `what`, and on the played map also what only matters there.
    fn spawn_with<B: Bundle, L: Bundle>(
        &mut self,
        thing: Thing,
        what: B,
        local: L,
    ) -> laige::Result<Entity> {
        let placed = (
            Pos::from(thing.at),
            Facing { angle: thing.angle },
            Placed { number: thing.number, flags: thing.flags },
            OnMap { map: self.map },
        );
        if self.skill.is_some_and(|skill| thing.appears_at(skill)) {
            self.world.spawn((placed, what, Here, local))
        } else if thing.multiplayer_only() {
            self.world.spawn((placed, what, MultiplayerOnly))
        } else {
            self.world.spawn((placed, what))
        }
    }
}

/// What every living monster is made of.
pub fn flesh_of(breed: Breed) -> (Monster, Health, Body, Solid) {
    let Breed { hp, radius, stride, pause, pain, .. } = breed;
    (Monster { stride, pause, pain }, Health { hp }, Body { radius }, Solid)
}

/// Ammunition of one sort.
pub fn supplies(sort: usize, amount: i32) -> Supplies {
    let mut rounds = [0; 4];
    rounds[sort] = amount;
    Supplies { rounds }
}

/// What lies beside a weapon: two clips' worth of what it fires.
fn rounds_with(slot: u32) -> Supplies {
    match slot {
        2 | 8 => supplies(SHELLS, 8),
        3 => supplies(BULLETS, 20),
        4 => supplies(ROCKETS, 2),
        5 | 6 => supplies(CELLS, 40),
        _ => Supplies { rounds: [0; 4] },
    }
}
