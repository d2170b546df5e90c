//! The rules for `toggle`: a toggle is a bit of a row, so it has no data and nothing that is said of data.

use proc_macro2::Ident;

use crate::errors::Errors;
use crate::plain::kind::Kind;
use crate::plain::model::{Body, Model};
use crate::spelling::shown;

/// Reports what does not go with `toggle`, where it is said.
pub(super) fn check(model: &Model, errors: &Errors) {
    let Some(toggle) = &model.args.toggle else { return };
    if model.kind == Kind::Fields {
        is_component(model, toggle, errors);
        return;
    }
    has_no_data(model, toggle, errors);
    nothing_is_said_of_data(model, errors);
}

/// Rows have components, so what is no component is no toggle.
fn is_component(model: &Model, toggle: &Ident, errors: &Errors) {
    errors.note(
        toggle,
        format!(
            "`{0}` derives `Fields` alone, and a toggle is a component\n\
             help: remove `toggle`; a toggle is a type of its own, as `#[component(toggle)] struct {0};`",
            model.name()
        ),
    );
}

/// A bit says whether the row has the toggle, and there is no room for more.
fn has_no_data(model: &Model, toggle: &Ident, errors: &Errors) {
    let name = model.name();
    match &model.body {
        Body::Struct(fields) if fields.is_empty() => {}
        Body::Struct(_) => errors.refuse(
            toggle,
            format!(
                "`{name}` has fields, and a toggle is one bit: an entity has it or not\n\
                 help: remove `toggle`, or write `struct {name};`"
            ),
        ),
        Body::Enum(_) => errors.refuse(
            toggle,
            format!(
                "`{name}` is an enum, and a toggle is one bit: an entity has it or not\n\
                 help: write `checked` instead of `toggle`, or `struct {name};`"
            ),
        ),
        // That is reported already.
        Body::Union(_) => {}
    }
}

/// What a bit has no use for.
fn nothing_is_said_of_data(model: &Model, errors: &Errors) {
    let (name, args) = (model.name(), &model.args);
    if let Some(checked) = &args.checked {
        errors.note(
            checked,
            format!("`{name}` is a toggle, and has no bytes to check\nhelp: remove `checked`"),
        );
    }
    let size = args.size.as_ref().map(|size| ("size", size));
    let align = args.align.as_ref().map(|align| ("align", align));
    for (key, value) in size.into_iter().chain(align) {
        errors.note(
            value,
            format!(
                "`{name}` is a toggle, and has no `{key}`: it is a bit\nhelp: remove `{key} = {value}`"
            ),
        );
    }
    for align in &model.repr.align {
        let shown = shown(&align.tokens);
        errors.note(
            &align.tokens,
            format!(
                "`{name}` is a toggle, and has no alignment: it is a bit\nhelp: remove `{shown}`"
            ),
        );
    }
}
