//! Commands: changes of a world that are written down now and applied later, while queries or systems have the world.
//! Here is the buffer and what can be queued; what becomes of it is `world/apply.rs`.

mod chain;
#[cfg(feature = "rayon")]
mod parts;
mod pending;
mod plan;
mod report;

pub(crate) use chain::link;
#[cfg(feature = "rayon")]
pub(crate) use parts::Parts;
pub(crate) use pending::Pending;
pub(crate) use plan::Plan;
pub use report::{ApplyReport, CommandKind, Refused};
pub(crate) use report::{Origin, Refusal};

use alloc::vec::Vec;
use core::any::TypeId;
use core::fmt;
use core::panic::Location;

use crate::bundle::Writer;
use crate::component::ComponentType;
use crate::entity_fields::has_entities;
use crate::query::assert_bundle;
use crate::resource::ResourceType;
use crate::storage::toggles::ToggleIndex;
use crate::type_table::TypeTable;
use crate::{Bundle, Component, Entity, Error, HandleLayout, StateResource};

/// Changes of a world that wait to be applied: a bounded buffer, from [`World::commands`](crate::World::commands).
///
/// It does not borrow the world, so it is filled inside queries and applied after them with
/// [`World::apply`](crate::World::apply). An entity spawned here has a *pending handle* until then. It can be used in later
/// commands of this buffer and in the `Entity` fields of the components and resources they write; applying puts the real handle in its place.
/// Outside of the buffer a pending handle is not valid, and after `apply` it means nothing: [`ApplyReport::entity`] translates it.
///
/// Nothing that is queued can fail here. What cannot be applied is told by the [`ApplyReport`], with the place in the source that
/// queued it. Keep the buffer from step to step: it allocates no more once it is warm.
///
/// ```
/// use laige_core::{Options, World};
///
/// let mut world = World::new(Options::with_capacity(8))?;
/// let mut commands = world.commands();
/// let pending = commands.spawn_empty();
/// commands.despawn(pending);
/// let kept = commands.spawn_empty();
/// let report = world.apply(&mut commands);
/// assert!(report.is_complete());
/// let kept = report.entity(kept).expect("it was spawned");
/// assert!(world.is_valid(kept) && world.entity_count() == 1);
/// # Ok::<(), laige_core::Error>(())
/// ```
pub struct Commands {
    pub(crate) queue: Vec<Command>,
    /// The bytes of the components, in the order in which they were queued.
    pub(crate) values: Vec<u8>,
    pub(crate) bundles: Vec<BundleKind>,
    bundle_types: TypeTable<u32>,
    pub(crate) pending: Pending,
    /// Why commands were not applied, or not even queued.
    pub(crate) refusals: Vec<Refusal>,
    /// How many commands found no room.
    pub(crate) overflow: u32,
    /// How many were applied.
    pub(crate) applied: u32,
    /// Whether the queue was applied, so that the next command begins anew.
    pub(crate) is_spent: bool,
    pub(crate) scratch: Scratch,
    /// How many commands, and bytes of components, there is room for.
    room: u32,
    max_bytes: u32,
    system: Option<&'static str>,
    /// The buffers of the chunks of a parallel query, empty, for their memory.
    #[cfg(feature = "rayon")]
    parts: Parts,
}

/// What was queued once.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Command {
    pub(crate) what: What,
    pub(crate) entity: Entity,
    pub(crate) origin: Origin,
    /// The next command on the same entity.
    pub(crate) next: Option<u32>,
    /// Whether no earlier command of the queue is on the same entity.
    pub(crate) is_first: bool,
    /// Whether nothing is left to be done.
    pub(crate) is_done: bool,
}

/// What a command does.
#[derive(Debug, Clone, Copy)]
pub(crate) enum What {
    /// Spawns with that bundle; the values begin there.
    Spawn {
        bundle: u32,
        values: u32,
    },
    /// Inserts that bundle; the values begin there.
    Insert {
        bundle: u32,
        values: u32,
    },
    /// Removes that bundle.
    Remove {
        bundle: u32,
    },
    Despawn,
    /// Writes a resource of the type that the function tells; its value begins there.
    Resource {
        kind: fn() -> ResourceType,
        values: u32,
    },
}

/// A bundle type as the buffer knows it.
#[derive(Debug, Clone)]
pub(crate) struct BundleKind {
    #[cfg(feature = "rayon")]
    type_id: TypeId,
    pub(crate) members: Vec<MemberKind>,
}

/// A member of a bundle.
#[derive(Debug, Clone, Copy)]
pub(crate) struct MemberKind {
    pub(crate) kind: ComponentType,
    /// Whether it has `Entity` fields.
    pub(crate) has_entities: bool,
}

/// Memory that applying uses and leaves empty.
#[derive(Default)]
pub(crate) struct Scratch {
    /// The commands by entity: both in one number.
    pub(crate) order: Vec<u64>,
    /// The components that an entity is to have, ascending by id.
    pub(crate) draft: Vec<Drafted>,
    /// The toggles that it is to get or to lose.
    pub(crate) toggles: Vec<(ToggleIndex, bool)>,
    /// The ids of the components.
    pub(crate) signature: Vec<crate::ComponentId>,
    /// The `Entity` fields that hold a pending handle whose entity was not spawned yet.
    pub(crate) unresolved: Vec<Unresolved>,
    /// What the draft is of, if the next command may be like it.
    last: Option<plan::Last>,
}

/// A component that an entity is to have.
#[derive(Clone, Copy)]
pub(crate) struct Drafted {
    pub(crate) component: crate::ComponentId,
    /// Where its new value is, and whether that has `Entity` fields; `None` if it keeps the one it has.
    pub(crate) value: Option<(u32, bool)>,
}

/// An `Entity` field that holds a pending handle.
#[derive(Clone, Copy)]
pub(crate) struct Unresolved {
    pub(crate) entity: Entity,
    pub(crate) component: crate::ComponentId,
    /// Offset in the component.
    pub(crate) offset: u32,
    pub(crate) pending: Entity,
}

impl Commands {
    pub(crate) fn new(layout: HandleLayout, max_commands: u32, max_bytes: u32) -> Self {
        Self {
            queue: Vec::new(),
            values: Vec::new(),
            bundles: Vec::new(),
            bundle_types: TypeTable::new(0),
            pending: Pending::new(layout),
            refusals: Vec::new(),
            overflow: 0,
            applied: 0,
            is_spent: false,
            scratch: Scratch::default(),
            room: max_commands,
            max_bytes,
            system: None,
            #[cfg(feature = "rayon")]
            parts: Parts::new(),
        }
    }

    /// Queues the spawn of an entity with the components of a bundle, and gives its pending handle.
    ///
    /// The handle is [`Entity::NONE`] where the buffer has no room, and where it has as many spawns as handles have slots; commands
    /// on it are refused.
    #[track_caller]
    pub fn spawn<B: Bundle>(&mut self, bundle: B) -> Entity {
        self.begin();
        let handle = self.pending.next();
        let Some((bundle, values)) = self.keep(bundle) else {
            self.overflowed(CommandKind::Spawn);
            return Entity::NONE;
        };
        if self.push(What::Spawn { bundle, values }, handle) { handle } else { Entity::NONE }
    }

    /// Queues the spawn of an entity without components, and gives its pending handle.
    #[track_caller]
    pub fn spawn_empty(&mut self) -> Entity {
        self.spawn(())
    }

    /// Queues that an entity is given a component or a bundle, as by [`World::insert`](crate::World::insert).
    #[track_caller]
    pub fn insert<B: Bundle>(&mut self, entity: Entity, bundle: B) {
        self.begin();
        match self.keep(bundle) {
            Some((bundle, values)) => {
                self.push(What::Insert { bundle, values }, entity);
            }
            None => self.overflowed(CommandKind::Insert),
        }
    }

    /// Queues that a component, or those of a bundle that are there, are taken from an entity.
    #[track_caller]
    pub fn remove<B: Bundle>(&mut self, entity: Entity) {
        self.begin();
        let bundle = self.bundle::<B>();
        self.push(What::Remove { bundle }, entity);
    }

    /// Queues the end of an entity's life.
    #[track_caller]
    pub fn despawn(&mut self, entity: Entity) {
        self.begin();
        self.push(What::Despawn, entity);
    }

    /// Queues that a resource gets that value, whether it was there or not, as by
    /// [`World::insert_resource`](crate::World::insert_resource).
    #[track_caller]
    pub fn insert_resource<R: StateResource>(&mut self, value: R) {
        self.begin();
        let start = self.values.len();
        let kept = self.room_for(size_of::<R>()).then(|| {
            self.values.extend_from_slice(bytemuck::bytes_of(&value));
            What::Resource { kind: ResourceType::of::<R>, values: start as u32 }
        });
        match kept {
            Some(what) => {
                self.push(what, Entity::NONE);
            }
            None => self.overflowed(CommandKind::Resource),
        }
    }

    /// Whose commands they are, for reports.
    pub(crate) fn set_system(&mut self, system: &'static str) {
        self.system = Some(system);
    }

    /// Whether a command found no room since it was last applied.
    pub(crate) fn has_overflowed(&self) -> bool {
        self.overflow > 0 && !self.is_spent
    }

    /// How many commands are queued.
    #[must_use]
    pub fn len(&self) -> usize {
        if self.is_spent { 0 } else { self.queue.len() }
    }

    /// Whether no command is queued.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Forgets what is queued.
    pub fn clear(&mut self) {
        self.queue.clear();
        self.values.clear();
        self.refusals.clear();
        self.pending.clear();
        (self.overflow, self.applied, self.is_spent) = (0, 0, false);
    }

    /// Begins anew if the queue was applied.
    fn begin(&mut self) {
        if self.is_spent {
            self.clear();
        }
    }

    /// Keeps the members of a bundle, if there is room: the index of the bundle's type, and where the values begin.
    fn keep<B: Bundle>(&mut self, bundle: B) -> Option<(u32, u32)> {
        let kind = self.bundle::<B>();
        let members = &self.bundles[kind as usize].members;
        let bytes = members.iter().map(|member| member.kind.shape.size).sum();
        let start = self.values.len() as u32;
        if !self.room_for(bytes) {
            return None;
        }
        bundle.put(&mut ValueWriter(&mut self.values));
        Some((kind, start))
    }

    /// Whether one more command with so many bytes finds room. Makes it.
    fn room_for(&mut self, bytes: usize) -> bool {
        self.queue.len() < self.room as usize
            && self.values.len() + bytes <= self.max_bytes as usize
            && self.values.try_reserve(bytes).is_ok()
            && self.queue.try_reserve(1).is_ok()
    }

    /// The index of a bundle type, which is noted when it is first seen.
    fn bundle<B: Bundle>(&mut self) -> u32 {
        const { assert_bundle(&B::ACCESS) };
        let key = TypeId::of::<B>();
        if let Some(known) = self.bundle_types.get(key) {
            return known;
        }
        let mut members = Vec::new();
        B::describe(&mut |kind| {
            members.push(MemberKind { kind, has_entities: has_entities(kind.shape) });
        });
        let index = self.bundles.len() as u32;
        self.bundles.push(BundleKind {
            #[cfg(feature = "rayon")]
            type_id: key,
            members,
        });
        self.bundle_types.insert(key, index);
        index
    }

    /// Queues a command, if there is room.
    #[track_caller]
    fn push(&mut self, what: What, entity: Entity) -> bool {
        if !self.room_for(0) {
            self.overflowed(what.kind());
            return false;
        }
        if let What::Spawn { .. } = what {
            self.pending.push();
        }
        let origin = Origin { call: Location::caller(), system: self.system };
        let (next, is_first, is_done) = (None, false, false);
        self.queue.push(Command { what, entity, origin, next, is_first, is_done });
        true
    }

    /// Counts a command that found no room; the first is told in full.
    #[track_caller]
    fn overflowed(&mut self, kind: CommandKind) {
        self.overflow += 1;
        if self.overflow == 1 {
            let origin = Origin { call: Location::caller(), system: self.system };
            let error = Error::CommandsFull { commands: self.room, bytes: self.max_bytes };
            let (index, entity) = (u32::MAX, Entity::NONE);
            self.refusals.push(Refusal { index, kind, entity, origin, error });
        }
    }
}

impl What {
    /// The kind, for the report.
    pub(crate) fn kind(self) -> CommandKind {
        match self {
            Self::Spawn { .. } => CommandKind::Spawn,
            Self::Insert { .. } => CommandKind::Insert,
            Self::Remove { .. } => CommandKind::Remove,
            Self::Despawn => CommandKind::Despawn,
            Self::Resource { .. } => CommandKind::Resource,
        }
    }
}

impl fmt::Debug for Commands {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Commands({} queued)", self.len())
    }
}

/// Writes the members of a bundle behind the values that are queued already.
struct ValueWriter<'a>(&'a mut Vec<u8>);

impl Writer for ValueWriter<'_> {
    fn write<T: Component>(&mut self, value: T) {
        self.0.extend_from_slice(bytemuck::bytes_of(&value));
    }

    fn set_toggle(&mut self) {}
}
