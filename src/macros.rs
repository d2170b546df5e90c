//! The macros, with their pages. What they expand to calls `__private`, by a path that holds whatever the user's names are.

/// Makes a plain struct a component, all in one.
///
/// It adds `#[repr(C)]`, derives `Clone`, `Copy`, [`Pod`](crate::bytemuck::Pod) and [`Zeroable`](crate::bytemuck::Zeroable),
/// proves that the struct is plain data without padding and with one layout on every target, and implements
/// [`Component`](trait@crate::Component) and [`Fields`](trait@crate::Fields). The user needs neither bytemuck nor `unsafe`.
///
/// ```
/// use laige::prelude::*;
///
/// #[component]
/// struct Pos {
///     x: f32,
///     y: f32,
/// }
///
/// #[component(id = "game.visible")] // a tag: no data, no column
/// struct Visible;
///
/// #[component(toggle)] // a bit per row: `world.set_toggle::<Stunned>(entity, true)`
/// struct Stunned;
///
/// #[component(checked)] // not every byte is a `bool`
/// struct Door {
///     open: bool,
/// }
///
/// #[component] // no instance can have padding
/// struct Range<T> {
///     from: T,
///     to: T,
/// }
///
/// assert_eq!((Pos::SIZE, Visible::NAME, Range::<u8>::SIZE), (8, "game.visible", 2));
/// ```
///
/// What is no plain data does not compile, and the message says what to write instead, at the field:
///
/// ```compile_fail
/// use laige::prelude::*;
///
/// #[component]
/// struct Projectile {
///     team: u8, // 3 bytes of padding after field `team` of `Projectile`, before field `damage`
///     damage: u32,
/// }
/// ```
///
/// # Arguments
///
/// | argument | meaning |
/// | --- | --- |
/// | `id = "game.pos"` | the name, from which the stable id is made; without it, module path and type name |
/// | `size = 8`, `align = 4` | the real size and alignment in bytes: a change by accident is an error |
/// | `checked` | fields may be `bool`, `char`, enums and numbers that are not zero; bytes from outside are checked |
/// | `toggle` | a struct without fields becomes a [toggle](crate::Toggle): a bit per row, set without a move |
/// | `version = 2`, `migrate(1 = from_v1)` | older [saves](crate::Snapshot::from_bytes) have other values; a function makes those of the next version |
/// | `crate = path` | the path to this crate, where it is not `::laige` |
///
/// They may stand in `#[laige(..)]` below the attribute as well. A field of a plain type that knows nothing of `Fields` stands
/// under `#[laige(opaque)]`; it has to be `Pod`.
///
/// # Rules
///
/// * The item is a struct of any form or, with `checked`, an enum without fields and with a fixed `repr`. An enum is its
///   number: `#[component(checked)] #[repr(u8)] enum Team { Red, Blue }`.
/// * Fields are numbers except `usize` and `isize`, [`Entity`](crate::Entity), arrays, and types that derive
///   [`Fields`](derive@crate::Fields) or are components; references, pointers, tuples, `Option` and what lies on the heap are refused.
/// * There is no padding, each field is at a multiple of its natural alignment, the size is at most 4,096 bytes and the
///   alignment at most 64.
/// * The `repr` is `C`, perhaps with `align(N)`, or `transparent`; without one it becomes `C`.
/// * There are no lifetime parameters. With type or const parameters all fields are made of one type or arrays of it, beside
///   `PhantomData`; or no field but `PhantomData` mentions a parameter; or only lengths of arrays do, whose elements have one
///   size. Type parameters are bounded by `Fields` and enter the stable id by theirs, const parameters by value.
/// * The attribute stands above `derive`, and leaves out what it derives itself (`#[derive(Clone, Copy, Debug)]` below it is
///   fine). Below a `derive(Clone)` it is the compiler's E0119: put it first.
pub use laige_macros::component;

/// Makes a component of a struct that has bytemuck's derives: the form by hand of [`component`](macro@crate::component).
///
/// It derives nothing but [`Component`](trait@crate::Component) and [`Fields`](trait@crate::Fields), and asks for the rest: `Copy` and `Pod` or, with
/// `checked`, `NoUninit` and `CheckedBitPattern`. Arguments stand in `#[laige(..)]`, below the derive; they, and the rules, are
/// those of [`component`](macro@crate::component).
///
/// ```
/// use laige::bytemuck::{Pod, Zeroable};
/// use laige::prelude::*;
///
/// #[derive(Clone, Copy, Component)] // and `Pod, Zeroable`, where bytemuck's derives are at hand
/// #[laige(id = "game.vel", size = 8)]
/// #[repr(C)]
/// struct Vel {
///     x: f32,
///     y: f32,
/// }
/// // SAFETY: two numbers, which may be zero.
/// unsafe impl Zeroable for Vel {}
/// // SAFETY: two numbers of one type.
/// unsafe impl Pod for Vel {}
///
/// assert_eq!(Vel::NAME, "game.vel");
/// ```
///
/// ```compile_fail
/// use laige::prelude::*;
///
/// #[derive(Clone, Copy, Component)]
/// struct Vel { // `Vel` has no fixed layout: add `#[repr(C)]`
///     x: f32,
///     y: f32,
/// }
/// ```
pub use laige_macros::Component;

/// Makes a plain struct a resource, all in one; with `transient`, a type of any kind.
///
/// A resource is a value that a world has once, by type. One that is plain data is state: it is in digests, snapshots and reports. It is
/// declared as a [`component`](macro@crate::component) is, by the same rules, and gets the same derives and
/// [`Resource`](trait@crate::Resource). One that is `transient` serves the program and decides nothing: textures, logs, sockets.
///
/// ```
/// use laige::prelude::*;
///
/// #[resource(id = "game.score")]
/// struct Score {
///     points: u32,
///     leader: Entity,
/// }
///
/// #[resource] // one without data is there or not
/// struct Paused;
///
/// #[resource(checked)] // not every byte is a `bool`
/// struct Rules {
///     friendly_fire: bool,
/// }
///
/// #[resource(transient)] // no state: it may lie on the heap
/// struct Log {
///     lines: Vec<String>,
/// }
///
/// # fn main() -> laige::Result<()> {
/// let mut world = World::new(Options::with_capacity(10))?;
/// let before = world.digest();
/// world.insert_resource(Log { lines: Vec::new() });
/// assert_eq!(world.digest(), before);
/// world.insert_resource(Score { points: 0, leader: Entity::NONE });
/// assert_ne!(world.digest(), before);
/// if let Some(score) = world.resource_mut::<Score>() {
///     score.points += 10;
/// }
/// assert_eq!(world.resource::<Score>().map(|score| score.points), Some(10));
/// assert!(!world.has_resource::<Paused>() && !world.has_resource::<Rules>());
/// # Ok(())
/// # }
/// ```
///
/// What is no plain data is transient, and has to say so:
///
/// ```compile_fail
/// use laige::prelude::*;
///
/// #[resource]
/// struct Log {
///     lines: Vec<String>, // a `Vec` keeps its data elsewhere, and a resource that is state is plain bytes
/// }
/// ```
///
/// # Arguments
///
/// | argument | meaning |
/// | --- | --- |
/// | `id = "game.score"` | the name, from which the stable id is made; without it, module path and type name |
/// | `size = 8`, `align = 4` | the real size and alignment in bytes: a change by accident is an error |
/// | `checked` | fields may be `bool`, `char`, enums and numbers that are not zero; bytes from outside are checked |
/// | `transient` | the resource is no state, and any type that is `Send` and `Sync`; nothing but `id` and `crate` goes with it |
/// | `version = 2`, `migrate(1 = from_v1)` | as for [`component`](macro@crate::component#arguments): older saves have other values, and how they become those of now |
/// | `crate = path` | the path to this crate, where it is not `::laige` |
///
/// # Rules
///
/// * A resource that is state is plain data by the rules of [`component`](macro@crate::component#rules), but of at most 65,536 bytes.
/// * A transient one is a struct, enum or union of any form, generic ones included, without lifetimes. Nothing is derived for it.
/// * A type that is both a component and a resource is a `#[component]` that derives [`Resource`](derive@crate::Resource). The arguments hold
///   for both; the values of entities and that of the world are separate.
pub use laige_macros::resource;

/// Makes a resource of a struct that has bytemuck's derives: the form by hand of [`resource`](macro@crate::resource).
///
/// It derives [`Resource`](trait@crate::Resource) and [`Fields`](trait@crate::Fields), and asks for the rest as
/// [`Component`](derive@crate::Component) does. Under `#[laige(transient)]` it asks for `Send` and `Sync` alone, and derives `Resource`. Below
/// `#[component]` it makes the component a resource as well.
///
/// ```
/// use laige::prelude::*;
///
/// #[derive(Debug, Default, Resource)]
/// #[laige(transient)]
/// struct Sounds {
///     playing: Vec<String>,
/// }
///
/// #[component(id = "game.wind")]
/// #[derive(Resource, Debug, PartialEq)]
/// struct Wind {
///     x: f32,
/// }
///
/// # fn main() -> laige::Result<()> {
/// let mut world = World::new(Options::with_capacity(10))?;
/// world.register::<Wind>()?;
/// world.insert_resource(Sounds::default());
/// world.insert_resource(Wind { x: 1.0 }); // the world's
/// let tunnel = world.spawn(Wind { x: 9.0 })?; // an entity's
/// assert_eq!(world.resource::<Wind>(), Some(&Wind { x: 1.0 }));
/// assert_eq!(world.get::<Wind>(tunnel), Some(&Wind { x: 9.0 }));
/// assert!(Wind::IS_STATE && !Sounds::IS_STATE);
/// # Ok(())
/// # }
/// ```
///
/// ```compile_fail
/// use laige::prelude::*;
///
/// #[derive(Resource)] // `Gravity` does not derive `Copy`, `Pod`
/// #[repr(C)]
/// struct Gravity(f32);
/// ```
pub use laige_macros::Resource;

/// Makes a system of a function: its parameters say what it touches.
///
/// The function stays as it is and can be called. Beside it a type of the same name comes to be, by which the system is added to a world
/// and named in the order of others; `use waves::spawn_wave` brings both.
///
/// ```
/// use laige::prelude::*;
///
/// #[component]
/// struct Pos {
///     x: f32,
/// }
///
/// #[component]
/// struct Vel {
///     x: f32,
/// }
///
/// #[resource]
/// struct Time {
///     step: f32,
/// }
///
/// #[system]
/// fn spawn_wave(rng: &mut Prng, commands: &mut Commands) {
///     let x = rng.next_range(0, 10) as f32;
///     commands.spawn((Pos { x }, Vel { x: 1.0 }));
/// }
///
/// #[system(budget_ms = 1.0, after(spawn_wave))]
/// fn movement(mut movers: Query<(&mut Pos, &Vel)>, time: Res<Time>) {
///     movers.for_each(|(p, v)| p.x += v.x * time.step);
/// }
///
/// #[system(for_each)] // the same, called for each row
/// fn drag(v: &mut Vel, time: Res<Time>) {
///     v.x -= v.x * 0.1 * time.step;
/// }
///
/// # fn main() -> laige::Result<()> {
/// let mut world = World::new(Options::with_capacity(100).seed(7))?;
/// world.register_all::<(Pos, Vel)>()?;
/// world.insert_resource(Time { step: 0.5 });
/// world.add_systems::<(spawn_wave, movement, drag)>()?;
/// let schedule = world.schedule()?;
/// for _ in 0..3 {
///     world.run(&schedule)?;
/// }
/// assert_eq!(world.entity_count(), 3);
///
/// // By hand, as in a test.
/// movement(world.query_mut(), Res(&Time { step: 1.0 }));
/// # Ok(())
/// # }
/// ```
///
/// Parameters that would touch the same do not compile:
///
/// ```compile_fail
/// use laige::prelude::*;
///
/// #[component]
/// struct Pos {
///     x: f32,
/// }
///
/// #[system]
/// fn push(mut movers: Query<&mut Pos>, others: Query<&Pos>) {} // parameters `movers` and `others` of this system conflict
/// ```
///
/// # Parameters
///
/// | parameter | what the function gets |
/// | --- | --- |
/// | [`Query<..>`](crate::Query) | the rows of a query |
/// | [`Res<T>`](struct@crate::Res), [`ResMut<T>`](struct@crate::ResMut) | a resource, to be read or written |
/// | `&mut` [`Prng`](crate::Prng) | the system's own random stream |
/// | `&mut` [`Commands`](crate::Commands) | a buffer that is applied when the stage ends |
/// | [`Input`](crate::Input), [`Tick`](crate::Tick) | the input of the tick, and its number |
/// | [`Local<T>`](struct@crate::Local) | a value of the system's own, which is state |
/// | `&World` | everything, to be read |
/// | `&mut World` | everything; beside it only `Input` and `Tick` stand |
///
/// With `for_each` the terms and filters of [`query!`](crate::query!) are parameters as well, decided by their types: the function is called for each row
/// that has them, with everything else lent for the call. `&mut World` is none then.
///
/// # Arguments
///
/// | argument | meaning |
/// | --- | --- |
/// | `budget_ms = 1.0` | how long a run may take before the world warns |
/// | `after(a, b)`, `before(c)` | systems, by their paths, that run earlier or later in the tick |
/// | `run_if(is_night)` | a function `fn(&World) -> bool`: whether it runs in this tick, asked when its stage begins |
/// | `name = "game.movement"` | the name; without it, module path and name of the function |
/// | `for_each` | the function is called for each row |
/// | `presentation` | it shows the state: it may read transient resources, and writes no state |
/// | `crate = path` | the path to this crate, where it is not `::laige` |
///
/// # Rules
///
/// * The function is a plain one: not `async`, `unsafe`, `const` or a method. It returns nothing and has at most 16 parameters,
///   whose types have names and depend on no `cfg`.
/// * It may be generic: `world.add_systems::<(decay::<Poison>,)>()`. Each type parameter is bounded by `Component`, `Resource`, `Fields` or
///   [`System`](crate::System), where its name comes from: instances are told apart by name.
/// * Conflicts of a generic system are found when code is generated (`cargo build`, `cargo test`), all others by `cargo check` too.
pub use laige_macros::system;

/// Makes a plain enum or struct one that fields of components can have, without being a component.
///
/// An enum has no fields, a fixed `repr`, and is `Copy`; the component around it is `checked`. A struct has bytemuck's
/// derives as with [`Component`](derive@crate::Component), or says `#[laige(checked)]` and is `Copy`. Where a struct may be a component as well,
/// [`component`](macro@crate::component) is shorter: every component can be a field.
///
/// ```
/// use laige::Fields;
/// use laige::prelude::*;
///
/// #[derive(Clone, Copy, Debug, PartialEq, Fields)]
/// #[repr(u8)]
/// enum Material {
///     Wood,
///     Iron,
/// }
///
/// #[component(checked)]
/// struct Door {
///     open: bool,
///     material: Material,
/// }
///
/// let door = Door { open: true, material: Material::Iron };
/// assert_eq!(laige::bytemuck::bytes_of(&door), [1, 1]);
/// assert!(laige::bytemuck::checked::try_from_bytes::<Door>(&[1, 2]).is_err());
/// ```
///
/// ```compile_fail
/// #[derive(Clone, Copy, laige::Fields)]
/// enum Material { // `Material` has no fixed size: add `#[repr(u8)]`
///     Wood,
///     Iron,
/// }
/// ```
pub use laige_macros::Fields;

/// Makes a bundle of a struct whose fields are components or bundles.
///
/// A bundle is spawned, inserted or removed in one move. Members are written in the order of the fields. The one argument is
/// `#[laige(crate = path)]`.
///
/// ```
/// use laige::Bundle;
/// use laige::prelude::*;
///
/// #[component]
/// struct Pos(f32);
///
/// #[component]
/// struct Hp(u32);
///
/// #[derive(Bundle)]
/// struct Unit {
///     pos: Pos,
///     hp: Hp,
/// }
///
/// # fn main() -> laige::Result<()> {
/// let mut world = World::new(Options::with_capacity(10))?;
/// world.register_all::<(Pos, Hp)>()?;
/// let unit = world.spawn(Unit { pos: Pos(1.0), hp: Hp(100) })?;
/// assert_eq!(world.get::<Hp>(unit).map(|hp| hp.0), Some(100));
/// # Ok(())
/// # }
/// ```
///
/// An entity has a component once, also where one hides behind another name:
///
/// ```compile_fail
/// use laige::Bundle;
/// use laige::prelude::*;
///
/// #[component]
/// struct Pos(f32);
///
/// #[derive(Bundle)]
/// struct Unit {
///     pos: Pos,
///     home: Pos, // `Pos` is twice in the bundle `Unit`, and an entity has a component once
/// }
/// ```
pub use laige_macros::Bundle;

/// Visits the rows that the parameters of a closure ask for, in defined order.
///
/// ```
/// use laige::prelude::*;
///
/// #[component]
/// struct Pos {
///     x: f32,
/// }
///
/// #[component]
/// struct Vel {
///     x: f32,
/// }
///
/// #[component]
/// struct Frozen;
///
/// # fn main() -> laige::Result<()> {
/// let mut world = World::new(Options::with_capacity(10))?;
/// world.register_all::<(Pos, Vel, Frozen)>()?;
/// world.spawn((Pos { x: 0.0 }, Vel { x: 1.0 }))?;
/// world.spawn((Pos { x: 5.0 }, Vel { x: 1.0 }, Frozen))?;
///
/// query!(world, |p: &mut Pos, v: &Vel, _: Without<Frozen>| p.x += v.x);
///
/// let mut seen = Vec::new();
/// query!(world, |e: Entity, p: &Pos, frozen: Option<&Frozen>| {
///     seen.push((world.slot_of(e), p.x, frozen.is_some()));
/// });
/// assert_eq!(seen, [(0, 1.0, false), (1, 5.0, true)]);
///
/// query!(world, |p: &Pos| -> Result<(), String> {
///     if p.x.is_finite() { Ok(()) } else { Err(format!("{} is no place", p.x)) }
/// })
/// .expect("all are finite");
/// # Ok(())
/// # }
/// ```
///
/// One component cannot be borrowed twice where one of the two writes:
///
/// ```compile_fail
/// # use laige::prelude::*;
/// # #[component]
/// # struct Pos {
/// #     x: f32,
/// # }
/// fn step(world: &mut World) {
///     query!(world, |p: &mut Pos, q: &Pos| p.x += q.x); // borrow the same component of a row
/// }
/// ```
///
/// # The closure
///
/// * Its parameter types are the query: 1 to 16 of them, terms (`&T`, `&mut T`, `Option<&T>`, `Option<&mut T>`, `Entity`,
///   [`Has<T>`](crate::Has), [`AnyOf<(&A, &mut B)>`](crate::AnyOf)) and filters ([`With<T>`](crate::With), [`Without<T>`](crate::Without),
///   [`Or<(With<A>, With<B>)>`](crate::Or)). Patterns, `mut`, `#[cfg]`, aliases of components and generic parameters work; lifetimes are left out.
/// * Where a `mut` stands in a type the world is borrowed mutably, else shared. The world is any expression that gives one:
///   owned, a reference, a guard. A system's [`Query`](crate::Query) may stand in its place: the closure repeats its terms in order, and leaves its
///   filters out.
/// * Its result is `()`, [`ControlFlow`](core::ops::ControlFlow) or `Result<(), E>`, and `query!` gives the same: the first break or error ends the
///   visit, and rows visited before stay written. Write the result's type where `?` stands in the body.
/// * The world is borrowed meanwhile, so entities and their components do not come or go in the body.
///
/// # Order
///
/// Archetype 0 (entities without components, where the query matches it), then archetypes by birth; in each, entities by
/// ascending slot.
///
/// # When mistakes are found
///
/// All but one by `cargo check`: the same component behind two names, or as two generic parameters, is found when code is
/// generated (`cargo build`, `cargo test`).
#[macro_export]
macro_rules! query {
    ($($call:tt)*) => { $crate::__private::query_impl! { [$crate] $($call)* } };
}
