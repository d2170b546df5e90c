//! Systems: plain functions whose parameters say what they touch. Here is what a system is and what it can ask for; which systems a
//! world has is `registry.rs`, and when they run is `schedule/`.

mod access;
mod added;
mod body;
mod copy;
mod for_each;
mod name;
pub(crate) mod param;
mod proof;
mod registry;
mod spec;
mod stream;
mod watch;
mod wording;

pub use access::{ParamAccess, SystemKind, check_param, check_rows};
pub use added::SystemsAdded;
pub use body::Body;
pub(crate) use body::Run;
pub(crate) use copy::{EntryCopy, SystemsCopy};
pub use for_each::{RowParam, RowParams, RowSystemFn};
pub use name::{Instance, InstanceName, NamePart};
pub use param::{Input, Local, Param, Params, Res, ResMut, SystemFn, Tick};
pub use proof::{ParamProof, prove_param, prove_row_param};
pub(crate) use registry::{Entry, Systems};
pub use registry::{SystemCandidate, SystemList};
pub use spec::SystemSpec;
pub use stream::Stream;
pub(crate) use watch::{Span, Watch};
pub use wording::{ReferenceInRow, ReferenceParam};

/// A system: implemented by `#[system]` for a type of the function's name.
///
/// ```
/// use laige_core::__private::Body;
/// use laige_core::{Entity, Options, Query, System, Tick, World};
///
/// fn count(everybody: Query<Entity>, Tick(tick): Tick) {
///     assert_eq!(everybody.count() as u64, tick);
/// }
///
/// // What `#[system]` adds to it.
/// #[expect(non_camel_case_types)]
/// struct count {}
///
/// impl System for count {
///     const NAME: &'static str = "count";
///     fn body() -> Body {
///         Body::of::<(Query<Entity>, Tick)>(count)
///     }
/// }
///
/// let mut world = World::new(Options::with_capacity(10))?;
/// world.add_systems::<(count,)>()?;
/// let schedule = world.schedule()?;
/// world.spawn_empty()?;
/// world.run(&schedule)?;
/// # Ok::<(), laige_core::Error>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a system",
    label = "not a system",
    note = "put `#[system]` on the function `{Self}`, and name it by its path, without `()`"
)]
pub trait System: 'static {
    /// The name: the declared one, or else module path and name of the function.
    const NAME: &'static str;

    /// What the attribute says of it.
    const SPEC: SystemSpec = SystemSpec::new();

    /// The function with its parameters: `Body::of::<(Query<(&mut Pos, &Vel)>, Res<Time>)>(movement)`.
    #[doc(hidden)]
    fn body() -> Body;
}
