//! `query!` on a system's `Query`: its closure repeats the terms in order, and leaves the filters out. Here is how the two are compared, term by term,
//! so that a difference is an error at the parameter, and how an item without those of the filters is made.

use super::any_of::{AnyPlain, AnyRow};
use super::builder::Joined;
use super::filter::{With, Without};
use super::has::Has;
use super::optional::Maybe;
use super::or::{OrRow, RowAlternatives};
use super::outcome::Outcome;
use super::query_mut::QueryMut;
use super::sizes::sizes;
use super::term::{Is, Plain, Read, RowTerm, Write};
use super::tuple::{ReadTerms, RowFn, Terms};
use super::typed::Query;
use crate::{Component, Entity};

/// The row terms of a query that are no filters, as a list: `(A, (B, ()))`.
#[doc(hidden)]
pub trait Shown {
    /// Their items.
    type Items<'w>;
}

impl Shown for () {
    type Items<'w> = ();
}

impl<A: RowTerm, Rest: Shown> Shown for (A, Rest) {
    type Items<'w> = (A::Item<'w>, Rest::Items<'w>);
}

/// A row term as a member of a query: shown by its closure or, as a filter, not.
#[doc(hidden)]
pub trait Listed: RowTerm {
    /// The list that begins with it, if it is shown.
    type Before<Rest: Shown>: Shown;

    /// The items of the list.
    fn before<'w, Rest: Shown>(
        item: Self::Item<'w>,
        rest: Rest::Items<'w>,
    ) -> <Self::Before<Rest> as Shown>::Items<'w>;
}

/// The row terms of a query.
#[doc(hidden)]
pub trait Lists: RowTerm {
    /// Those that are shown.
    type List: Shown;

    /// Their items.
    fn list(item: Self::Item<'_>) -> <Self::List as Shown>::Items<'_>;
}

/// Implements both for a row term that may stand alone.
macro_rules! listed {
    (shown [$($generics:tt)*] $row:ty) => {
        impl<$($generics)*> Listed for $row {
            type Before<Rest: Shown> = (Self, Rest);

            #[inline]
            fn before<'w, Rest: Shown>(
                item: Self::Item<'w>,
                rest: Rest::Items<'w>,
            ) -> (Self::Item<'w>, Rest::Items<'w>) {
                (item, rest)
            }
        }

        listed!(alone [$($generics)*] $row);
    };
    (filter [$($generics:tt)*] $row:ty) => {
        impl<$($generics)*> Listed for $row {
            type Before<Rest: Shown> = Rest;

            #[inline]
            fn before<'w, Rest: Shown>(
                _: Self::Item<'w>,
                rest: Rest::Items<'w>,
            ) -> Rest::Items<'w> {
                rest
            }
        }

        listed!(alone [$($generics)*] $row);
    };
    (alone [$($generics:tt)*] $row:ty) => {
        impl<$($generics)*> Lists for $row {
            type List = <Self as Listed>::Before<()>;

            #[inline]
            fn list(item: Self::Item<'_>) -> <Self::List as Shown>::Items<'_> {
                <Self as Listed>::before::<()>(item, ())
            }
        }
    };
}

listed!(shown [T: Component] Read<T>);
listed!(shown [T: Component] Write<T>);
listed!(shown [P: Plain] Maybe<P>);
listed!(shown [T: Component] Has<T>);
listed!(shown [] Entity);
listed!(filter [T: Component] With<T>);
listed!(filter [T: Component] Without<T>);
listed!(filter [L: RowAlternatives] OrRow<L>);
listed!(shown [M: AnyPlain] AnyRow<M>);

/// Implements `Lists` for a tuple of that many members.
macro_rules! tuple {
    ($($name:ident $index:tt),*) => {
        impl<$($name: Listed),*> Lists for ($($name,)*) {
            type List = tuple!(@list $($name)*);

            #[inline]
            fn list(item: Self::Item<'_>) -> <Self::List as Shown>::Items<'_> {
                tuple!(@items item $($name $index)*)
            }
        }
    };
    (@list) => { () };
    (@list $first:ident $($rest:ident)*) => { $first::Before<tuple!(@list $($rest)*)> };
    (@items $item:ident) => { () };
    (@items $item:ident $first:ident $index:tt $($rest:ident $place:tt)*) => {
        $first::before::<tuple!(@list $($rest)*)>($item.$index, tuple!(@items $item $($rest $place)*))
    };
}

sizes!(tuple);

/// A term whose row term `B` is that of the query at its place, `A`.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not what the query has at this place",
    label = "another term than that of the query",
    note = "in `query!` write the terms as the query has them, in its order and without its filters"
)]
pub trait Again<A: RowTerm, B: RowTerm> {
    /// The item.
    fn again(item: A::Item<'_>) -> B::Item<'_>;
}

#[diagnostic::do_not_recommend]
impl<T, A: RowTerm> Again<A, A> for T {
    #[inline]
    fn again(item: A::Item<'_>) -> A::Item<'_> {
        item
    }
}

/// The terms of a closure that repeats those in the list. It is asked of the terms as `query!` passes them, so that the compiler finds the one that differs.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "`{Written}` are not as many terms as the query has",
    label = "not the terms of the query",
    note = "in `query!` write each term as the query has it, in its order and without its filters"
)]
pub trait Repeats<List: Shown, Rows: RowTerm, Written> {
    /// The item of the closure.
    fn row(items: List::Items<'_>) -> Rows::Item<'_>;
}

/// Implements `Repeats` for tuples of up to as many terms as are named: each with the query's row term, its own, and the term as written.
macro_rules! repeats {
    ([$($row:ident $own:ident $written:ident)*]) => {};
    ([$($row:ident $own:ident $written:ident)*] $a:ident $b:ident $c:ident $($rest:ident)*) => {
        repeats!(@one $($row $own $written)* $a $b $c);
        repeats!([$($row $own $written)* $a $b $c] $($rest)*);
    };
    (@one $($row:ident $own:ident $written:ident)*) => {
        impl<$($row: RowTerm, $own: RowTerm, $written: Again<$row, $own>),*>
            Repeats<repeats!(@list $($row)*), ($($own,)*), ($($written,)*)>
            for ($(Is<$own, $written>,)*)
        {
            #[inline]
            #[allow(non_snake_case, reason = "an item is called as its type")]
            fn row(
                repeats!(@pattern $($row)*): <repeats!(@list $($row)*) as Shown>::Items<'_>,
            ) -> <($($own,)*) as RowTerm>::Item<'_> {
                ($($written::again($row),)*)
            }
        }
    };
    (@list) => { () };
    (@list $first:ident $($rest:ident)*) => { ($first, repeats!(@list $($rest)*)) };
    (@pattern) => { () };
    (@pattern $first:ident $($rest:ident)*) => { ($first, repeats!(@pattern $($rest)*)) };
}

repeats!([] A0 B0 C0 A1 B1 C1 A2 B2 C2 A3 B3 C3 A4 B4 C4 A5 B5 C5 A6 B6 C6 A7 B7 C7 A8 B8 C8 A9 B9 C9 A10 B10 C10 A11 B11 C11
    A12 B12 C12 A13 B13 C13 A14 B14 C14 A15 B15 C15);

impl<Q: Terms<Rows: Lists>> QueryMut<'_, Q> {
    /// What `query!` calls where a closure repeats terms that write.
    #[doc(hidden)]
    #[inline]
    #[expect(
        clippy::needless_pass_by_value,
        unused_variables,
        reason = "terms and proofs are there for their types"
    )]
    pub fn run_query_mut<J, R: Outcome>(
        &mut self,
        terms: J,
        proofs: J::Proofs,
        mut body: impl RowFn<J::Rows, R>,
    ) -> R::Visit
    where
        J: Joined + Repeats<<Q::Rows as Lists>::List, <J as Joined>::Rows, <J as Joined>::Written>,
    {
        self.for_each(|item| body.call(J::row(Q::Rows::list(item))))
    }

    /// The same where the closure's terms do not write, which those of the query may.
    #[doc(hidden)]
    #[inline]
    pub fn run_query<J, R: Outcome>(
        &mut self,
        terms: J,
        proofs: J::Proofs,
        body: impl RowFn<J::Rows, R>,
    ) -> R::Visit
    where
        J: Joined + Repeats<<Q::Rows as Lists>::List, <J as Joined>::Rows, <J as Joined>::Written>,
    {
        self.run_query_mut(terms, proofs, body)
    }
}

impl<Q: ReadTerms<Rows: Lists>> Query<'_, Q> {
    /// What `query!` calls where a closure repeats terms of which none writes.
    #[doc(hidden)]
    #[inline]
    #[expect(
        clippy::needless_pass_by_value,
        unused_variables,
        reason = "terms and proofs are there for their types"
    )]
    pub fn run_query<J, R: Outcome>(
        &self,
        terms: J,
        proofs: J::Proofs,
        mut body: impl RowFn<J::Rows, R>,
    ) -> R::Visit
    where
        J: Joined + Repeats<<Q::Rows as Lists>::List, <J as Joined>::Rows, <J as Joined>::Written>,
    {
        self.for_each(|item| body.call(J::row(Q::Rows::list(item))))
    }
}
