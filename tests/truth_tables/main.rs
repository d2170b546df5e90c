//! Truth tables: for an entity of every subset of three components, terms and filters in every combination of one and two levels
//! show exactly what evaluating them naively says. They are made twice: with a tag among the three, and with a toggle in its place.
//!
//! Cases Q01 (exact set algebra, also of negations), Q03 (no `Or` holds for nothing: an empty one is a case of `ui-tests`), Q05
//! (terms beside options read their own columns).

/// Calls a macro with every choice of with, without and nothing for each letter, but that of nothing for all.
macro_rules! each_choice {
    ($call:ident!($($before:tt)*)) => { $call!($($before)*
        [A1] [A0] [B1] [B0] [C1] [C0]
        [A1 B1] [A1 B0] [A0 B1] [A0 B0] [A1 C1] [A1 C0] [A0 C1] [A0 C0] [B1 C1] [B1 C0] [B0 C1] [B0 C0]
        [A1 B1 C1] [A1 B1 C0] [A1 B0 C1] [A1 B0 C0] [A0 B1 C1] [A0 B1 C0] [A0 B0 C1] [A0 B0 C0]
    ) };
}

/// The letters, and all that is made of them.
macro_rules! letters {
    ($name:ident, $(#[$component:meta])+) => {
        mod $name {
            use laige::prelude::*;
            use laige::{ItemOf, ReadTerms};

            #[component]
            #[derive(Debug, PartialEq)]
            pub(super) struct A(u8);

            $(#[$component])+
            #[derive(Debug, PartialEq)]
            pub(super) struct B;

            #[component]
            #[derive(Debug, PartialEq)]
            pub(super) struct C(u64);

            include!("tables.rs");
        }
    };
}

letters!(tag, #[component]);
letters!(toggle, #[component(toggle)]);

/// Pairs each choice with itself and with those that follow it.
macro_rules! two_levels {
    ($zoo:ident) => {};
    ($zoo:ident $one:tt $($two:tt)*) => {
        two_levels!(@ $zoo $one $one);
        $( two_levels!(@ $zoo $one $two); )*
        two_levels!($zoo $($two)*);
    };
    (@ $zoo:ident [$($one:ident)*] [$($two:ident)*]) => {
        $zoo.agrees::<(Or<($($one,)*)>, Or<($($two,)*)>)>();
        $zoo.agrees::<Or<(($($one,)*), ($($two,)*))>>();
    };
}

#[test]
fn two_levels_of_filters_are_evaluated_exactly() -> laige::Result<()> {
    use laige::Or;
    use tag::{A0, A1, B0, B1, C0, C1, Zoo};

    let zoo = Zoo::new()?;
    each_choice!(two_levels!(zoo));
    Ok(())
}

#[test]
fn two_levels_of_filters_with_a_toggle_are_evaluated_exactly() -> laige::Result<()> {
    use laige::Or;
    use toggle::{A0, A1, B0, B1, Zoo};

    let zoo = Zoo::new()?;
    two_levels!(zoo [A1] [A0] [B1] [B0] [A1 B1] [A1 B0] [A0 B1] [A0 B0]);
    Ok(())
}
