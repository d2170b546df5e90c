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
