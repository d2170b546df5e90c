//! The rules for transient resources that can be seen from how they are written. That every thread may reach the value, only
//! types know: the expansion asserts it.

use super::model::Model;
use crate::errors::Errors;
use crate::plain::check_id;

/// Reports everything that is wrong with the item.
pub(super) fn check(model: &Model, errors: &Errors) {
    check_id(&model.ident, model.args.id.as_ref(), errors);
    for param in model.generics.lifetimes() {
        let (name, lifetime) = (&model.ident, &param.lifetime);
        errors.note(
            lifetime,
            format!(
                "`{name}` has a lifetime parameter, and a resource stays in the world for as long as it likes\n\
                 help: remove `{lifetime}`, and own the value or share it by an `Arc`"
            ),
        );
    }
}
