//! Public components of every form, documented, for all editions. Case M17 is among them.

use ecs::prelude::*;
use std::marker::PhantomData;

/// A tag.
#[component(crate = ecs)]
#[derive(Debug)]
pub struct Visible;

/// Named by a word that a later edition reserves.
#[component(crate = ecs, id = "game.gen", size = 4, align = 4)]
#[allow(non_camel_case_types)]
#[derive(Debug, PartialEq, Eq)]
pub struct r#gen {
    /// And its field.
    pub r#gen: u32,
}

/// Named fields.
#[component(crate = ecs)]
#[derive(Debug, PartialEq)]
pub struct Pos {
    /// Along the first axis.
    pub x: f32,
    /// Another reserved word.
    pub r#async: u32,
}

/// Fields without names, with a doc of `cfg_attr` and a field that `cfg` takes away.
#[component(crate = ecs)]
#[derive(Debug)]
pub struct Cells(#[cfg_attr(all(), doc = "The cells.")] pub [u8; 3], #[cfg(any())] pub String);

/// What doors are made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ecs::Fields)]
#[laige(crate = ecs)]
#[repr(u8)]
#[allow(non_camel_case_types)]
pub enum Kind {
    /// Named by a reserved word.
    r#gen,
    /// Iron.
    Iron,
}

/// Checked, with a parameter.
#[component(checked, crate = ecs)]
#[derive(Debug)]
pub struct Door<T> {
    /// What it is made of.
    pub kind: Kind,
    /// Nothing.
    pub of: PhantomData<T>,
    /// Whether it is open.
    pub is_open: bool,
}

/// All fields of one type.
#[component(crate = ecs)]
#[derive(Debug)]
pub struct Range<T> {
    /// The first.
    pub from: T,
    /// The last ones.
    pub to: [T; 2],
}

/// Arrays whose length is a parameter.
#[component(crate = ecs)]
#[derive(Debug)]
pub struct Bag<const N: usize> {
    /// How many.
    pub count: u32,
    /// What is in it.
    pub items: [Entity; N],
}

/// An enum that is a component.
#[component(checked, crate = ecs)]
#[repr(i16)]
#[derive(Debug, PartialEq, Eq)]
pub enum Team {
    /// Below zero.
    Red = -4,
    /// The next one.
    Blue,
}

/// A resource that is state.
#[resource(crate = ecs, id = "game.score")]
#[derive(Debug, PartialEq, Eq)]
pub struct Score {
    /// A word that a later edition reserves.
    pub r#gen: u32,
}

/// One that is not, whose parts lie on the heap.
#[resource(transient, crate = ecs)]
#[derive(Debug, Default)]
pub struct Log<T> {
    /// What was noted.
    pub lines: Vec<T>,
}

/// One that lists its like.
#[derive(ecs::Resource, Debug, Default)]
#[laige(transient, crate = ecs)]
pub struct Tree {
    /// Those below.
    pub r#async: Vec<Self>,
}

/// A system in a module, whose parameters have the names of words that a later edition reserves.
#[system(crate = ecs, budget_ms = 0.5, name = "game.count")]
pub fn r#try(r#gen: Query<'_, &Pos>, mut score: ResMut<'_, Score>, tick: ecs::Tick) {
    r#gen.for_each(|_| score.r#gen += 1);
    score.r#gen += u32::from(tick == ecs::Tick(1));
}

/// A system that is called for each row.
#[system(crate = ecs, for_each, after(r#try))]
pub fn raise(pos: &mut Pos, word: Option<&r#gen>, _: Without<Team>, score: Res<'_, Score>) {
    pos.r#async += score.r#gen + u32::from(word.is_some());
}

/// A generic one.
#[system(crate = ecs, before(raise))]
pub fn forget<T: Component, const N: usize>(all: Query<'_, (Entity, &T)>, commands: &mut Commands) {
    if all.count() > N {
        all.for_each(|(e, _)| commands.despawn(e));
    }
}

/// What has the whole world.
#[system(crate = ecs, presentation, run_if(always))]
pub fn look(world: &World, _: Res<'_, Log<u8>>) {
    let _ = world.entity_count();
}

/// A condition.
#[must_use]
pub const fn always(_: &World) -> bool {
    true
}

/// A bundle.
#[derive(ecs::Bundle, Clone, Copy, Debug)]
#[laige(crate = ecs)]
pub struct Both {
    /// The first.
    pub word: r#gen,
    /// The second.
    pub pos: Pos,
}

/// A bundle around any other.
#[derive(ecs::Bundle, Debug)]
#[laige(crate = ecs)]
pub struct Seen<B> {
    /// The tag.
    pub tag: Visible,
    /// The others.
    pub rest: B,
}

/// To be replaced; what names it is told, and its own definition is not.
#[deprecated]
#[component(crate = ecs)]
#[derive(Debug)]
pub struct Old {
    /// Also deprecated.
    #[deprecated]
    pub x: f32,
}

/// Holds what is to be replaced.
#[allow(deprecated)]
#[component(crate = ecs)]
#[derive(Debug)]
pub struct Museum {
    /// The only piece.
    pub old: Old,
}

/// Each visibility that there is.
#[allow(clippy::redundant_pub_crate)]
mod inner {
    use ecs::component;

    #[component(crate = ecs)]
    #[derive(Debug)]
    pub(crate) struct InCrate(pub(crate) u32);

    #[component(crate = ecs)]
    #[derive(Debug)]
    pub(super) struct InParent(pub(super) u32);

    #[component(crate = ecs)]
    #[derive(Debug)]
    pub(in crate::parts) struct InPath(pub(in crate::parts) u32);
}

/// The numbers of components that others do not see.
#[must_use]
pub const fn inner_numbers() -> [u32; 3] {
    [inner::InCrate(1).0, inner::InParent(2).0, inner::InPath(3).0]
}
