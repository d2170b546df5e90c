//! The rules for plain types. Each rule is a function that says what is refused and why; none emits code.
//! What only types know (padding, traits of fields) is asserted by the expansion instead.

mod field;
mod known;
mod layout;
mod toggle;
mod version;

use proc_macro2::{Ident, Span};
use syn::LitStr;
use syn::ext::IdentExt;

use super::generic::{self, Proof};
use super::kind::{Form, Kind};
use super::model::{Body, Model, Variant};
use crate::errors::Errors;
use crate::spelling::shown;

/// Reports everything that is wrong with the item. Below another kind's attribute that is the other derive's to do; a component
/// that calls itself transient is wrong already, and what is above it may not have been made for one.
pub(super) fn check(model: &Model, errors: &Errors) {
    if model.form == Form::Beside {
        component_is_above(model, errors);
        return;
    }
    if model.args.transient.is_some() {
        return;
    }
    check_id(&model.ident, model.args.id.as_ref(), errors);
    no_lifetimes(model, errors);
    toggle::check(model, errors);
    version::check(model, errors);
    match &model.body {
        Body::Union(at) => union(model, *at, errors),
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

/// What is both is held to the rules of components, which are the stricter ones.
fn component_is_above(model: &Model, errors: &Errors) {
    if model.kind == Kind::Component {
        errors.refuse(
            &model.ident,
            format!(
                "`{}` derives `Component` below `#[resource]`, and what is both is a component first\n\
                 help: write `#[component]` above, and `#[derive(Resource)]` below it",
                model.name()
            ),
        );
    }
}

/// An `id` stands in files and messages, so it is a name.
pub(crate) fn check_id(name: &Ident, id: Option<&LitStr>, errors: &Errors) {
    let Some(id) = id else { return };
    let (name, text) = (name.unraw().to_string(), id.value());
    let is_no_letter = |c: char| c.is_whitespace() || c.is_control();
    if text.is_empty() {
        let better = name.to_lowercase();
        let help = format!("help: write `id = \"game.{better}\"`, or remove it");
        errors.note(id, format!("the `id` of `{name}` is empty\n{help}"));
    } else if text.contains(is_no_letter) {
        let better = text.replace(is_no_letter, "_");
        let help = format!("help: write `id = \"{better}\"`");
        errors.note(id, format!("the `id` of `{name}` has spaces, and is a name\n{help}"));
    }
}

/// Not all bytes of a union are set, whatever its fields are.
fn union(model: &Model, keyword: Span, errors: &Errors) {
    errors.refuse(
        Ident::new("union", keyword),
        format!(
            "`{}` is a union, and which of its fields is meant is not in its bytes\n\
             help: write `struct`, perhaps with an enum in it that says what the value is",
            model.name()
        ),
    );
}

/// A component or resource owns its data for as long as the world lives, so it cannot borrow.
fn no_lifetimes(model: &Model, errors: &Errors) {
    let borrows = model.fields().iter().any(|field| field::is_reference(&field.ty));
    for param in model.generics.lifetimes() {
        if borrows {
            // The references are reported, and the parameter goes with them.
            errors.hopeless();
        } else {
            let (name, noun, lifetime) = (model.name(), model.kind.noun(), &param.lifetime);
            errors.refuse(
                lifetime,
                format!(
                    "`{name}` has a lifetime parameter, and a {noun} cannot borrow\n\
                     help: remove `{lifetime}`; to refer to other data, hold an `Entity` or a number"
                ),
            );
        }
    }
}

/// An enum has bit patterns that are no value, so its component is `checked`.
fn enum_form(model: &Model, errors: &Errors) {
    if model.kind != Kind::Fields && !model.is_checked() && model.args.toggle.is_none() {
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
        let (name, shown) = (model.name(), shown(param));
        errors.refuse(
            param,
            format!("`{name}` is an enum, and one with parameters is no plain data\nhelp: remove `{shown}`"),
        );
    }
}

/// Variants are names of numbers, and there is at least one.
fn enum_variants(model: &Model, variants: &[Variant], errors: &Errors) {
    if variants.is_empty() {
        errors.refuse(
            &model.ident,
            format!(
                "`{0}` is an enum without variants, so it has no value\n\
                 help: write `struct {0};` for a {1}",
                model.name(),
                model.kind.without_data()
            ),
        );
    }
    for variant in variants {
        if let Some(fields) = &variant.fields {
            errors.refuse(
                fields,
                format!(
                    "variant `{0}` has fields, and which bytes of them are set depends on the variant\n\
                     help: write `{0}` alone, and hold the fields in a struct beside the enum",
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
    let name = model.name();
    if let Some(align) = model.repr.align.first() {
        let shown = shown(&align.tokens);
        errors.refuse(
            &align.tokens,
            format!(
                "`{name}` declares an alignment, which brings padding for some parameters\n\
                 help: remove `{shown}`, or write the struct without parameters"
            ),
        );
    }
    if let Proof::None(first, other) = Proof::of(model) {
        errors.refuse(
            &other.ty,
            format!(
                "some parameters give `{name}` padding: its fields `{}` and `{}` are made of different types\n\
                 help: write `{}` or an array of it for the type of both, or write the struct without parameters",
                first.name(),
                other.name(),
                shown(generic::element(&first.ty)),
            ),
        );
    }
}
