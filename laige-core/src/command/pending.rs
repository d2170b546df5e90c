//! Pending handles: how an entity that a buffer will spawn is named until it is.
//! They have generation 0, which no living entity has, and count from 1 in their slot bits.

use alloc::vec::Vec;

use crate::{Entity, HandleLayout};

/// The entities that one buffer spawns, in order.
pub(crate) struct Pending {
    layout: HandleLayout,
    /// How many numbers are those of another buffer, which come first.
    first: u32,
    /// How many numbers are given out, those of the other buffer included.
    len: u32,
    /// The real handles, once the buffer is being applied; `NONE` for what could not be spawned, or was not yet.
    spawned: Vec<Entity>,
}

impl Pending {
    pub(crate) fn new(layout: HandleLayout) -> Self {
        Self { layout, first: 0, len: 0, spawned: Vec::new() }
    }

    /// The handle of the next spawn; `NONE` if there are no more numbers.
    pub(crate) fn next(&self) -> Entity {
        self.layout.entity(self.len + 1, 0).unwrap_or(Entity::NONE)
    }

    /// Counts a spawn.
    pub(crate) fn push(&mut self) {
        self.len += 1;
    }

    pub(crate) fn clear(&mut self) {
        (self.first, self.len) = (0, 0);
        self.spawned.clear();
    }

    /// Gives out numbers behind those of another buffer from now on.
    #[cfg(feature = "rayon")]
    pub(crate) fn start_behind(&mut self, other: &Self) {
        (self.first, self.len) = (other.len, other.len);
    }

    /// The last number of the other buffer.
    #[cfg(feature = "rayon")]
    pub(crate) fn first(&self) -> u32 {
        self.first
    }

    /// The last number that was given out.
    #[cfg(feature = "rayon")]
    pub(crate) fn count(&self) -> u32 {
        self.len
    }

    /// Says which number was given out last.
    #[cfg(feature = "rayon")]
    pub(crate) fn set_count(&mut self, count: u32) {
        self.len = count;
    }

    /// Where slot and generation lie in its handles.
    #[cfg(feature = "rayon")]
    pub(crate) fn layout(&self) -> HandleLayout {
        self.layout
    }

    /// Makes room for the real handles.
    pub(crate) fn begin(&mut self) {
        self.spawned.clear();
        self.spawned.resize(self.len as usize, Entity::NONE);
    }

    /// The place in this buffer of a pending handle.
    fn index(&self, entity: Entity) -> Option<usize> {
        let number = self.layout.slot_of(entity);
        let is_pending = self.layout.generation_of(entity) == 0 && (1..=self.len).contains(&number);
        is_pending.then(|| number as usize - 1)
    }

    /// Whether it is a pending handle of this buffer.
    pub(crate) fn is_pending(&self, entity: Entity) -> bool {
        self.index(entity).is_some()
    }

    /// The real handle of a pending one, `NONE` if it was not spawned (yet); of every other handle the handle itself.
    pub(crate) fn resolve(&self, entity: Entity) -> Entity {
        match self.index(entity) {
            Some(index) => self.spawned.get(index).copied().unwrap_or(Entity::NONE),
            None => entity,
        }
    }

    /// Notes the real handle.
    pub(crate) fn resolved(&mut self, pending: Entity, real: Entity) {
        if let Some(index) = self.index(pending) {
            self.spawned[index] = real;
        }
    }
}
