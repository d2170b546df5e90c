//! What a whole system touches, and what of it two systems cannot touch side by side.

use alloc::vec::Vec;
use core::any::TypeId;

use crate::StableId;
use crate::system::ParamAccess;

/// What a system touches.
#[derive(Debug, Clone, Default)]
pub(crate) struct Touches {
    /// By name, and by key where names are the same.
    pub(crate) items: Vec<Touched>,
    /// Whether the whole world is read.
    pub(crate) reads_world: bool,
    /// Whether it has the world to itself.
    pub(crate) is_alone: bool,
    /// Whether commands are queued.
    pub(crate) queues: bool,
}

/// A component or resource that is touched.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Touched {
    key: Key,
    pub(crate) name: &'static str,
    pub(crate) writes: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Key {
    Component(StableId),
    Resource(TypeId),
}

impl Touched {
    fn rank(&self) -> (&'static str, Key) {
        (self.name, self.key)
    }

    /// The component, if it is one.
    pub(crate) fn component(&self) -> Option<StableId> {
        match self.key {
            Key::Component(id) => Some(id),
            Key::Resource(_) => None,
        }
    }

    /// Whether it is a resource.
    pub(crate) fn is_resource(&self) -> bool {
        matches!(self.key, Key::Resource(_))
    }
}

impl Touches {
    /// What the parameters touch.
    pub(crate) fn of(parameters: &[ParamAccess]) -> Self {
        let mut touches = Self::default();
        for access in parameters {
            match access {
                ParamAccess::Components(components) => components.each(&mut |touch| {
                    let (key, writes) = (Key::Component(touch.id()), touch.writes());
                    touches.add(Touched { key, name: touch.name(), writes });
                }),
                ParamAccess::Resource(touch) => {
                    let (key, writes) = (Key::Resource((touch.type_id)()), touch.writes);
                    touches.add(Touched { key, name: touch.name, writes });
                }
                ParamAccess::World => touches.reads_world = true,
                ParamAccess::WorldMut => touches.is_alone = true,
                ParamAccess::Commands => touches.queues = true,
                _ => {}
            }
        }
        touches
    }

    fn add(&mut self, touched: Touched) {
        match self.items.binary_search_by_key(&touched.rank(), Touched::rank) {
            Ok(at) => self.items[at].writes |= touched.writes,
            Err(at) => self.items.insert(at, touched),
        }
    }

    /// The name of the first thing that the two cannot touch side by side.
    pub(crate) fn conflict(&self, other: &Self) -> Option<&'static str> {
        if self.is_alone || other.is_alone {
            return Some(WORLD);
        }
        let writes =
            |touches: &Self| touches.items.iter().find(|item| item.writes).map(|item| item.name);
        let of_world = |one: &Self, two: &Self| one.reads_world.then(|| writes(two)).flatten();
        let shared = |item: &Touched| {
            let at = other.items.binary_search_by_key(&item.rank(), Touched::rank).ok()?;
            (item.writes || other.items[at].writes).then_some(item.name)
        };
        let common = self.items.iter().find_map(shared);
        common.or_else(|| of_world(self, other)).or_else(|| of_world(other, self))
    }
}

/// What a system touches that has everything.
const WORLD: &str = "the world";
