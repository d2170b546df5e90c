//! The rules for systems that can be seen from how the function is written. What a parameter can be is the core's to say.

use quote::{ToTokens, quote};
use syn::ext::IdentExt;
use syn::{GenericParam, ReturnType, Type, TypeParam, TypeParamBound, WherePredicate};

use super::model::{Model, Param};
use crate::errors::Errors;
use crate::spelling::{mentions, shown};

/// The most parameters of a system.
const MAX_PARAMS: usize = 16;
/// What is lent to a system.
const LENT: [&str; 3] = ["World", "Prng", "Commands"];
/// What a system is given as a value.
const GIVEN: [&str; 6] = ["Query", "Res", "ResMut", "Input", "Tick", "Local"];
/// Bounds by which a type parameter has a name.
const NAMING: [&str; 4] = ["Component", "Resource", "Fields", "System"];

/// Reports everything that is wrong with the function.
pub(super) fn check(model: &Model, errors: &Errors) {
    no_modifiers(model, errors);
    no_receiver(model, errors);
    is_called_something(model, errors);
    returns_nothing(model, errors);
    at_most(model, errors);
    asks_for_rows(model, errors);
    for param in &model.params {
        is_lent(param, errors);
        is_given(model, param, errors);
        has_a_type_with_a_name(param, errors);
        not_behind_cfg(model, param, errors);
    }
    for param in model.generics.type_params() {
        has_a_name(model, param, errors);
    }
}

/// A schedule calls the function, at once and to its end.
fn no_modifiers(model: &Model, errors: &Errors) {
    let signature = &model.signature;
    let name = &signature.ident;
    if let Some(word) = &signature.asyncness {
        errors.refuse(
            word,
            format!(
                "`{name}` is `async`, and a system is over when its tick is\n\
                 help: remove `async`, and keep what goes on for longer in a resource"
            ),
        );
    }
    let others = [
        signature.constness.as_ref().map(ToTokens::to_token_stream),
        Some(signature.safety.to_token_stream()).filter(|word| !word.is_empty()),
        signature.abi.as_ref().map(|abi| abi.extern_token.to_token_stream()),
        signature.variadic.as_ref().map(ToTokens::to_token_stream),
    ];
    for word in others.into_iter().flatten() {
        let shown = shown(&word);
        errors.refuse(
            word,
            format!(
                "`{name}` is `{shown}`, and a system is a plain function\nhelp: remove `{shown}`"
            ),
        );
    }
}

/// What a method would have in `self` is in the world.
fn no_receiver(model: &Model, errors: &Errors) {
    if let Some(receiver) = &model.receiver {
        let (name, shown) = (&model.signature.ident, shown(receiver));
        errors.refuse(
            receiver,
            format!(
                "`{name}` is a method, and a system is a function: its data is in the world\n\
                 help: write `ResMut<T>` instead of `{shown}`, outside of the `impl`, and make the type a resource"
            ),
        );
    }
}

/// A name stands in orders and messages.
fn is_called_something(model: &Model, errors: &Errors) {
    if let Some(given) = model.args.name.as_ref().filter(|name| name.value().is_empty()) {
        let name = model.signature.ident.unraw();
        errors.note(
            given,
            format!(
                "the `name` of `{name}` is empty\n\
                 help: write `name = \"game.{name}\"`, or remove it"
            ),
        );
    }
}

/// Nobody is there to take a result.
fn returns_nothing(model: &Model, errors: &Errors) {
    let ReturnType::Type(arrow, ty) = &model.signature.output else { return };
    let is_unit = matches!(&**ty, Type::Tuple(tuple) if tuple.elems.is_empty());
    if !is_unit && !matches!(&**ty, Type::Never(_)) {
        let (name, shown) = (&model.signature.ident, shown(ty));
        errors.refuse(
            quote!(#arrow #ty),
            format!(
                "`{name}` returns `{shown}`, and nobody takes what a system returns\n\
                 help: remove `-> {shown}`; keep a result in a resource, and handle an error where it happens"
            ),
        );
    }
}

/// A function of rows is called for each row that has what it asks for. Whether a parameter is a term is the core's to say.
fn asks_for_rows(model: &Model, errors: &Errors) {
    if let Some(for_each) = model.args.for_each.as_ref().filter(|_| model.params.is_empty()) {
        let name = &model.signature.ident;
        errors.refuse(
            for_each,
            format!(
                "`{name}` is called for each row, and has no parameter\n\
                 help: remove `for_each`, or write `_: Entity` to visit every entity"
            ),
        );
    }
}

fn at_most(model: &Model, errors: &Errors) {
    if let Some(param) = model.params.get(MAX_PARAMS) {
        let shown = param.shown();
        errors.refuse(
            &param.written,
            format!(
                "`{shown}` is one parameter too many: a system takes at most {MAX_PARAMS}\n\
                 help: remove `{shown}`, put resources that go together into one, or make two systems"
            ),
        );
    }
}

/// The type of a parameter is what a system touches, so it has to be one.
fn has_a_type_with_a_name(param: &Param, errors: &Errors) {
    let name = &param.name;
    if mentions(param.written.to_token_stream(), "impl") {
        let shown = shown(&param.written);
        errors.refuse(
            &param.written,
            format!(
                "`{name}` is of a type without a name, `{shown}`\n\
                 help: write `Query<..>` or another parameter; a type that is left open is a parameter of the function, as `T: Component`"
            ),
        );
    }
}

/// The world, its streams and buffers are lent to a system.
fn is_lent(param: &Param, errors: &Errors) {
    let (name, shown) = (&param.name, shown(&param.written));
    let (reads, ty) = match &param.written {
        Type::Reference(reference) => (reference.mutability.is_none(), &*reference.elem),
        ty => (false, ty),
    };
    let is_lent =
        matches!(&param.written, Type::Reference(reference) if reference.mutability.is_some());
    let Type::Path(path) = ty else { return };
    let Some(last) = path.path.segments.last().map(|last| &last.ident) else { return };
    if is_lent || !LENT.iter().any(|known| last == known) {
        return;
    }
    if last != "World" {
        errors.refuse(
            &param.written,
            format!(
                "`{name}: {shown}` could not be used: a system is lent its own to change it\n\
                 help: write `{name}: &mut {last}`"
            ),
        );
    } else if !reads {
        errors.refuse(
            &param.written,
            format!(
                "`{name}: {shown}` takes the whole world, which a system is only lent\n\
                 help: write `&World` to read everything, or `&mut World` as the only parameter"
            ),
        );
    }
}

/// What is a value of the system's own is not behind a reference. In a function of rows that would be a component of this name.
fn is_given(model: &Model, param: &Param, errors: &Errors) {
    let Type::Reference(reference) = &param.written else { return };
    let Type::Path(path) = &*reference.elem else { return };
    let is_known = path
        .path
        .segments
        .last()
        .is_some_and(|last| GIVEN.into_iter().any(|known| last.ident == known));
    if is_known && model.args.for_each.is_none() {
        let (name, shown, ty) = (&param.name, shown(&param.written), shown(&reference.elem));
        let bound = if reference.mutability.is_some() { "mut " } else { "" };
        errors.refuse(
            &param.written,
            format!(
                "`{name}: {shown}` could not be used: a system is given a value of its own\n\
                 help: write `{bound}{name}: {ty}`"
            ),
        );
    }
}

/// What a system touches is the same in every build.
fn not_behind_cfg(model: &Model, param: &Param, errors: &Errors) {
    for cfg in &param.cfgs {
        let (name, shown) = (&model.signature.ident, shown(cfg));
        errors.refuse(
            cfg,
            format!(
                "`{}` of `{name}` is not there in every build, and what a system touches has to be known\n\
                 help: write `{shown}` on the function, and another function for the other builds",
                param.name
            ),
        );
    }
}

/// Instances of a generic system have names of their own, made of those of their types.
fn has_a_name(model: &Model, param: &TypeParam, errors: &Errors) {
    if naming_bound(model, param).is_none() {
        let (name, param_name) = (&model.signature.ident, &param.ident);
        errors.refuse(
            param,
            format!(
                "`{param_name}` gives instances of `{name}` no name, by which they could be told apart\n\
                 help: add the bound `{param_name}: Component`, or `Resource`"
            ),
        );
    }
}

/// The trait by which a type parameter has a name.
pub(super) fn naming_bound(model: &Model, param: &TypeParam) -> Option<&'static str> {
    let clauses = model.generics.where_clause.iter().flat_map(|clause| &clause.predicates);
    let of_clauses = clauses.filter_map(|predicate| match predicate {
        WherePredicate::Type(predicate) => match &predicate.bounded_ty {
            Type::Path(path) if path.path.is_ident(&param.ident) => Some(&predicate.bounds),
            _ => None,
        },
        _ => None,
    });
    let mut bounds = of_clauses.flatten().chain(&param.bounds);
    bounds.find_map(|bound| {
        let TypeParamBound::Trait(bound) = bound else { return None };
        let last = bound.path.segments.last()?;
        NAMING.into_iter().find(|name| last.ident == name)
    })
}

/// Whether instances of the function differ.
pub(super) fn is_generic(model: &Model) -> bool {
    model.generics.params.iter().any(|param| !matches!(param, GenericParam::Lifetime(_)))
}
