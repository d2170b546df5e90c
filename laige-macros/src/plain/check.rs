//! The rules for plain types. Each rule is a function that says what is refused and why; none emits code.
//! What only types know (padding, traits of fields) is asserted by the expansion instead.

mod field;
mod layout;

use super::generic::Proof;
use super::model::{Body, Form, Model, Variant};
use crate::errors::Errors;

/// Reports everything that is wrong with the item.
pub(super) fn check(model: &Model, errors: &Errors) {
    arguments(model, errors);
    no_lifetimes(model, errors);
    match &model.body {
        Body::Union(at) => errors.refuse(
            proc_macro2::Ident::new("union", *at),
            "a union cannot be a component: which of its fields is meant is not in its bytes\n\
             help: use a struct, or an enum with a fixed `repr` beside the value",
        ),
        Body::Enum(variants) => {
            layout::of_enum(model, variants.len(), errors);
            enum_form(model, errors);
            enum_variants(model, variants, errors);
        }
        Body::Struct(fields) => {
            layout::of_struct(model, errors);
            for field in fields {
                field::check(model, field, errors);
            }
            no_padding_for_any_parameter(model, errors);
        }
    }
}

/// Arguments that do not suit the item.
fn arguments(model: &Model, errors: &Errors) {
    if let Some(id) = &model.args.id {
        let text = id.value();
        if text.is_empty() || text.chars().any(|c| c.is_whitespace() || c.is_control()) {
            errors.note(
                id,
                "an `id` is a name: not empty, without spaces\nhelp: as in `id = \"game.pos\"`",
            );
        }
    }
}

/// A component owns its data for as long as the world lives, so it cannot borrow.
fn no_lifetimes(model: &Model, errors: &Errors) {
    let borrows = model.fields().iter().any(|field| field::is_reference(&field.ty));
    for param in model.generics.lifetimes() {
        if borrows {
            // The references are reported, and the parameter goes with them.
            errors.hopeless();
        } else {
            errors.refuse(
                &param.lifetime,
                "a component cannot borrow, so it has no lifetime parameters\n\
                 help: hold an `Entity` or an index instead of a reference",
            );
        }
    }
}

/// An enum has bit patterns that are no value, so its component is `checked`.
fn enum_form(model: &Model, errors: &Errors) {
    if model.form != Form::Fields && !model.is_checked() {
        let name = &model.ident;
        errors.refuse(
            name,
            format!(
                "`{name}` has bit patterns that are none of its variants\nhelp: {}",
                model.how_to_check()
            ),
        );
    }
    if let Some(param) = model.generics.params.first() {
        errors.refuse(
            param,
            "an enum with parameters cannot be plain data\nhelp: remove the parameters",
        );
    }
}

/// Variants are names of numbers, and there is at least one.
fn enum_variants(model: &Model, variants: &[Variant], errors: &Errors) {
    if variants.is_empty() {
        errors.refuse(
            &model.ident,
            "an enum without variants has no values\nhelp: a tag is a struct: `struct Frozen;`",
        );
    }
    for variant in variants {
        if let Some(fields) = &variant.fields {
            errors.refuse(
                fields,
                format!(
                    "variant `{}` has fields, and which bytes of them are set depends on the variant\n\
                     help: use a struct with the fields and an enum without fields beside them",
                    variant.ident
                ),
            );
        }
    }
}

/// Padding found at first use would be unsound, so the definition must rule it out.
fn no_padding_for_any_parameter(model: &Model, errors: &Errors) {
    if !model.is_generic() || model.generics.lifetimes().next().is_some() {
        return;
    }
    if let Some(align) = model.repr.align.first() {
        errors.refuse(
            &align.tokens,
            "a declared alignment can bring padding for some parameters\nhelp: remove it, or remove the parameters",
        );
    }
    if let Proof::None(first, other) = Proof::of(model) {
        errors.refuse(
            &other.ty,
            format!(
                "some parameters give `{}` padding: its fields `{}` and `{}` are made of different types\n\
                 help: make all fields of one type, or arrays of it, beside `PhantomData`; or write the struct without parameters",
                model.name(),
                first.name(),
                other.name(),
            ),
        );
    }
}
