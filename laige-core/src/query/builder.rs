//! How `query!` puts a query together: all terms in one tuple, and for each the proof that it may join those before it.
//! Users never meet these types.

use super::access::Distinct;
use super::term::{Is, RowTerm};

/// The terms of a query, as `query!` names them.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "a query has 1 to 16 terms and filters",
    label = "too many parameters, or none that `cfg` leaves",
    note = "put components that go together into one, or write `_: Entity` to visit every entity"
)]
pub trait Joined {
    /// The same as one row term.
    type Rows: RowTerm;
    /// The terms as they are written.
    type Written;
    /// Of each term, that it conflicts with none before it.
    type Proofs;
}

/// Implements it for tuples of up to as many terms as are named, each with the term as written.
macro_rules! joined {
    // One term too many is left out: that there are too many is `RowFn`'s to say, once.
    ([$($before:ident $written:ident)*] [$($proof:ty),*]) => {
        impl<$($before: RowTerm, $written,)* Next: RowTerm, Last> Joined
            for ($(Is<$before, $written>,)* Is<Next, Last>,)
        {
            type Rows = ($($before,)*);
            type Written = ($($written,)*);
            type Proofs = ($($proof,)* Distinct<($($before,)*), Next>,);
        }
    };
    ([$($before:ident $written:ident)*] [$($proof:ty),*] $next:ident $last:ident $($rest:ident)*) => {
        impl<$($before: RowTerm, $written,)* $next: RowTerm, $last> Joined
            for ($(Is<$before, $written>,)* Is<$next, $last>,)
        {
            type Rows = ($($before,)* $next,);
            type Written = ($($written,)* $last,);
            type Proofs = ($($proof,)* Distinct<($($before,)*), $next>,);
        }
        joined!([$($before $written)* $next $last] [$($proof,)* Distinct<($($before,)*), $next>] $($rest)*);
    };
}

joined!([] [] A A1 B B1 C C1 D D1 E E1 F F1 G G1 H H1 I I1 J J1 K K1 L L1 M M1 N N1 O O1 P P1);
