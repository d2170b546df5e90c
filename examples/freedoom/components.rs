//! All components: what an entity of this example can have, be, or be doing.
//! Values that rows differ in are fields; what systems select rows by is a tag of its own.

use laige::prelude::*;

use super::chance::Dice;
use super::geometry::Vec2;

// What every placed thing has.

/// Where it is, in map units.
#[component]
pub struct Pos {
    pub x: f32,
    pub y: f32,
}

impl Pos {
    pub fn at(self) -> Vec2 {
        Vec2::new(self.x, self.y)
    }
}

impl From<Vec2> for Pos {
    fn from(Vec2 { x, y }: Vec2) -> Self {
        Self { x, y }
    }
}

/// Where it looks, in 1/256 of a circle; 0 is east, 64 north.
#[component]
pub struct Facing {
    pub angle: u8,
}

/// Its record in the file: the type number and the flags, among them the skills it appears at.
#[component]
pub struct Placed {
    pub number: u16,
    pub flags: u16,
}

/// Which map it was placed on, counted in file order.
#[component]
pub struct OnMap {
    pub map: u32,
}

// On which occasions it matters.

/// It is on the map that is played, at the skill that is played: only these rows are ever moved.
#[component]
pub struct Here;

/// It waits in ambush: noise does not wake it.
#[component]
pub struct Ambush;

/// It appears with several players only.
#[component]
pub struct MultiplayerOnly;

// What it is made of.

/// How much room it takes.
#[component]
pub struct Body {
    pub radius: f32,
}

/// It stands in the way of others.
#[component]
pub struct Solid;

/// How much it can take; what falls to 0 or below dies in that tic.
#[component]
pub struct Health {
    pub hp: i32,
}

/// Bursts when it dies.
#[component]
pub struct Barrel;

#[component]
pub struct Lamp;

#[component]
pub struct Hanging;

#[component]
pub struct Gore;

#[component]
pub struct Scenery;

#[component]
pub struct Start {
    pub player: u32,
}

#[component]
pub struct Arena;

#[component]
pub struct TeleportTarget;

// Things to pick up: `Item` and exactly one of the others.

#[component]
pub struct Item;

#[component]
pub struct Medicine {
    pub hp: i32,
    pub limit: i32,
}

#[component]
pub struct ArmourItem {
    pub points: i32,
    pub limit: i32,
}

/// Ammunition: what to add of each sort.
#[component]
pub struct Supplies {
    pub rounds: [i32; 4],
}

#[component]
pub struct WeaponItem {
    pub slot: u32,
}

#[component]
pub struct Key {
    pub colour: u32,
}

/// Shields from all harm for so many tics, if any.
#[component]
pub struct Power {
    pub shield: i32,
}

// Monsters.

/// How it walks and how easily it is stunned.
#[component]
pub struct Monster {
    /// Map units per step.
    pub stride: f32,
    /// Tics between two steps.
    pub pause: u16,
    /// Chance of 256 that a hit stuns it.
    pub pain: u16,
}

#[component]
pub struct Flying;

/// Hits what it can reach.
#[component]
pub struct Claws {
    pub scale: i32,
    pub sides: i32,
}

impl Claws {
    pub fn dice(self) -> Dice {
        Dice { scale: self.scale, sides: self.sides }
    }
}

/// Fires so many bullets at once.
#[component]
pub struct Gun {
    pub bullets: i32,
}

/// Flies into its enemy.
#[component]
pub struct Charger;

/// Sends lost souls, as long as it has some left.
#[component]
pub struct Brood {
    pub left: i32,
}

// What a monster is doing. These come and go: each change moves the entity to another archetype.

/// What a living monster on the played map has in mind.
#[component]
pub struct Brain {
    /// Tics until it does something again.
    pub wait: u16,
    /// Tics until it looks around again.
    pub look: u16,
    /// Steps left in this direction.
    pub steps: u8,
    /// 0 is east, 2 north, 7 south-east; `NOWHERE` is standing still.
    pub heading: u8,
}

/// It is after somebody. The handle may outlive its target: who is gone is no longer found.
#[component]
pub struct Chasing {
    pub target: Entity,
    /// Tics until it gives up on a target that it does not see.
    pub patience: i32,
}

/// It lost sight of whom it chased, and walks about for so many tics.
#[component]
pub struct Wandering {
    pub tics: i32,
}

/// It was hit and does nothing for so many tics.
#[component]
pub struct Stunned {
    pub tics: i32,
}

/// A charger on its way.
#[component]
pub struct Charging {
    pub x: f32,
    pub y: f32,
}

/// It was killed. What is dead has no `Health`, no `Brain` and is not `Solid`.
#[component]
pub struct Dead;

// What flies, and what is left where it hits.

/// What a missile is like; monsters that throw it have it too.
#[component]
#[derive(Debug, PartialEq)]
pub struct MissileKind {
    /// Map units per tic.
    pub speed: f32,
    pub radius: f32,
    /// The scale of its eight-sided dice.
    pub harm: i32,
    /// Damage at the centre of its blast; 0 if it does not burst.
    pub blast: i32,
}

/// A missile on its way.
#[component]
pub struct Missile {
    pub owner: Entity,
}

/// How far it goes in a tic.
#[component]
pub struct Velocity {
    pub x: f32,
    pub y: f32,
}

impl Velocity {
    pub fn per_tic(self) -> Vec2 {
        Vec2::new(self.x, self.y)
    }
}

impl From<Vec2> for Velocity {
    fn from(Vec2 { x, y }: Vec2) -> Self {
        Self { x, y }
    }
}

/// Smoke where something hit.
#[component]
pub struct Puff;

/// It is despawned after so many tics.
#[component]
pub struct Lifetime {
    pub tics: i32,
}

// The player.

#[component]
pub struct Player;

/// The weapons it has, one bit for each slot.
#[component]
pub struct Arsenal {
    pub owned: u32,
    /// The slot of the one in hand.
    pub slot: u32,
    /// Tics until it can be fired.
    pub pause: i32,
}

#[component]
pub struct Ammo {
    pub rounds: [i32; 4],
}

#[component]
pub struct Armour {
    pub points: i32,
}

/// The keys it has, one bit for each colour.
#[component]
pub struct Keys {
    pub colours: u32,
}

/// Nothing hurts it for so many tics.
#[component]
pub struct Shielded {
    pub tics: i32,
}

/// Makes all components known to a world.
pub fn register(world: &mut World) -> laige::Result<()> {
    world.register_all::<(Pos, Facing, Placed, OnMap, Here, Ambush, MultiplayerOnly, Body, Solid, Health)>()?;
    world.register_all::<(Barrel, Lamp, Hanging, Gore, Scenery, Start, Arena, TeleportTarget)>()?;
    world.register_all::<(Item, Medicine, ArmourItem, Supplies, WeaponItem, Key, Power)>()?;
    world.register_all::<(Monster, Flying, Claws, Gun, Charger, Brood)>()?;
    world.register_all::<(Brain, Chasing, Wandering, Stunned, Charging, Dead)>()?;
    world.register_all::<(MissileKind, Missile, Velocity, Puff, Lifetime)>()?;
    world.register_all::<(Player, Arsenal, Ammo, Armour, Keys, Shielded)>()
}
