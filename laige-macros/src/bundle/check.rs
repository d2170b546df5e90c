//! The rules for bundles that can be seen from how they are written.

use super::model::Model;
use crate::errors::Errors;
use crate::spelling::{shown, spelling};

/// Reports everything that is wrong with the bundle.
pub(super) fn check(model: &Model, errors: &Errors) {
    let name = &model.ident;
    if let Some(keyword) = &model.not_a_struct {
        errors.refuse(
            keyword,
            format!(
                "`{name}` is no struct, and which components a bundle has cannot depend on a value\n\
                 help: write a `struct` for each case, and spawn one or another"
            ),
        );
    }
    for lifetime in model.generics.lifetimes() {
        let lifetime = &lifetime.lifetime;
        errors.refuse(
            lifetime,
            format!(
                "`{name}` has a lifetime parameter, and a bundle owns its components\n\
                 help: remove `{lifetime}`, and hold the components by value"
            ),
        );
    }
    no_member_twice(model, errors);
}

/// An entity has a component once.
fn no_member_twice(model: &Model, errors: &Errors) {
    for (i, second) in model.members.iter().enumerate() {
        let spelled = spelling(&second.ty);
        if model.members[..i].iter().any(|first| spelling(&first.ty) == spelled) {
            errors.refuse(
                &second.ty,
                format!(
                    "`{}` is twice in the bundle `{}`, and an entity has a component once\n\
                     help: remove `{}`, or wrap it in a component of its own",
                    shown(&second.ty),
                    model.ident,
                    second.shown(),
                ),
            );
        }
    }
}
