//! Who stands where: the solid bodies of the played map, copied out of the world once per tic.
//! Systems look others up here while a query has the world; the world stays the only truth.

use laige::prelude::*;

use super::components::{Body, Here, Monster, Player, Pos, Solid};
use super::geometry::Vec2;

/// One solid body.
#[derive(Clone, Copy, Debug)]
pub struct Stander {
    pub entity: Entity,
    pub at: Vec2,
    pub radius: f32,
    /// A monster or the player, and not a pillar.
    pub alive: bool,
}

/// All solid bodies, by handle.
#[derive(Default)]
pub struct Crowd {
    standers: Vec<Stander>,
}

impl Crowd {
    /// Copies the bodies out of the world.
    pub fn refresh(&mut self, world: &World) {
        let standers = &mut self.standers;
        standers.clear();
        query!(world, |entity: Entity,
                       pos: &Pos,
                       body: &Body,
                       monster: Option<&Monster>,
                       player: Option<&Player>,
                       _: With<Solid>,
                       _: With<Here>| {
            let alive = monster.is_some() || player.is_some();
            standers.push(Stander { entity, at: pos.at(), radius: body.radius, alive });
        });
        standers.sort_unstable_by_key(|stander| stander.entity);
    }

    /// Those who never move: pillars, lamps and barrels.
    pub fn of_pillars(world: &World) -> Self {
        let mut crowd = Self::default();
        crowd.refresh(world);
        crowd.standers.retain(|stander| !stander.alive);
        crowd
    }

    pub fn iter(&self) -> impl Iterator<Item = &Stander> {
        self.standers.iter()
    }

    /// The body of an entity; `None` if it is gone, dead or not solid.
    pub fn find(&self, entity: Entity) -> Option<&Stander> {
        let index = self.standers.binary_search_by_key(&entity, |stander| stander.entity);
        index.ok().map(|index| &self.standers[index])
    }

    /// Follows a body that moved in this tic.
    pub fn moved(&mut self, entity: Entity, at: Vec2) {
        if let Ok(index) = self.standers.binary_search_by_key(&entity, |stander| stander.entity) {
            self.standers[index].at = at;
        }
    }

    /// Forgets a body that died in this tic.
    pub fn leave(&mut self, entity: Entity) {
        self.standers.retain(|stander| stander.entity != entity);
    }

    /// The first body, by handle, that one of `radius` at `at` would touch.
    pub fn touching(&self, at: Vec2, radius: f32, except: Entity) -> Option<&Stander> {
        let touches = |other: &&Stander| at.distance(other.at) < radius + other.radius;
        self.standers.iter().filter(touches).find(|other| other.entity != except)
    }

    /// The nearest body within `reach` on the way from `from` in a direction, and how far it is.
    pub fn first_on_ray(
        &self,
        from: Vec2,
        towards: Vec2,
        reach: f32,
        except: Entity,
    ) -> Option<(&Stander, f32)> {
        let mut nearest: Option<(&Stander, f32)> = None;
        for other in self.standers.iter().filter(|other| other.entity != except) {
            let to_other = other.at - from;
            let (along, across) =
                (to_other.dot(towards), to_other.y * towards.x - to_other.x * towards.y);
            let in_reach = along > 0.0 && along < nearest.map_or(reach, |(_, distance)| distance);
            if in_reach && across.abs() < other.radius {
                nearest = Some((other, along));
            }
        }
        nearest
    }
}
