//! What a query shows, in a form that can be compared: the items and slices of every term, row by row.
//! Terms that write give each component a number that follows from the one it had.

use laige::{AnyOf, Entity, Has, Optional, Or, With, Without};

use crate::parts::{PARTS, Part};

/// A term or filter, with the place of its component in [`PARTS`](crate::parts::PARTS).
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Term {
    Entity,
    Read(usize),
    Write(usize),
    OptionRead(usize),
    OptionWrite(usize),
    Has(usize),
    /// Its members, as terms of their own.
    AnyOf(&'static [Self]),
    With(usize),
    Without(usize),
    Or(&'static [Self]),
    /// A tuple of filters inside an `Or`.
    All(&'static [Self]),
}

impl Term {
    /// Whether it is about one component, and that is a toggle.
    pub(crate) fn is_of_one_toggle(&self) -> bool {
        match self {
            Self::Entity | Self::AnyOf(_) | Self::Or(_) | Self::All(_) => false,
            Self::Read(part)
            | Self::Write(part)
            | Self::OptionRead(part)
            | Self::OptionWrite(part)
            | Self::Has(part)
            | Self::With(part)
            | Self::Without(part) => PARTS[*part].is_toggle,
        }
    }

    /// Whether a toggle is in it.
    pub(crate) fn is_of_toggle(&self) -> bool {
        match self {
            Self::AnyOf(members) | Self::Or(members) | Self::All(members) => {
                members.iter().any(Self::is_of_toggle)
            }
            term => term.is_of_one_toggle(),
        }
    }
}

/// What one row showed: a handle or a number for each term that is no filter.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Row(pub(crate) Vec<Item>);

/// What one term showed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Item {
    Entity(Entity),
    Value(u64),
    Nothing,
}

/// The number that a visit with that salt writes where `number` was.
pub(crate) fn rewritten(number: u64, salt: u64) -> u64 {
    let mixed = (number ^ salt).wrapping_mul(0xD6E8_FEB8_6659_FD93);
    mixed ^ mixed >> 32
}

/// A term as it is written in a query.
pub(crate) trait Describe {
    const TERM: Term;
}

/// Defines the term of each form.
macro_rules! describe {
    ($($type:ty: $term:ident;)*) => { $(
        impl<T: Part> Describe for $type {
            const TERM: Term = Term::$term(T::INDEX);
        }
    )* };
}

describe! {
    &T: Read;
    &mut T: Write;
    Option<&T>: OptionRead;
    Option<&mut T>: OptionWrite;
    Has<T>: Has;
    With<T>: With;
    Without<T>: Without;
}

impl Describe for Entity {
    const TERM: Term = Term::Entity;
}

/// An item of one row.
pub(crate) trait See {
    /// Appends what it shows; a writing one writes.
    fn see(self, row: &mut Row, salt: u64);
}

impl See for Entity {
    fn see(self, row: &mut Row, _: u64) {
        row.0.push(Item::Entity(self));
    }
}

impl<T: Part> See for &T {
    fn see(self, row: &mut Row, _: u64) {
        row.0.push(Item::Value(self.number()));
    }
}

impl<T: Part> See for &mut T {
    fn see(self, row: &mut Row, salt: u64) {
        let number = self.number();
        row.0.push(Item::Value(number));
        *self = T::of(rewritten(number, salt));
    }
}

impl<I: See> See for Option<I> {
    fn see(self, row: &mut Row, salt: u64) {
        match self {
            Some(item) => item.see(row, salt),
            None => row.0.push(Item::Nothing),
        }
    }
}

impl<T: Part> See for Has<T> {
    fn see(self, row: &mut Row, _: u64) {
        row.0.push(Item::Value(u64::from(*self)));
    }
}

impl<L: Optional<Options: See>> See for AnyOf<L> {
    fn see(self, row: &mut Row, salt: u64) {
        self.0.see(row, salt);
    }
}

impl<L> See for Or<L> {
    fn see(self, _: &mut Row, _: u64) {}
}

impl<T> See for With<T> {
    fn see(self, _: &mut Row, _: u64) {}
}

impl<T> See for Without<T> {
    fn see(self, _: &mut Row, _: u64) {}
}

/// A slice of one run of rows.
pub(crate) trait SeeRun {
    /// Appends to each row what it shows; a writing one writes. Gives whether its column starts at a multiple of 64 bytes.
    fn see_run(self, rows: &mut [Row], salt: u64) -> bool;
}

/// Whether the slice starts at a multiple of 64 bytes; tags have no place.
fn aligned<T>(slice: &[T]) -> bool {
    size_of::<T>() == 0 || slice.as_ptr().addr().is_multiple_of(64)
}

impl SeeRun for &[Entity] {
    fn see_run(self, rows: &mut [Row], salt: u64) -> bool {
        assert_eq!(self.len(), rows.len(), "a column is as long as the run");
        self.iter().zip(rows).for_each(|(entity, row)| entity.see(row, salt));
        aligned(self)
    }
}

impl<T: Part> SeeRun for &[T] {
    fn see_run(self, rows: &mut [Row], salt: u64) -> bool {
        assert_eq!(self.len(), rows.len(), "a column is as long as the run");
        self.iter().zip(rows).for_each(|(item, row)| item.see(row, salt));
        aligned(self)
    }
}

impl<T: Part> SeeRun for &mut [T] {
    fn see_run(self, rows: &mut [Row], salt: u64) -> bool {
        assert_eq!(self.len(), rows.len(), "a column is as long as the run");
        let starts_well = aligned(self);
        self.iter_mut().zip(rows).for_each(|(item, row)| item.see(row, salt));
        starts_well
    }
}

impl<S: SeeRun> SeeRun for Option<S> {
    fn see_run(self, rows: &mut [Row], salt: u64) -> bool {
        match self {
            Some(slice) => slice.see_run(rows, salt),
            None => {
                for row in rows {
                    row.0.push(Item::Nothing);
                }
                true
            }
        }
    }
}

impl<T: Part> SeeRun for Has<T> {
    fn see_run(self, rows: &mut [Row], salt: u64) -> bool {
        for row in rows {
            self.see(row, salt);
        }
        true
    }
}

impl<L: Optional<Options: SeeRun>> SeeRun for AnyOf<L> {
    fn see_run(self, rows: &mut [Row], salt: u64) -> bool {
        self.0.see_run(rows, salt)
    }
}

impl<L> SeeRun for Or<L> {
    fn see_run(self, _: &mut [Row], _: u64) -> bool {
        true
    }
}

impl<T> SeeRun for With<T> {
    fn see_run(self, _: &mut [Row], _: u64) -> bool {
        true
    }
}

impl<T> SeeRun for Without<T> {
    fn see_run(self, _: &mut [Row], _: u64) -> bool {
        true
    }
}

/// Implements all for tuples.
macro_rules! tuples {
    ($($($name:ident $index:tt)*;)*) => { $(
        impl<$($name: See),*> See for ($($name,)*) {
            fn see(self, row: &mut Row, salt: u64) {
                $( self.$index.see(row, salt); )*
            }
        }

        impl<$($name: Describe),*> Describe for ($($name,)*) {
            const TERM: Term = Term::All(&[$($name::TERM),*]);
        }

        impl<$($name: Describe),*> Describe for Or<($($name,)*)> {
            const TERM: Term = Term::Or(&[$($name::TERM),*]);
        }

        impl<$($name: Describe),*> Describe for AnyOf<($($name,)*)> {
            const TERM: Term = Term::AnyOf(&[$($name::TERM),*]);
        }

        impl<$($name: SeeRun),*> SeeRun for ($($name,)*) {
            fn see_run(self, rows: &mut [Row], salt: u64) -> bool {
                let mut starts_well = true;
                $( starts_well &= self.$index.see_run(rows, salt); )*
                starts_well
            }
        }
    )* };
}

tuples! {
    A 0;
    A 0 B 1;
    A 0 B 1 C 2;
    A 0 B 1 C 2 D 3;
    A 0 B 1 C 2 D 3 E 4;
    A 0 B 1 C 2 D 3 E 4 F 5;
    A 0 B 1 C 2 D 3 E 4 F 5 G 6 H 7 I 8 J 9 K 10 L 11 M 12 N 13 O 14 P 15;
}
