//! The bundles of the oracle: single components, tuples, nested ones and derived ones, built from the numbers of their members.

use laige::{Bundle, Columns, Entity, Result, World};

use crate::parts::*;
use crate::shortage::spared;

/// A bundle that is built from numbers, one for each member.
pub(crate) trait Build: Bundle {
    /// Appends the members' places in [`PARTS`].
    fn members(members: &mut Vec<usize>);

    /// The bundle of the next numbers.
    fn build(numbers: &mut dyn Iterator<Item = u64>) -> Self;
}

impl<T: Part> Build for T {
    fn members(members: &mut Vec<usize>) {
        members.push(T::INDEX);
    }

    fn build(numbers: &mut dyn Iterator<Item = u64>) -> Self {
        T::of(numbers.next().expect("a number for each member"))
    }
}

/// Columns that are built from numbers, one vector for each member.
trait Fill {
    /// The columns themselves.
    type Owned;
    /// What `spawn_columns` is given.
    type Lent<'a>: Columns;

    fn fill(columns: &mut dyn Iterator<Item = Vec<u64>>) -> Self::Owned;
    fn lend(owned: &Self::Owned) -> Self::Lent<'_>;
}

impl<T: Part> Fill for T {
    type Owned = Vec<T>;
    type Lent<'a> = &'a [T];

    fn fill(columns: &mut dyn Iterator<Item = Vec<u64>>) -> Vec<T> {
        columns.next().expect("numbers for each member").into_iter().map(T::of).collect()
    }

    fn lend(owned: &Vec<T>) -> &[T] {
        owned
    }
}

/// Implements both for tuples.
macro_rules! tuples {
    ($($($name:ident $index:tt)*;)*) => { $(
        #[allow(clippy::unused_unit, reason = "the empty tuple")]
        impl<$($name: Build),*> Build for ($($name,)*) {
            fn members(members: &mut Vec<usize>) {
                let _ = &members;
                $( $name::members(members); )*
            }

            fn build(numbers: &mut dyn Iterator<Item = u64>) -> Self {
                let _ = &numbers;
                ($($name::build(numbers),)*)
            }
        }

        #[allow(clippy::unused_unit, reason = "the empty tuple")]
        impl<$($name: Fill),*> Fill for ($($name,)*) {
            type Owned = ($($name::Owned,)*);
            type Lent<'a> = ($($name::Lent<'a>,)*);

            fn fill(columns: &mut dyn Iterator<Item = Vec<u64>>) -> Self::Owned {
                let _ = &columns;
                ($($name::fill(columns),)*)
            }

            fn lend(owned: &Self::Owned) -> Self::Lent<'_> {
                let _ = owned;
                ($($name::lend(&owned.$index),)*)
            }
        }
    )* };
}

tuples! {
    ;
    A 0;
    A 0 B 1;
    A 0 B 1 C 2;
    A 0 B 1 C 2 D 3;
    A 0 B 1 C 2 D 3 E 4 F 5 G 6 H 7 I 8;
}

/// What an iterator of bundles says of its length, and where it panics.
#[derive(Clone, Copy)]
pub(crate) struct Manners {
    pub(crate) hint: (usize, Option<usize>),
    pub(crate) panics_at: Option<usize>,
}

/// An iterator with such manners.
struct Rude<I> {
    inner: I,
    given: usize,
    manners: Manners,
}

/// What a rude iterator panics with.
pub(crate) struct Rudeness;

impl<I: Iterator> Iterator for Rude<I> {
    type Item = I::Item;

    fn next(&mut self) -> Option<I::Item> {
        if self.manners.panics_at == Some(self.given) {
            // Without the panic hook, which would print.
            std::panic::resume_unwind(Box::new(Rudeness));
        }
        self.given += 1;
        self.inner.next()
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.manners.hint
    }
}

/// The numbers of one row, or of one column.
type Numbers = Vec<u64>;

/// What is done with a bundle type that is known by its place only.
pub(crate) struct BundleInfo {
    /// The members' places in [`PARTS`], in order.
    pub(crate) members: fn() -> Vec<usize>,
    pub(crate) spawn: fn(&mut World, &[u64]) -> Result<Entity>,
    /// Spawns a batch, one entity for each row of numbers.
    pub(crate) batch: fn(&mut World, &[Numbers], Manners) -> Result<Vec<Entity>>,
    /// Spawns that many rows from one vector of numbers for each member.
    pub(crate) columns: fn(&mut World, u32, Vec<Numbers>) -> Result<Vec<Entity>>,
    pub(crate) insert: fn(&mut World, Entity, &[u64]) -> Result<()>,
    pub(crate) remove: fn(&mut World, Entity) -> Result<bool>,
}

pub(crate) fn build<B: Build>(numbers: &[u64]) -> B {
    B::build(&mut numbers.iter().copied())
}

impl BundleInfo {
    /// The bundle `B`, whose columns are those of `C`.
    const fn of<B: Build, C: Fill>() -> Self {
        Self {
            members: || {
                let mut members = Vec::new();
                B::members(&mut members);
                members
            },
            spawn: |world, numbers| world.spawn(build::<B>(numbers)),
            batch: |world, rows, manners| {
                let inner = rows.iter().map(|numbers| build::<B>(numbers));
                Ok(world.spawn_batch(Rude { inner, given: 0, manners })?.to_vec())
            },
            columns: |world, rows, columns| {
                let owned = spared(|| C::fill(&mut columns.into_iter()));
                Ok(world.spawn_columns(rows, C::lend(&owned))?.to_vec())
            },
            insert: |world, entity, numbers| world.insert(entity, build::<B>(numbers)),
            remove: World::remove::<B>,
        }
    }
}

/// Two components by name.
#[derive(Bundle)]
struct Walker {
    health: Health,
    clock: Clock,
}

impl Build for Walker {
    fn members(members: &mut Vec<usize>) {
        <(Health, Clock)>::members(members);
    }

    fn build(numbers: &mut dyn Iterator<Item = u64>) -> Self {
        Self { health: Health::build(numbers), clock: Clock::build(numbers) }
    }
}

/// All bundle types.
pub(crate) static BUNDLES: &[BundleInfo] = &[
    of::<()>(),
    of::<Health>(),
    of::<(Asleep,)>(),
    of::<(Level, Colour)>(),
    of::<(Health, Clock, Marked)>(),
    of::<(Quad, Line, Ticks, Record)>(),
    of::<(Page, Level)>(),
    of::<((Door, Follows), (Wide,), Asleep)>(),
    of::<(Health, Ghost)>(),
    of::<(Asleep, Marked, Level, Colour, Ticks, Health, Clock, Wide, Quad)>(),
    BundleInfo::of::<Walker, (Health, Clock)>(),
    of::<(Follows, Clock)>(),
    of::<Stunned>(),
    of::<(Hidden, Health, Stunned)>(),
    of::<(Level, (Hidden,))>(),
];

const fn of<B: Build + Fill>() -> BundleInfo {
    BundleInfo::of::<B, B>()
}
