//! Filters: what a row must satisfy without yielding anything. `With` and `Without` are answered by the signature, so they cost
//! nothing per row; `or.rs` has those that are made of others.
#![expect(unsafe_code, reason = "implements the unsafe trait `RowTerm`; touches no memory")]

use core::fmt;
use core::marker::PhantomData;

use super::access::Access;
use super::per_row::Bits;
use super::place::Memory;
use super::term::{Candidate, ReadRow, RowTerm, TermsOf};
use crate::component::{Component, Part};
use crate::storage::columns::Code;

/// What a row must satisfy: [`With<T>`](With), [`Without<T>`](Without), [`Or<(..)>`](super::Or), and inside an `Or` a tuple of
/// filters, which all have to hold.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a filter",
    label = "not a filter",
    note = "write `With<T>` or `Without<T>`; the other filters are `Or<(..)>`, and a tuple of filters, which all have to hold"
)]
pub trait Filter {
    /// The same for the engine.
    #[doc(hidden)]
    type Me: RowFilter;
}

/// A row term that only asks: no code, no item that leads anywhere.
#[doc(hidden)]
pub trait RowFilter: ReadRow {}

/// Defines a filter: a mark without data, that is its own term.
macro_rules! filters {
    ($($(#[$doc:meta])* $name:ident: $expect:literal;)*) => { $(
        $(#[$doc])*
        pub struct $name<T>(PhantomData<fn() -> T>);

        impl<T> Clone for $name<T> {
            fn clone(&self) -> Self {
                *self
            }
        }

        impl<T> Copy for $name<T> {}

        impl<T: Component> fmt::Debug for $name<T> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "{}<{}>", stringify!($name), T::NAME)
            }
        }

        // SAFETY: needs no column and leads to no component.
        unsafe impl<T: Component> RowTerm for $name<T> {
            type Item<'w> = Self;
            type Slice<'w> = Self;
            type Place = ();
            type Column = ();
            type Mask = Bits;
            const PER_ROW: bool = T::IS_TOGGLE;
            const ACCESS: Access = Access::NONE;
            const WIDTH: usize = T::IS_TOGGLE as usize;

            fn find(candidate: Candidate<'_>, codes: &mut alloc::vec::Vec<Code>) -> bool {
                if T::IS_TOGGLE {
                    codes.push(candidate.code::<T>());
                    return candidate.has::<T>() || !$expect;
                }
                candidate.has::<T>() == $expect
            }

            #[inline]
            unsafe fn place(_: &[Code]) {}

            #[inline]
            unsafe fn column((): (), _: Memory) {}

            #[inline]
            unsafe fn mask(codes: &[Code], memory: Memory) -> Bits {
                // SAFETY: the caller's duty; the code is that of the toggle `T`.
                unsafe { memory.bits(&codes[0]) }
            }

            #[inline]
            unsafe fn pass(mask: Bits, word: usize) -> u64 {
                // SAFETY: the caller's duty.
                let there = unsafe { mask.word(word) };
                if $expect { there } else { !there }
            }

            #[inline]
            unsafe fn item<'w>((): (), _: usize) -> Self::Item<'w> {
                Self(PhantomData)
            }

            #[inline]
            unsafe fn slice<'w>((): (), _: usize, _: usize) -> Self::Slice<'w> {
                Self(PhantomData)
            }
        }

        // SAFETY: leads to nothing.
        unsafe impl<T: Component> ReadRow for $name<T> {}

        impl<T: Component> RowFilter for $name<T> {}

        impl<T: Part> Filter for $name<T> {
            type Me = <T::Me as TermsOf>::$name;
        }
    )* };
}

filters! {
    /// A filter: the entity has the component, which is not borrowed.
    ///
    /// In `query!` it is a parameter `_: With<Visible>`; in the typed form it has its place in the item.
    With: true;
    /// A filter: the entity does not have the component.
    ///
    /// In `query!` it is a parameter `_: Without<Dead>`; in the typed form it has its place in the item.
    Without: false;
}
