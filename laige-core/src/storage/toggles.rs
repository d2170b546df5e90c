//! Toggles: tags that an entity has by a bit of its own and not by its archetype, so that nothing moves when it gets or loses one.
//! Here are the verbs about them; the bits themselves, which go where rows go, are `bitmaps.rs`.
//!
//! Who keeps toggles elsewhere (a digest, a snapshot) reads [`ToggleList::ids`], and for each [`Bitmaps::of`] of each chunk, which gives
//! bit r for row r: rows of a settled chunk are in the order of slots. [`Archetype::reserve_toggles`], then [`Bitmaps::set`], bring
//! them back; no other row of a chunk may have a bit (S13).

use alloc::vec::Vec;

use super::archetype::Archetype;
use super::bitmaps::Bitmaps;
use super::columns::Capacity;
use super::{Ground, Storage};
use crate::slots::Location;
use crate::{ComponentId, Result};

/// The place of a toggle among those of a world: dense from 0, in registration order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct ToggleIndex(u16);

impl ToggleIndex {
    /// The toggle at that place.
    pub(crate) fn new(place: u16) -> Self {
        Self(place)
    }

    /// The place.
    #[inline]
    pub(crate) fn get(self) -> u16 {
        self.0
    }
}

/// The toggles that are registered in a world.
#[derive(Default)]
pub(crate) struct ToggleList {
    /// By place.
    ids: Vec<ComponentId>,
    /// By component: the toggle's place plus 1, 0 for what is no toggle. Ends at the last toggle.
    places: Vec<u16>,
}

impl ToggleList {
    /// Adds a toggle that was just registered.
    pub(crate) fn add(&mut self, id: ComponentId) {
        self.ids.push(id);
        self.places.resize(id.index(), 0);
        self.places.push(self.ids.len() as u16);
    }

    /// The toggles by their places.
    pub(crate) fn ids(&self) -> &[ComponentId] {
        &self.ids
    }

    /// Whether no toggle is registered, so that no chunk has bitmaps: asked before a chunk is looked at for them.
    #[inline]
    pub(crate) fn is_empty(&self) -> bool {
        self.ids.is_empty()
    }

    /// The place of a component that is a toggle.
    #[inline]
    pub(crate) fn index(&self, id: ComponentId) -> Option<ToggleIndex> {
        self.places.get(id.index())?.checked_sub(1).map(ToggleIndex)
    }
}

impl Archetype {
    /// Lets a chunk have bitmaps for every toggle that is registered. On an error nothing has changed.
    #[inline]
    pub(crate) fn reserve_toggles(&mut self, index: u32, ground: &mut Ground) -> Result<()> {
        if self.chunks[index as usize].bitmaps.len() < ground.toggles.ids().len() {
            return self.widen_bitmaps(index, ground);
        }
        Ok(())
    }

    #[cold]
    fn widen_bitmaps(&mut self, index: u32, ground: &mut Ground) -> Result<()> {
        let chunk = &mut self.chunks[index as usize];
        let wider = Bitmaps::take(&mut ground.pool, ground.toggles.ids().len(), chunk.capacity())?;
        let mut old = core::mem::replace(&mut chunk.bitmaps, wider);
        old.copy_all(&mut chunk.bitmaps);
        old.give(&mut ground.pool);
        Ok(())
    }

    /// Sets a toggle of a row in a chunk that has no room for it yet; gives whether it was set. On an error nothing has changed.
    #[cold]
    #[inline(never)]
    fn set_first(
        &mut self,
        index: usize,
        row: usize,
        toggle: ToggleIndex,
        ground: &mut Ground,
    ) -> Result<bool> {
        self.widen_bitmaps(index as u32, ground)?;
        let was = self.chunks[index].bitmaps.set(toggle, row, true);
        ground.counters.toggled += u64::from(!was);
        Ok(was)
    }

    /// Bitmaps with room for those of a chunk, but of another capacity and with nothing set: none if it has none.
    pub(super) fn like_bitmaps(
        &self,
        index: usize,
        capacity: Capacity,
        ground: &mut Ground,
    ) -> Result<Bitmaps> {
        Bitmaps::take(&mut ground.pool, self.chunks[index].bitmaps.len(), capacity)
    }
}

impl Storage {
    /// Sets the toggle of an entity, or takes it back; gives whether it was set. On an error nothing has changed.
    ///
    /// `location` is where the row of the entity alive in `slot` is.
    #[inline]
    pub(crate) fn set_toggle(
        &mut self,
        location: Location,
        slot: u32,
        toggle: ToggleIndex,
        on: bool,
    ) -> Result<bool> {
        let archetype = &mut self.archetypes[location.archetype as usize];
        let Some(index) = archetype.chunk_index(slot) else {
            debug_assert!(false, "an entity's chunk is in the directory");
            return Ok(false);
        };
        let (bitmaps, row) = (&mut archetype.chunks[index].bitmaps, location.row as usize);
        if on && !bitmaps.has(toggle) {
            return archetype.set_first(index, row, toggle, &mut self.ground);
        }
        let was = bitmaps.set(toggle, row, on);
        self.ground.counters.toggled += u64::from(was != on);
        Ok(was)
    }

    /// Takes the toggle of an entity back; gives whether it was set.
    ///
    /// `location` is where the row of the entity alive in `slot` is.
    #[inline]
    pub(crate) fn unset_toggle(
        &mut self,
        location: Location,
        slot: u32,
        toggle: ToggleIndex,
    ) -> bool {
        // Only setting one needs memory.
        self.set_toggle(location, slot, toggle, false).unwrap_or(false)
    }

    /// Whether the toggle of an entity is set; `location` is where the row of the entity alive in `slot` is.
    #[inline]
    pub(crate) fn is_toggled(&self, location: Location, slot: u32, toggle: ToggleIndex) -> bool {
        let chunk = self.archetype(location.archetype).chunk_of(slot);
        chunk.is_some_and(|chunk| chunk.bitmaps.get(toggle, location.row as usize))
    }

    /// The toggles that are set for an entity, by ascending id; `location` is where the row of the entity alive in `slot` is.
    pub(crate) fn toggles_of(
        &self,
        location: Location,
        slot: u32,
    ) -> impl Iterator<Item = ComponentId> + '_ {
        let chunk = self.archetype(location.archetype).chunk_of(slot);
        let bitmaps = chunk.map(|chunk| &chunk.bitmaps).filter(|bitmaps| !bitmaps.is_none());
        let set = move |&(place, _): &(u16, ComponentId)| {
            let toggle = ToggleIndex::new(place);
            bitmaps.is_some_and(|bitmaps| bitmaps.get(toggle, location.row as usize))
        };
        let listed = if bitmaps.is_some() { self.ground.toggles.ids() } else { &[] };
        (0..).zip(listed.iter().copied()).filter(set).map(|(_, id)| id)
    }

    /// Sets a toggle of entities whose rows are neighbours, from `location` on, in a chunk that has room for it.
    pub(crate) fn set_toggles(
        &mut self,
        location: Location,
        slot: u32,
        toggle: ToggleIndex,
        rows: usize,
    ) {
        let archetype = &mut self.archetypes[location.archetype as usize];
        let Some(index) = archetype.chunk_index(slot) else { return };
        for row in (location.row as usize..).take(rows) {
            archetype.chunks[index].bitmaps.set(toggle, row, true);
        }
    }

    /// Lets the chunk of a slot with a live row have room for toggles. On an error nothing has changed.
    pub(crate) fn reserve_toggles(&mut self, archetype: u16, slot: u32) -> Result<()> {
        let archetype = &mut self.archetypes[archetype as usize];
        match archetype.chunk_index(slot) {
            Some(index) => archetype.reserve_toggles(index as u32, &mut self.ground),
            None => Ok(()),
        }
    }
}
