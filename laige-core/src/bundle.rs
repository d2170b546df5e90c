//! Bundles: several components that are spawned, inserted or removed together, in one move.
#![expect(unsafe_code, reason = "writes components into new rows; argued by S2 of `storage`")]

use alloc::vec::Vec;
use core::fmt;
use core::ops::Range;
use core::ptr::NonNull;

use crate::component::ComponentType;
use crate::query::{Access, Mode};
use crate::registry::Registry;
use crate::slots::Location;
use crate::storage::Storage;
use crate::storage::toggles::{ToggleIndex, ToggleList};
use crate::{Component, ComponentId};

/// Components that go together: one component, a tuple of up to 16 bundles, or a struct that derives `Bundle`.
///
/// A component that is twice in a bundle is an error when code is generated.
///
/// There is no impl for all components at once: each derive emits its own, so that one impl at most fits a type and the
/// compiler names the member of a tuple that is no component, not the tuple.
///
/// # Safety
///
/// Implemented by the derives. `ACCESS`, `describe` and `put` are those of `Members`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is neither a component nor a bundle",
    label = "expected a component, a tuple of up to 16 of them, or a struct that derives `Bundle`",
    note = "put `#[component]` on the definition of `{Self}`, or `#[derive(Bundle)]` if its fields are components; wrap it if it is not yours"
)]
pub unsafe trait Bundle: Sized + Send + Sync + 'static {
    /// What knows the members.
    #[doc(hidden)]
    type Members: Members<Self>;

    /// The members, those of nested bundles too.
    #[doc(hidden)]
    const ACCESS: Access = <Self::Members as Members<Self>>::ACCESS;

    /// Names each component, in order.
    #[doc(hidden)]
    fn describe(each: &mut dyn FnMut(ComponentType)) {
        <Self::Members as Members<Self>>::describe(each);
    }

    /// Gives each component to the row, in order.
    #[doc(hidden)]
    #[inline]
    fn put(self, row: &mut impl Writer) {
        <Self::Members as Members<Self>>::put(self, row);
    }
}

/// The members of the bundle `B`. Apart from it so that a derive on a component, of which there are many, has nothing to
/// emit but a name.
///
/// # Safety
///
/// Each member, in order, is given to `describe` and to `put`.
#[doc(hidden)]
pub unsafe trait Members<B> {
    /// The members, those of nested bundles too.
    const ACCESS: Access;

    /// Names each component, in order.
    fn describe(each: &mut dyn FnMut(ComponentType));

    /// Gives each component to the row, in order.
    fn put(bundle: B, row: &mut impl Writer);
}

/// The one member of a component.
#[doc(hidden)]
#[derive(Debug)]
pub struct Alone;

// SAFETY: one member, given to both.
unsafe impl<T: Component> Members<T> for Alone {
    const ACCESS: Access = Access::of::<T>(Mode::Member);

    fn describe(each: &mut dyn FnMut(ComponentType)) {
        each(ComponentType::of::<T>());
    }

    #[inline]
    fn put(bundle: T, row: &mut impl Writer) {
        row.write(bundle);
    }
}

/// The one member of a toggle, which is a bit.
#[doc(hidden)]
#[derive(Debug)]
pub struct Bit;

// SAFETY: one member, given to both.
unsafe impl<T: Component> Members<T> for Bit {
    const ACCESS: Access = Access::of::<T>(Mode::Member);

    fn describe(each: &mut dyn FnMut(ComponentType)) {
        each(ComponentType::of::<T>());
    }

    #[inline]
    fn put(_: T, row: &mut impl Writer) {
        row.set_toggle();
    }
}

/// How a component is kept: what its derive says of its one member.
#[doc(hidden)]
pub trait Keeping {
    /// Whether it is a toggle.
    const IS_TOGGLE: bool;
}

impl Keeping for Alone {
    const IS_TOGGLE: bool = false;
}

impl Keeping for Bit {
    const IS_TOGGLE: bool = true;
}

impl Keeping for Nobody {
    const IS_TOGGLE: bool = false;
}

/// The members of a tuple.
#[derive(Debug)]
pub struct InTuple;

/// No members: those of a bundle with mistakes.
#[doc(hidden)]
#[derive(Debug)]
pub struct Nobody;

// SAFETY: no member in both.
unsafe impl<B> Members<B> for Nobody {
    const ACCESS: Access = Access::NONE;

    fn describe(_: &mut dyn FnMut(ComponentType)) {}

    fn put(_: B, _: &mut impl Writer) {}
}

/// Where the members of a bundle go, one after the other.
#[doc(hidden)]
pub trait Writer {
    /// Takes the next member.
    fn write<T: Component>(&mut self, value: T);

    /// Takes the next member, which is a toggle. There is room for it.
    fn set_toggle(&mut self);
}

/// Writes the members of a bundle into a row. That the columns are written is noted, unless the row is `NEW`: what changed which rows there are
/// stands for all columns (V2).
pub(crate) struct RowWriter<'a, const NEW: bool> {
    storage: &'a mut Storage,
    location: Location,
    slot: u32,
    /// The members that are still to come.
    members: core::slice::Iter<'a, ComponentId>,
}

impl<const NEW: bool> fmt::Debug for RowWriter<'_, NEW> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "RowWriter({} members to come)", self.members.len())
    }
}

impl<'a, const NEW: bool> RowWriter<'a, NEW> {
    /// Writes into the row of the entity in `slot`.
    ///
    /// # Safety
    ///
    /// `location` is where the row of the entity alive in `slot` is, and `members` are the ids of what will be written. A row that is
    /// `NEW` was made by the call that writes it.
    #[inline]
    pub(crate) unsafe fn new(
        storage: &'a mut Storage,
        location: Location,
        slot: u32,
        members: &'a [ComponentId],
    ) -> Self {
        Self { storage, location, slot, members: members.iter() }
    }
}

impl<const NEW: bool> RowWriter<'_, NEW> {
    /// Sets the next member, which is a toggle, of so many neighbours.
    fn set_toggles(&mut self, rows: usize) {
        let toggle = self.members.next().and_then(|&id| self.storage.ground.toggles.index(id));
        if let Some(toggle) = toggle {
            self.storage.set_toggles(self.location, self.slot, toggle, rows);
        }
    }
}

impl<const NEW: bool> Writer for RowWriter<'_, NEW> {
    #[inline]
    fn set_toggle(&mut self) {
        self.set_toggles(1);
    }

    #[inline]
    fn write<T: Component>(&mut self, value: T) {
        let Some(&component) = self.members.next() else { return };
        let cell = if NEW {
            // SAFETY: the writer was made for a live row at that location.
            unsafe { self.storage.cell::<T>(self.location, self.slot, component) }
        } else {
            // SAFETY: as above.
            unsafe { self.storage.cell_to_write::<T>(self.location, self.slot, component) }
        };
        if let Some(cell) = cell {
            // SAFETY: the cell is of `T`'s column and of a row of this entity (S6); storage is borrowed mutably.
            unsafe { cell.write(value) };
        }
    }
}

/// Where the columns of a batch are written: some rows of one chunk that lie one behind the other.
#[doc(hidden)]
pub struct RowsWriter<'a> {
    row: RowWriter<'a, false>,
    /// The rows of the batch.
    rows: Range<usize>,
}

impl fmt::Debug for RowsWriter<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "RowsWriter({:?}, {:?})", self.rows, self.row)
    }
}

impl<'a> RowsWriter<'a> {
    /// Writes into these rows of the batch, of which the first is `row`.
    ///
    /// # Safety
    ///
    /// The other rows lie behind it in its chunk.
    pub(crate) unsafe fn new(row: RowWriter<'a, false>, rows: Range<usize>) -> Self {
        Self { row, rows }
    }

    /// Writes the next column's part of the rows.
    pub(crate) fn write<T: Component>(&mut self, column: &[T]) {
        let values = &column[self.rows.clone()];
        if T::IS_TOGGLE {
            return self.row.set_toggles(values.len());
        }
        let RowWriter { storage, location, slot, members } = &mut self.row;
        let Some(&component) = members.next() else { return };
        // SAFETY: the writer was made for a live row at that location.
        if let Some(cell) = unsafe { storage.cell_to_write::<T>(*location, *slot, component) } {
            // SAFETY: the cell and those behind it are of `T`'s column and of rows of the batch; storage is borrowed mutably.
            unsafe { cell.copy_from_nonoverlapping(NonNull::from(values).cast(), values.len()) };
        }
    }
}

/// Implements `Bundle` for a tuple.
macro_rules! tuple {
    ($($name:ident $index:tt),*) => {
        // SAFETY: the duty of its members.
        unsafe impl<$($name: Bundle),*> Bundle for ($($name,)*) {
            type Members = InTuple;
        }

        // SAFETY: each member in order, in both.
        unsafe impl<$($name: Bundle),*> Members<($($name,)*)> for InTuple {
            const ACCESS: Access = Access::All(&[$($name::ACCESS),*]);

            fn describe(each: &mut dyn FnMut(ComponentType)) {
                let _ = &each;
                $($name::describe(each);)*
            }

            #[inline]
            fn put(bundle: ($($name,)*), row: &mut impl Writer) {
                let _ = (&bundle, &row);
                $(bundle.$index.put(row);)*
            }
        }
    };
}

/// Applies a macro to the tuples of none up to all of the names.
macro_rules! for_tuples {
    ($apply:ident: $($all:tt)*) => { for_tuples!(@ $apply [] $($all)*); };
    (@ $apply:ident [$($before:ident $at:tt),*]) => { $apply!($($before $at),*); };
    (@ $apply:ident [$($before:ident $at:tt),*] $next:ident $index:tt $(, $rest:ident $place:tt)*) => {
        $apply!($($before $at),*);
        for_tuples!(@ $apply [$($before $at,)* $next $index] $($rest $place),*);
    };
}
pub(crate) use for_tuples;

for_tuples!(tuple: A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8, J 9, K 10, L 11, M 12, N 13, O 14, P 15);

/// What a world knows of a bundle type.
#[derive(Debug)]
pub(crate) struct BundleEntry {
    /// The members in their order.
    pub(crate) members: Vec<ComponentId>,
    /// Those of them that are toggles, by their place among toggles.
    pub(crate) toggles: Vec<ToggleIndex>,
    /// The others, which are in signatures.
    components: Vec<ComponentId>,
    /// By archetype: where inserting the bundle leads, and where removing it leads.
    inserts: Targets,
    removes: Targets,
}

/// Where a change leads, by archetype. Filled in as it is asked.
#[derive(Debug, Default)]
pub(crate) struct Targets(Vec<u32>);

impl Targets {
    /// The archetype that the change leads to from there, if that was found before.
    #[inline]
    pub(crate) fn get(&self, from: u16) -> Option<u16> {
        let target = *self.0.get(from as usize)?;
        target.checked_sub(1).map(|target| target as u16)
    }

    /// Remembers where the change leads.
    pub(crate) fn set(&mut self, from: u16, to: u16) {
        if self.0.len() <= from as usize {
            self.0.resize(from as usize + 1, 0);
        }
        self.0[from as usize] = u32::from(to) + 1;
    }

    /// Forgets the archetypes above `last`.
    fn forget(&mut self, last: u16) {
        self.0.truncate(last as usize + 1);
        for target in &mut self.0 {
            if *target > u32::from(last) + 1 {
                *target = 0;
            }
        }
    }
}

/// Whether a bundle comes or goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Change {
    Insert,
    Remove,
}

impl BundleEntry {
    /// The entry of `B`; or the component that is not registered.
    pub(crate) fn new<B: Bundle>(
        registry: &Registry,
        toggles: &ToggleList,
    ) -> Result<Self, ComponentType> {
        let mut members = Vec::new();
        let mut missing = None;
        B::describe(&mut |kind| match registry.id_of(kind) {
            Some(id) => members.push(id),
            None => missing = missing.or(Some(kind)),
        });
        match missing {
            Some(kind) => Err(kind),
            None => Ok(Self {
                toggles: members.iter().filter_map(|&id| toggles.index(id)).collect(),
                components: members
                    .iter()
                    .copied()
                    .filter(|&id| toggles.index(id).is_none())
                    .collect(),
                members,
                inserts: Targets::default(),
                removes: Targets::default(),
            }),
        }
    }

    /// How many members are in signatures.
    #[inline]
    pub(crate) fn components(&self) -> u32 {
        self.components.len() as u32
    }

    /// Where the change leads.
    #[inline]
    pub(crate) fn targets(&self, change: Change) -> &Targets {
        match change {
            Change::Insert => &self.inserts,
            Change::Remove => &self.removes,
        }
    }

    /// Where the change leads, to be filled in.
    pub(crate) fn targets_mut(&mut self, change: Change) -> &mut Targets {
        match change {
            Change::Insert => &mut self.inserts,
            Change::Remove => &mut self.removes,
        }
    }

    /// Forgets the archetypes above `last`, which were taken back.
    pub(crate) fn forget(&mut self, last: u16) {
        self.inserts.forget(last);
        self.removes.forget(last);
    }

    /// The signature that the change makes of another one.
    pub(crate) fn apply(&self, change: Change, signature: &[ComponentId]) -> Vec<ComponentId> {
        let mut result: Vec<_> = signature.to_vec();
        match change {
            Change::Insert => result.extend(&self.components),
            Change::Remove => result.retain(|id| !self.components.contains(id)),
        }
        crate::sorting::sort(&mut result);
        result.dedup();
        result
    }
}
