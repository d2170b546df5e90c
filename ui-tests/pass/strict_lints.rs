//! Expansions trip no lint of the user's, however strict, and need no `unsafe` in the user's crate.
#![deny(warnings, clippy::all, clippy::pedantic, missing_debug_implementations, unreachable_pub)]
#![deny(private_interfaces, unused_qualifications, rust_2024_compatibility, single_use_lifetimes)]
#![forbid(unsafe_code, missing_docs)]

use laige::prelude::*;

/// A documented component.
#[component]
#[derive(Debug)]
struct Pos {
    /// Along the first axis.
    x: f32,
}

/// A name that is no camel case, allowed by the user.
#[component]
#[allow(non_camel_case_types)]
#[derive(Debug)]
struct pos_2 {
    /// Along the first axis.
    x: f32,
}

/// To be replaced.
#[deprecated]
#[component]
#[derive(Debug)]
struct Old {
    /// Also deprecated.
    #[deprecated]
    x: f32,
}

/// Checked, with parameters.
#[component(checked)]
#[derive(Debug)]
struct Flags<T> {
    /// Whatever.
    #[allow(dead_code, reason = "never read here")]
    on: [T; 2],
}

/// Components of modules keep their visibility.
mod inner {
    use laige::component;

    /// Seen in the crate.
    #[component]
    #[derive(Debug)]
    pub(crate) struct InCrate(pub(crate) u32);


    /// Seen here.
    #[component]
    #[derive(Debug)]
    pub(super) struct InParent(pub(super) u32);
}

/// Two of them.
#[derive(laige::Bundle, Debug)]
struct Both {
    /// The first.
    pos: Pos,
    /// The second.
    other: inner::InParent,
}

fn main() -> laige::Result<()> {
    let mut world = World::new(Options::with_capacity(8))?;
    world.register_all::<(Pos, inner::InParent, pos_2, inner::InCrate)>()?;
    world.spawn(Both { pos: Pos { x: 1.0 }, other: inner::InParent(1) })?;
    world.spawn((pos_2 { x: 0.0 }, inner::InCrate(2)))?;
    query!(world, |p: &mut Pos, i: &inner::InParent| if i.0 == 1 {
        p.x += 1.0;
    });
    query!(&world, |p: &pos_2, c: &inner::InCrate| -> laige::Result<()> {
        assert!(p.x < 1.0 && c.0 == 2);
        Ok(())
    })?;
    let flags = Flags { on: [true; 2] };
    assert_eq!(flags.on, [true; 2]);
    Ok(())
}
