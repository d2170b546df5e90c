//! What is said of a reference that is no parameter: what its author most likely meant. `#[system]` asks these traits where it sees a `&`.

use super::access::ParamAccess;
use super::for_each::RowParam;
use super::param::Param;

/// A parameter that is a reference.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a parameter of a system",
    label = "a system asks for rows, not for a component",
    note = "write `Query<{Self}>` to visit the rows that have it, or `#[system(for_each)]` to have the function called for each"
)]
pub trait ReferenceParam {
    /// What is touched.
    const ACCESS: ParamAccess;
}

#[diagnostic::do_not_recommend]
impl<P: Param> ReferenceParam for P {
    const ACCESS: ParamAccess = P::ACCESS;
}

/// A parameter of a function of rows that is a reference.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "`{Self}` is neither a term of a row nor a parameter of a system",
    label = "no component is behind this reference",
    note = "put `#[component]` on the definition of the type in `{Self}`, or `#[resource]`, and ask for it by `Res` or `ResMut`"
)]
pub trait ReferenceInRow {
    /// What is touched.
    const ACCESS: ParamAccess;
    /// Whether it is a term.
    const IS_TERM: bool;
}

#[diagnostic::do_not_recommend]
impl<P: RowParam> ReferenceInRow for P {
    const ACCESS: ParamAccess = <P as RowParam>::ACCESS;
    const IS_TERM: bool = P::IS_TERM;
}
