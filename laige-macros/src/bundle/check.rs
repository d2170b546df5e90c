//! The rules for bundles that can be seen from how they are written.

use super::model::Model;
use crate::errors::Errors;
use crate::spelling::{shown, spelling};

/// Reports everything that is wrong with the bundle.
pub(super) fn check(model: &Model, errors: &Errors) {
    if let Some(keyword) = &model.not_a_struct {
        errors.refuse(
            keyword,
            "a bundle is a struct: each of its fields is a component or a bundle\n\
             help: which components an entity gets cannot depend on a value; spawn one bundle or another",
        );
    }
    for lifetime in model.generics.lifetimes() {
        errors.refuse(
            &lifetime.lifetime,
            "a bundle owns its components, so it has no lifetime parameters\nhelp: hold the components by value",
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
                    "`{}` is twice in this bundle, and an entity has a component once\n\
                     help: keep one of the two, or wrap one in a component of its own",
                    shown(&second.ty)
                ),
            );
        }
    }
}
