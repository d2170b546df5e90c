//! Resources: values that a world has once, by type. Plain ones are state, like components; others are transient: they serve the
//! program and decide nothing.

#![expect(
    unsafe_code,
    reason = "systems have values that others do not touch meanwhile; argued by R1 below"
)]

// R1: the value in a slot is reached through a shared borrow of the resources, to be read, or by `Resources::cell`, to be written: by one
//     system at a time, while no other has the resource (`system/access.rs`, `schedule/`). Everything else takes the resources by `&mut`.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::any::{Any, TypeId};
use core::cell::UnsafeCell;
use core::fmt;
use core::ops::Range;
use core::ptr::NonNull;

use bytemuck::{CheckedBitPattern, NoUninit};

use crate::migration::Migration;
use crate::type_table::TypeTable;
use crate::{Fields, Shape, StableId};

/// A value that a world has at most once: settings, a clock, scores. Implemented by `#[resource]` and `#[derive(Resource)]`.
///
/// A resource is plain data like a component, and part of the world's state. With `#[resource(transient)]` it can be any type that is `Send + Sync`, and
/// is not: nothing of it is saved, hashed or restored.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a resource",
    label = "not a resource",
    note = "put `#[resource]` on the definition of `{Self}`, or `#[resource(transient)]` if it is not plain data"
)]
pub trait Resource: Sized + Send + Sync + 'static {
    /// Whether it is state or transient.
    #[doc(hidden)]
    type Part: ResourcePart<Self>;

    /// The name: the declared `id`, or else module path and type name.
    const NAME: &'static str = match <Self::Part as ResourcePart<Self>>::SHAPE {
        Some(shape) => shape.name,
        None => "",
    };

    /// Whether the resource is part of the world's state.
    const IS_STATE: bool = <Self::Part as ResourcePart<Self>>::SHAPE.is_some();

    /// The version of what its value means, which saves have beside it: 1, or as declared with `version = N`.
    const VERSION: u32 = 1;

    /// The steps from older versions, ascending.
    #[doc(hidden)]
    const MIGRATIONS: &'static [Migration] = &[];
}

/// A resource that is part of the state: plain data.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a resource that is state",
    label = "not plain data with `#[resource]`",
    note = "a resource that is `transient` is changed through `World::resource_mut` or `ResMut`, not through commands"
)]
pub trait StateResource: Resource<Part = State> + NoUninit + CheckedBitPattern {}

#[diagnostic::do_not_recommend]
impl<R: Resource<Part = State> + NoUninit + CheckedBitPattern> StateResource for R {}

/// What the two kinds of resources differ in.
#[doc(hidden)]
pub trait ResourcePart<R> {
    /// What the value is made of, if it is state.
    const SHAPE: Option<&'static Shape>;

    /// The bytes of the value; none of what is transient.
    fn bytes(value: &R) -> &[u8];

    /// The value of these bytes, if they are one.
    fn value(bytes: &[u8]) -> Option<R>;
}

/// The part of resources that are state.
#[doc(hidden)]
#[derive(Debug)]
pub struct State;

/// The part of resources that are transient.
#[doc(hidden)]
#[derive(Debug)]
pub struct Transient;

impl<R: Fields + NoUninit + CheckedBitPattern> ResourcePart<R> for State {
    const SHAPE: Option<&'static Shape> = Some(&R::SHAPE);

    fn bytes(value: &R) -> &[u8] {
        bytemuck::bytes_of(value)
    }

    fn value(bytes: &[u8]) -> Option<R> {
        bytemuck::checked::try_pod_read_unaligned(bytes).ok()
    }
}

impl<R> ResourcePart<R> for Transient {
    const SHAPE: Option<&'static Shape> = None;

    fn bytes(_: &R) -> &[u8] {
        &[]
    }

    fn value(_: &[u8]) -> Option<R> {
        None
    }
}

/// A resource type as a value.
#[derive(Clone, Copy)]
pub(crate) struct ResourceType {
    type_id: TypeId,
    pub(crate) name: &'static str,
    /// What the value is made of, if it is state.
    pub(crate) shape: Option<&'static Shape>,
    /// The version of what the value means, and the steps from older ones.
    pub(crate) version: u32,
    pub(crate) migrations: &'static [Migration],
    empty: fn() -> Box<dyn Place>,
}

impl ResourceType {
    /// The type `R`.
    pub(crate) fn of<R: Resource>() -> Self {
        Self {
            type_id: TypeId::of::<R>(),
            name: R::NAME,
            shape: R::Part::SHAPE,
            version: R::VERSION,
            migrations: R::MIGRATIONS,
            empty: || Box::new(Slot::<R>(UnsafeCell::new(None))),
        }
    }
}

impl fmt::Debug for ResourceType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ResourceType({})", self.name)
    }
}

/// A resource of a world, to be looked at: see [`World::resources`](crate::World::resources).
#[derive(Clone, Copy, Debug)]
pub struct ResourceView<'w> {
    kind: ResourceType,
    bytes: Option<&'w [u8]>,
}

impl<'w> ResourceView<'w> {
    /// The name.
    #[must_use]
    pub fn name(&self) -> &'static str {
        self.kind.name
    }

    /// What it is made of; `None` if it is transient.
    #[must_use]
    pub fn shape(&self) -> Option<&'static Shape> {
        self.kind.shape
    }

    /// The bytes of the value, in the order of this machine's memory; `None` if it is transient.
    #[must_use]
    pub fn bytes(&self) -> Option<&'w [u8]> {
        self.bytes
    }
}

/// The place of one resource, whose type is forgotten.
trait Place: Any + Send + Sync {
    fn any(&self) -> &dyn Any;
    fn any_mut(&mut self) -> &mut dyn Any;
    /// Whether there is a value.
    fn is_present(&self) -> bool;
    /// The bytes of the value, if there is one and it is state.
    fn bytes(&self) -> Option<&[u8]>;
    /// Puts the value of these bytes in, if they are one.
    fn assign(&mut self, bytes: &[u8]) -> bool;
    /// Takes the value out.
    fn clear(&mut self);
}

/// The value of a resource, if it is there.
struct Slot<R>(UnsafeCell<Option<R>>);

// SAFETY: threads share the value to read it, or one alone has it (R1), and a resource is `Send + Sync`.
unsafe impl<R: Resource> Sync for Slot<R> {}

impl<R> Slot<R> {
    fn value(&self) -> Option<&R> {
        // SAFETY: nobody writes it meanwhile (R1).
        unsafe { &*self.0.get() }.as_ref()
    }
}

impl<R: Resource> Place for Slot<R> {
    fn any(&self) -> &dyn Any {
        self
    }

    fn any_mut(&mut self) -> &mut dyn Any {
        self
    }

    fn is_present(&self) -> bool {
        self.value().is_some()
    }

    fn bytes(&self) -> Option<&[u8]> {
        self.value().filter(|_| R::IS_STATE).map(R::Part::bytes)
    }

    fn assign(&mut self, bytes: &[u8]) -> bool {
        let value = R::Part::value(bytes);
        let valid = value.is_some();
        if valid {
            *self.0.get_mut() = value;
        }
        valid
    }

    fn clear(&mut self) {
        *self.0.get_mut() = None;
    }
}

/// A resource that was in the world once, and its place.
struct Entry {
    kind: ResourceType,
    place: Box<dyn Place>,
}

/// The resources of one world.
pub(crate) struct Resources {
    /// In the order in which they first came; a place stays when its value goes.
    entries: Vec<Entry>,
    by_type: TypeTable<u32>,
}

impl Resources {
    pub(crate) fn new() -> Self {
        Self { entries: Vec::new(), by_type: TypeTable::new(0) }
    }

    /// The place of a type, if it has one.
    fn slot<R: Resource>(&self) -> Option<&Slot<R>> {
        let index = self.by_type.get(TypeId::of::<R>())?;
        self.entries[index as usize].place.any().downcast_ref()
    }

    /// The same, to be changed.
    fn place_mut<R: Resource>(&mut self) -> Option<&mut Option<R>> {
        let index = self.by_type.get(TypeId::of::<R>())?;
        let slot: &mut Slot<R> = self.entries[index as usize].place.any_mut().downcast_mut()?;
        Some(slot.0.get_mut())
    }

    pub(crate) fn get<R: Resource>(&self) -> Option<&R> {
        self.slot::<R>()?.value()
    }

    pub(crate) fn get_mut<R: Resource>(&mut self) -> Option<&mut R> {
        self.place_mut::<R>()?.as_mut()
    }

    /// The value of a resource, to be written.
    ///
    /// # Safety
    ///
    /// Nobody else has the value for as long as the result is used (R1).
    pub(crate) unsafe fn cell<R: Resource>(&self) -> Option<NonNull<R>> {
        let place = self.slot::<R>()?.0.get();
        // SAFETY: the caller's duty.
        unsafe { &mut *place }.as_mut().map(NonNull::from)
    }

    /// Puts a value in, and gives the one that was there.
    pub(crate) fn insert<R: Resource>(&mut self, value: R) -> Option<R> {
        self.index_of(ResourceType::of::<R>());
        self.place_mut::<R>().and_then(|place| place.replace(value))
    }

    pub(crate) fn remove<R: Resource>(&mut self) -> Option<R> {
        self.place_mut::<R>()?.take()
    }

    /// Puts the value of these bytes in, if they are one of that type.
    pub(crate) fn assign(&mut self, kind: ResourceType, bytes: &[u8]) -> bool {
        let index = self.index_of(kind);
        self.entries[index].place.assign(bytes)
    }

    /// The index of a type's place, which is made if it is new.
    fn index_of(&mut self, kind: ResourceType) -> usize {
        if let Some(index) = self.by_type.get(kind.type_id) {
            return index as usize;
        }
        let index = self.entries.len();
        self.entries.push(Entry { kind, place: (kind.empty)() });
        self.by_type.insert(kind.type_id, index as u32);
        index
    }

    /// Lets the type be known.
    pub(crate) fn register<R: Resource>(&mut self) {
        self.index_of(ResourceType::of::<R>());
    }

    /// The types that are known and state.
    pub(crate) fn known(&self) -> impl Iterator<Item = (ResourceType, &'static Shape)> + '_ {
        self.entries.iter().filter_map(|entry| Some((entry.kind, entry.kind.shape?)))
    }

    /// The one of them with that stable id.
    pub(crate) fn by_stable_id(&self, id: StableId) -> Option<(ResourceType, &'static Shape)> {
        self.known().find(|(_, shape)| shape.stable_id == id)
    }

    /// The resources that are there, in the order in which they first came.
    pub(crate) fn iter(&self) -> impl Iterator<Item = ResourceView<'_>> + '_ {
        let present = self.entries.iter().filter(|entry| entry.place.is_present());
        present.map(|entry| ResourceView { kind: entry.kind, bytes: entry.place.bytes() })
    }
}

/// The resources of a world as they were: in the order in which they first came, with the bytes of those that were there and are state.
#[derive(Clone, Default)]
pub(crate) struct ResourcesCopy {
    kinds: Vec<(ResourceType, Option<Range<usize>>)>,
    bytes: Vec<u8>,
}

impl ResourcesCopy {
    /// Copies them.
    pub(crate) fn take(&mut self, resources: &Resources) {
        // The table by type follows from the entries.
        let Resources { entries, by_type: _ } = resources;
        self.kinds.clear();
        self.bytes.clear();
        for entry in entries {
            let start = self.bytes.len();
            let value = entry.place.bytes();
            self.bytes.extend_from_slice(value.unwrap_or_default());
            let span = value.map(|_| start..self.bytes.len());
            self.kinds.push((entry.kind, span));
        }
    }

    /// Those that were there and are state.
    pub(crate) fn values(&self) -> impl Iterator<Item = (ResourceType, &[u8])> + '_ {
        let value = |(kind, span): &(ResourceType, Option<Range<usize>>)| {
            Some((*kind, self.bytes.get(span.clone()?)?))
        };
        self.kinds.iter().filter_map(value)
    }

    /// Adds one that was there, of which these bytes are a value.
    pub(crate) fn add(&mut self, kind: ResourceType, bytes: &[u8]) {
        let start = self.bytes.len();
        self.bytes.extend_from_slice(bytes);
        self.kinds.push((kind, Some(start..self.bytes.len())));
    }
}

impl PartialEq for ResourcesCopy {
    fn eq(&self, other: &Self) -> bool {
        let key = |(kind, bytes): (ResourceType, _)| (kind.type_id, bytes);
        self.values().map(key).eq(other.values().map(key))
    }
}

impl Resources {
    /// Makes those that are state what they were; those that are transient stay.
    pub(crate) fn restore(&mut self, copy: &ResourcesCopy) {
        for entry in self.entries.iter_mut().filter(|entry| entry.kind.shape.is_some()) {
            entry.place.clear();
        }
        let mut moved = false;
        for (place, (kind, span)) in copy.kinds.iter().enumerate() {
            let index = self.entries.iter().position(|entry| entry.kind.type_id == kind.type_id);
            let index = index.unwrap_or_else(|| self.index_of(*kind));
            moved |= index != place;
            self.entries[place.min(index)..=place.max(index)].rotate_right(1);
            if let Some(bytes) = span.clone().and_then(|span| copy.bytes.get(span)) {
                let valid = self.entries[place].place.assign(bytes);
                debug_assert!(valid, "the bytes of a value are a value");
            }
        }
        if moved {
            self.by_type = TypeTable::new(0);
            for (entry, index) in self.entries.iter().zip(0..) {
                self.by_type.insert(entry.kind.type_id, index);
            }
        }
    }
}
