//! Sizes of tuples: calls a macro for tuples of 1 to 16 members. What is implemented for them stands with its trait.

/// `sizes!(each)` is `each!(A 0); each!(A 0, B 1); ..`, up to 16 members.
macro_rules! sizes {
    ($each:ident) => {
        $crate::query::sizes::sizes!(@ $each [] A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8, J 9, K 10, L 11, M 12, N 13, O 14, P 15);
    };
    (@ $each:ident [$($before:ident $at:tt,)*]) => {};
    (@ $each:ident [$($before:ident $at:tt,)*] $next:ident $index:tt $(, $rest:ident $place:tt)*) => {
        $each!($($before $at,)* $next $index);
        $crate::query::sizes::sizes!(@ $each [$($before $at,)* $next $index,] $($rest $place),*);
    };
}

pub(crate) use sizes;
