//! The columns of an archetype: which components own one, how wide it is, and where it starts in a block of each capacity.
//! It is arithmetic alone; the memory is `memory.rs`.

use alloc::boxed::Box;
use alloc::vec::Vec;

use super::pool::{BlockClass, Pool};
use super::version::Stamp;
use crate::limits::{CHUNK_ROWS, MAX_CHUNK_CAPACITY, MAX_COMPONENT_ALIGN, MIN_CHUNK_ROWS};
use crate::{ComponentId, ComponentInfo, Entity};

/// The capacities a chunk can have, in rows: doubling up to what a full chunk needs, and one more, for a chunk whose holes are in
/// the way of rows that arrive. Without that one a chunk near its maximum would have to be settled every few inserts.
const ROWS: [u16; 8] = [16, 32, 64, 128, 256, 512, 1_024, 1_280];

/// How many capacities there are.
pub(crate) const CAPACITIES: usize = ROWS.len();

const _: () = assert!(
    ROWS[0] as usize == MIN_CHUNK_ROWS
        && ROWS[Capacity::MAX.index() - 1] as usize == CHUNK_ROWS
        && ROWS[Capacity::MAX.index()] as usize == MAX_CHUNK_CAPACITY
);

/// The capacity of a chunk, as an index of [`ROWS`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Capacity(u8);

impl Capacity {
    /// The largest.
    pub(crate) const MAX: Self = Self(CAPACITIES as u8 - 1);

    /// The smallest capacity for `rows` rows, at most 1,024.
    pub(crate) fn for_rows(rows: usize) -> Self {
        debug_assert!(rows <= CHUNK_ROWS);
        let steps = rows.max(1).div_ceil(MIN_CHUNK_ROWS).next_power_of_two().trailing_zeros();
        Self(steps as u8)
    }

    /// The next larger one, if there is one.
    pub(crate) fn next(self) -> Option<Self> {
        (self < Self::MAX).then(|| Self(self.0 + 1))
    }

    /// How many rows fit.
    #[inline]
    pub(crate) const fn rows(self) -> usize {
        ROWS[self.0 as usize] as usize
    }

    /// The step, an index below [`CAPACITIES`].
    #[inline]
    pub(crate) const fn index(self) -> usize {
        self.0 as usize
    }

    fn all() -> impl Iterator<Item = Self> {
        (0..CAPACITIES as u8).map(Self)
    }
}

/// A component's column, or that it has none.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Place {
    /// The archetype does not have the component.
    Absent,
    /// It has it, and the component is a tag.
    Tag,
    /// The column's index.
    Column(u16),
}

impl Place {
    const ABSENT: u16 = 0;
    const TAG: u16 = 1;

    const fn from_code(code: u16) -> Self {
        match code {
            Self::ABSENT => Self::Absent,
            Self::TAG => Self::Tag,
            _ => Self::Column(code - 2),
        }
    }
}

/// Where one column starts, per capacity; the last places are unused, so that an index is a shift.
pub(crate) type Offsets = [u32; CAPACITIES.next_power_of_two()];

/// That for one capacity. The mask saves a check, for there are fewer capacities than places.
#[inline]
fn offset(offsets: &Offsets, capacity: Capacity) -> usize {
    offsets[capacity.index() % CAPACITIES.next_power_of_two()] as usize
}

/// How a term finds its component in the chunks of one archetype: per capacity the distance of the column from the
/// [`BlockRef`](super::chunk::BlockRef), or that there is none. Queries keep codes, so that a visit need not go through the archetype's tables.
#[doc(hidden)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Code(Offsets);

impl Code {
    /// The archetype does not have the component.
    pub(crate) const ABSENT: Self = Self([u32::MAX; CAPACITIES.next_power_of_two()]);
    /// It has it, and the component is a tag.
    pub(crate) const TAG: Self = Self([u32::MAX - 1; CAPACITIES.next_power_of_two()]);

    /// It is the toggle of that place, which any row of any archetype can have.
    pub(crate) fn of_toggle(place: u16) -> Self {
        let mut code = Self::TAG;
        code.0[1] = place.into();
        code
    }

    /// The place of the toggle whose code it is.
    #[inline]
    pub(crate) const fn toggle(&self) -> u16 {
        self.0[1] as u16
    }

    /// Whether the archetype does not have the component.
    #[inline]
    pub(crate) const fn is_absent(&self) -> bool {
        // No column ends beyond 4 GiB, so none starts there.
        self.0[0] == u32::MAX
    }

    /// The same, asked by the distance for one capacity, which is read anyway where there is a column: absence is said for each of them.
    #[inline]
    pub(crate) const fn has_distance(&self, capacity: usize) -> bool {
        self.0[capacity % CAPACITIES.next_power_of_two()] != u32::MAX
    }

    /// The code of a column that starts there. A reference to a block of step s lies s bytes behind the block's start, and columns start at least
    /// 64 bytes behind it.
    fn of_column(mut offsets: Offsets) -> Self {
        for (offset, step) in offsets.iter_mut().zip(0..CAPACITIES as u32) {
            *offset -= step;
        }
        Self(offsets)
    }

    /// How far behind the reference to a block of that capacity the column starts. There are fewer capacities than places: the mask saves a check.
    #[inline]
    pub(crate) const fn distance(&self, capacity: usize) -> usize {
        self.0[capacity % CAPACITIES.next_power_of_two()] as usize
    }
}

/// The columns of an archetype.
///
/// A block holds the handle column at offset 0, then the component columns by ascending component id, each aligned to 64 bytes, with room for its
/// stamp (`version.rs`) before it.
pub(crate) struct Columns {
    /// By component index: 0 absent, 1 tag, else the column's index plus 2. Ends at the highest component.
    places: Box<[u16]>,
    /// Bytes of one element, per column: never 0.
    sizes: Box<[u16]>,
    /// The component of each column.
    components: Box<[ComponentId]>,
    /// Where each column starts in a block of each capacity.
    offsets: Box<[Offsets]>,
    /// Bytes of a block, per capacity.
    bytes: [u32; CAPACITIES],
    /// The pool's class of such a block, per capacity.
    classes: [BlockClass; CAPACITIES],
}

impl Columns {
    /// The columns for these components, ascending by id.
    pub(crate) fn new(components: &[ComponentInfo], pool: &mut Pool) -> Self {
        let highest = components.last().map_or(0, |info| info.id().get() as usize);
        let mut places = alloc::vec![Place::ABSENT; highest].into_boxed_slice();
        let mut sizes = Vec::new();
        let mut owners = Vec::new();
        for info in components {
            places[info.id().index()] = if info.size() == 0 {
                Place::TAG
            } else {
                sizes.push(info.size() as u16);
                owners.push(info.id());
                sizes.len() as u16 + 1
            };
        }
        let mut offsets = alloc::vec![Offsets::default(); sizes.len()];
        let mut bytes = [0; CAPACITIES];
        for capacity in Capacity::all() {
            bytes[capacity.index()] = lay_out(&sizes, capacity, &mut offsets);
        }
        let classes = bytes.map(|bytes| pool.class(bytes as usize));
        Self {
            places,
            sizes: sizes.into(),
            components: owners.into(),
            offsets: offsets.into(),
            bytes,
            classes,
        }
    }

    /// How many columns there are, the handle column aside.
    #[inline]
    pub(crate) fn len(&self) -> usize {
        self.sizes.len()
    }

    /// Where the component is.
    #[inline]
    pub(crate) fn place(&self, component: ComponentId) -> Place {
        Place::from_code(self.places.get(component.index()).copied().unwrap_or(Place::ABSENT))
    }

    /// How a term finds the component.
    pub(crate) fn code(&self, component: ComponentId) -> Code {
        match self.place(component) {
            Place::Absent => Code::ABSENT,
            Place::Tag => Code::TAG,
            Place::Column(column) => Code::of_column(self.offsets[column as usize]),
        }
    }

    /// The component of a column.
    pub(crate) fn component(&self, column: usize) -> ComponentId {
        self.components[column]
    }

    /// Bytes of one element of a column: never 0.
    #[inline]
    pub(crate) fn size(&self, column: usize) -> usize {
        self.sizes[column] as usize
    }

    /// Bytes of one element, per column.
    pub(crate) fn sizes(&self) -> &[u16] {
        &self.sizes
    }

    /// Where each column starts, per capacity.
    #[inline]
    pub(crate) fn offsets(&self) -> &[Offsets] {
        &self.offsets
    }

    /// Where a column starts in a block of that capacity.
    #[inline]
    pub(crate) fn offset(&self, column: usize, capacity: Capacity) -> usize {
        offset(&self.offsets[column], capacity)
    }

    /// The columns: the component, bytes of one element, and where it starts in a block of that capacity.
    #[inline]
    pub(crate) fn each(
        &self,
        capacity: Capacity,
    ) -> impl DoubleEndedIterator<Item = (ComponentId, usize, usize)> + '_ {
        let kinds = self.components.iter().zip(&self.sizes);
        kinds.zip(&self.offsets).map(move |((&component, &size), offsets)| {
            (component, size as usize, offset(offsets, capacity))
        })
    }

    /// Bytes of a block of that capacity.
    pub(crate) fn block_bytes(&self, capacity: Capacity) -> usize {
        self.bytes[capacity.index()] as usize
    }

    /// The pool's class of a block of that capacity.
    pub(crate) fn class(&self, capacity: Capacity) -> BlockClass {
        self.classes[capacity.index()]
    }

    /// Bytes of the tables themselves.
    pub(crate) fn table_bytes(&self) -> usize {
        size_of_val(&*self.places)
            + size_of_val(&*self.sizes)
            + size_of_val(&*self.components)
            + size_of_val(&*self.offsets)
    }
}

/// Sets the offsets of all columns in a block of that capacity and gives the block's size.
///
/// The room for stamps keeps columns of whole pages a cache line apart. Without it one row's place in a column and in the next would be a multiple of
/// 4,096 bytes apart, which look alike to a processor that checks whether a load must wait for a store: a loop that reads one column and
/// writes the other was a sixth slower.
fn lay_out(sizes: &[u16], capacity: Capacity, offsets: &mut [Offsets]) -> u32 {
    let mut end = size_of::<Entity>() * capacity.rows();
    for (&size, offsets) in sizes.iter().zip(offsets) {
        let start = (end + size_of::<Stamp>()).next_multiple_of(MAX_COMPONENT_ALIGN);
        offsets[capacity.index()] = start as u32;
        end = start + size as usize * capacity.rows();
    }
    end.next_multiple_of(MAX_COMPONENT_ALIGN) as u32
}
