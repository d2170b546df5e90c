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
    /// Of each term, that it conflicts with none before it.
    type Proofs;
}

/// Implements it for tuples of up to as many terms as are named.
macro_rules! joined {
    // One term too many is left out: that there are too many is `RowFn`'s to say, once.
    ([$($before:ident)*] [$($proof:ty),*]) => {
        impl<$($before: RowTerm,)* Next: RowTerm> Joined for ($(Is<$before>,)* Is<Next>,) {
            type Rows = ($($before,)*);
            type Proofs = ($($proof,)* Distinct<($($before,)*), Next>,);
        }
    };
    ([$($before:ident)*] [$($proof:ty),*] $next:ident $($rest:ident)*) => {
        impl<$($before: RowTerm,)* $next: RowTerm> Joined for ($(Is<$before>,)* Is<$next>,) {
            type Rows = ($($before,)* $next,);
            type Proofs = ($($proof,)* Distinct<($($before,)*), $next>,);
        }
        joined!([$($before)* $next] [$($proof,)* Distinct<($($before,)*), $next>] $($rest)*);
    };
}

joined!([] [] A B C D E F G H I J K L M N O P);
