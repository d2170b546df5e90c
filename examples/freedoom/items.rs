//! Picking up: an item that the player touches, and has use for, goes to the player and out of the world.
//! Monsters do not pick up anything.

use laige::prelude::*;

use super::arms::AMMO_LIMITS;
use super::components::{
    Ammo, Armour, ArmourItem, Arsenal, Health, Here, Item, Key, Keys, Medicine, Pos, Power,
    Shielded, Supplies, WeaponItem,
};
use super::game::Game;

/// How near the player must come to an item, in each direction.
const REACH: f32 = 36.0;

pub fn run(game: &mut Game) -> laige::Result<()> {
    let Game { world, marked, .. } = game;
    let Some(player) = world.get::<Pos>(game.player).map(|pos| pos.at()) else { return Ok(()) };
    query!(world, |item: Entity, pos: &Pos, _: With<Item>, _: With<Here>| {
        if pos.at().is_within(REACH, player) {
            marked.push(item);
        }
    });
    for item in marked.drain(..) {
        if !is_useful(world, game.player, item) {
            continue;
        }
        take(world, game.player, item)?;
        game.trace.pick_ups.extend(world.get::<Pos>(item).map(|pos| pos.at()));
        world.despawn(item)?;
        game.tally.picked_up += 1;
        game.tally.despawned += 1;
    }
    Ok(())
}

/// Whether the player would gain anything by the item: who is well leaves medicine alone.
pub fn is_useful(world: &World, player: Entity, item: Entity) -> bool {
    if let Some(medicine) = world.get::<Medicine>(item) {
        return world.get::<Health>(player).is_some_and(|health| health.hp < medicine.limit);
    }
    if let Some(piece) = world.get::<ArmourItem>(item) {
        return world.get::<Armour>(player).is_some_and(|armour| armour.points < piece.limit);
    }
    match (world.get::<Supplies>(item), world.get::<Ammo>(player)) {
        (Some(supplies), Some(ammo)) => {
            let mut sorts = supplies.rounds.iter().zip(ammo.rounds).zip(AMMO_LIMITS);
            sorts.any(|((&more, has), limit)| more > 0 && has < limit)
        }
        _ => true,
    }
}

/// Gives the player what is in the item. Components are copied out, so nothing of the item stays borrowed.
fn take(world: &mut World, player: Entity, item: Entity) -> laige::Result<()> {
    let medicine = world.get::<Medicine>(item).copied();
    if let (Some(Medicine { hp, limit }), Some(health)) =
        (medicine, world.get_mut::<Health>(player))
    {
        health.hp = health.hp.max((health.hp + hp).min(limit));
    }
    let piece = world.get::<ArmourItem>(item).copied();
    if let (Some(ArmourItem { points, limit }), Some(armour)) =
        (piece, world.get_mut::<Armour>(player))
    {
        armour.points = armour.points.max((armour.points + points).min(limit));
    }
    let supplies = world.get::<Supplies>(item).copied();
    if let (Some(supplies), Some(ammo)) = (supplies, world.get_mut::<Ammo>(player)) {
        for ((has, more), limit) in ammo.rounds.iter_mut().zip(supplies.rounds).zip(AMMO_LIMITS) {
            *has = (*has + more).min(limit);
        }
    }
    let weapon = world.get::<WeaponItem>(item).copied();
    if let (Some(WeaponItem { slot }), Some(arsenal)) = (weapon, world.get_mut::<Arsenal>(player)) {
        arsenal.owned |= 1 << slot;
        arsenal.slot = slot;
    }
    let key = world.get::<Key>(item).copied();
    if let (Some(Key { colour }), Some(keys)) = (key, world.get_mut::<Keys>(player)) {
        keys.colours |= 1 << colour;
    }
    match world.get::<Power>(item) {
        Some(&Power { shield }) if shield > 0 => world.insert(player, Shielded { tics: shield }),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::super::arms::BULLETS;
    use super::super::components;
    use super::super::geometry::Vec2;
    use super::super::{player, spawn};
    use super::*;

    /// A world with a new player, who has 100 health, 50 bullets and no armour.
    fn player() -> (World, Entity) {
        let mut world = World::new(Options::with_capacity(8)).expect("small options");
        components::register(&mut world).expect("few components");
        let player = player::spawn(&mut world, (Vec2::default(), 0)).expect("there is room");
        (world, player)
    }

    /// Offers an item to the player, who takes it if it is useful.
    fn offer<B: laige::Bundle>(world: &mut World, player: Entity, item: B) -> bool {
        let item = world.spawn((Item, item)).expect("there is room");
        let useful = is_useful(world, player, item);
        if useful {
            take(world, player, item).expect("the player is alive");
        }
        useful
    }

    #[test]
    fn medicine_heals_up_to_its_limit_and_is_left_by_those_who_are_well() {
        let (mut world, player) = player();
        let stimpack = Medicine { hp: 10, limit: 100 };
        assert!(!offer(&mut world, player, stimpack));
        assert!(offer(&mut world, player, Medicine { hp: 100, limit: 200 }));
        assert!(!offer(&mut world, player, stimpack));
        world.insert(player, Health { hp: 95 }).expect("it is alive");
        assert!(offer(&mut world, player, stimpack));
        assert_eq!(world.get::<Health>(player).map(|health| health.hp), Some(100));
    }

    #[test]
    fn rounds_are_taken_until_the_pockets_are_full() {
        let (mut world, player) = player();
        assert!(offer(&mut world, player, spawn::supplies(BULLETS, 140)));
        assert!(offer(&mut world, player, spawn::supplies(BULLETS, 140)));
        assert_eq!(world.get::<Ammo>(player).map(|ammo| ammo.rounds[BULLETS]), Some(200));
        assert!(!offer(&mut world, player, spawn::supplies(BULLETS, 1)));
    }

    #[test]
    fn what_is_found_stays_with_the_player() {
        let (mut world, player) = player();
        assert!(offer(&mut world, player, ArmourItem { points: 100, limit: 100 }));
        assert!(offer(&mut world, player, WeaponItem { slot: 3 }));
        assert!(offer(&mut world, player, Key { colour: 2 }));
        assert!(offer(&mut world, player, Power { shield: 30 }));
        assert_eq!(world.get::<Armour>(player).map(|armour| armour.points), Some(100));
        assert_eq!(world.get::<Arsenal>(player).map(|arsenal| arsenal.slot), Some(3));
        assert_eq!(world.get::<Keys>(player).map(|keys| keys.colours), Some(0b100));
        assert!(world.has::<Shielded>(player));
    }
}
