//! The rules for queries that can be seen from how they are written. What only types know is the compiler's to say,
//! at the parameter's type.

use proc_macro2::{Group, Ident, TokenStream, TokenTree};
use syn::Type;

use super::model::{Model, Param, arguments_of};
use super::parse::Call;
use crate::errors::Errors;
use crate::spelling::shown;

/// The most terms and filters of a query.
const MAX_PARAMS: usize = 16;
/// Filters and terms that name a component without borrowing it.
const FILTERS: [&str; 3] = ["With", "Without", "Has"];

/// Reports everything that is wrong with the query.
pub(super) fn check(call: &Call, model: &Model, errors: &Errors) {
    if !model.has_closure {
        return;
    }
    something_in_par(call, model, errors);
    nothing_behind(model, errors);
    not_async(model, errors);
    at_least_one(call, model, errors);
    at_most(model, errors);
    for param in &model.params {
        no_lifetimes(param, errors);
        no_reference_in_filters(&param.ty, errors);
        no_component_twice_inside(param, errors);
    }
    for (i, second) in model.params.iter().enumerate() {
        no_component_twice(&model.params[..i], second, errors);
    }
}

/// What is visited in parallel is a world.
fn something_in_par(call: &Call, model: &Model, errors: &Errors) {
    if let Some(par) = call.par.as_ref().filter(|_| call.world.is_empty()) {
        errors.note(
            par,
            format!(
                "no world stands in `par()` before the closure `{}`\nhelp: write `par(world)`",
                model.header()
            ),
        );
    }
}

/// The closure is the last argument.
fn nothing_behind(model: &Model, errors: &Errors) {
    if !model.surplus.is_empty() {
        let shown = shown(&model.surplus);
        errors.note(
            &model.surplus,
            format!(
                "`{shown}` is too much: `query!` takes a world and a closure\n\
                 help: remove `, {shown}`, or put the closure's body in braces if it is part of it"
            ),
        );
    }
}

/// A row's references end with the call, and a future would outlive it.
fn not_async(model: &Model, errors: &Errors) {
    if let Some(word) = &model.asyncness {
        errors.note(
            word,
            format!(
                "`{}` cannot be `async`: a row is borrowed for one call of the closure\n\
                 help: remove `async`; collect what the future needs, and await it after the query",
                model.header()
            ),
        );
    }
}

/// A query of nothing would visit every entity, which nobody means who writes `||`.
fn at_least_one(call: &Call, model: &Model, errors: &Errors) {
    if model.params.is_empty() {
        errors.note(
            &model.bars,
            format!(
                "this query asks `{}` for nothing: its closure has no parameter\n\
                 help: write `|_: Entity|` to visit every entity",
                shown(&call.world)
            ),
        );
    }
}

/// Parameters under `cfg` are not counted: which of them are there is not known here.
fn at_most(model: &Model, errors: &Errors) {
    if let Some(param) = model.params.iter().filter(|param| param.cfgs.is_empty()).nth(MAX_PARAMS) {
        let shown = &param.shown;
        errors.note(
            &param.ty,
            format!(
                "`{shown}` is one parameter too many: a query takes at most {MAX_PARAMS}\n\
                 help: remove `{shown}` and look it up with `world.get`, or put components that go together into one"
            ),
        );
    }
}

/// A row is borrowed for one call, for which no name exists outside.
fn no_lifetimes(param: &Param, errors: &Errors) {
    let mut named = Vec::new();
    let without = without_lifetimes(param.ty.clone(), &mut named);
    for lifetime in named {
        errors.note(
            lifetime,
            format!(
                "`{}` is borrowed for one call of the closure, which has no name\nhelp: write `{}`",
                shown(&param.ty),
                shown(&without)
            ),
        );
    }
}

/// The type without the lifetimes that have names, which are handed out.
fn without_lifetimes(ty: TokenStream, named: &mut Vec<TokenStream>) -> TokenStream {
    let mut result = TokenStream::new();
    let mut tokens = ty.into_iter();
    while let Some(token) = tokens.next() {
        match token {
            TokenTree::Punct(tick) if tick.as_char() == '\'' => {
                let name = tokens.next();
                let lifetime = [Some(TokenTree::Punct(tick)), name.clone()].into_iter().flatten();
                if name.is_some_and(|name| name.to_string() == "_") {
                    result.extend(lifetime);
                } else {
                    named.push(lifetime.collect());
                }
            }
            TokenTree::Group(group) => {
                let inside = without_lifetimes(group.stream(), named);
                result.extend([TokenTree::Group(Group::new(group.delimiter(), inside))]);
            }
            token => result.extend([token]),
        }
    }
    result
}

/// A filter names a component, and borrows nothing; those inside an `Or` neither.
fn no_reference_in_filters(ty: &TokenStream, errors: &Errors) {
    if let Ok(ty) = syn::parse2::<Type>(ty.clone()) {
        no_reference_in_filter(&ty, errors);
    }
}

fn no_reference_in_filter(ty: &Type, errors: &Errors) {
    match ty {
        Type::Group(group) => no_reference_in_filter(&group.elem, errors),
        Type::Tuple(tuple) => {
            tuple.elems.iter().for_each(|member| no_reference_in_filter(member, errors));
        }
        Type::Path(path) => {
            let Some((name, arguments)) = arguments_of(&path.path) else { return };
            for argument in arguments {
                match argument {
                    Type::Reference(reference) if FILTERS.iter().any(|known| name == known) => {
                        errors.note(argument, reference_in_filter(ty, name, &reference.elem));
                    }
                    members if name == "Or" => no_reference_in_filter(members, errors),
                    _ => {}
                }
            }
        }
        _ => {}
    }
}

fn reference_in_filter(filter: &Type, name: &Ident, component: &Type) -> String {
    let (shown, component) = (shown(filter), shown(component));
    format!("`{shown}` borrows nothing, so it has no `&`\nhelp: write `{name}<{component}>`")
}

/// The same among the members of one `AnyOf`.
fn no_component_twice_inside(param: &Param, errors: &Errors) {
    for (i, second) in param.borrows.iter().enumerate() {
        if let Some(first) = param.borrows[..i].iter().find(|first| first.conflicts_with(second)) {
            let dropped = if first.writes { second } else { first };
            errors.note(
                &second.ty,
                format!(
                    "`{}` here and `{}` before it borrow the same component of a row in one `AnyOf`\nhelp: remove `{}`",
                    shown(&second.ty),
                    shown(&first.ty),
                    shown(&dropped.ty)
                ),
            );
        }
    }
}

/// Two references to one component of a row, one of them mutable, would alias.
fn no_component_twice(before: &[Param], second: &Param, errors: &Errors) {
    if !second.cfgs.is_empty() {
        return;
    }
    for first in before.iter().filter(|first| first.cfgs.is_empty()) {
        if second.borrows.iter().any(|b| first.borrows.iter().any(|a| a.conflicts_with(b))) {
            return errors.note(&second.ty, twice(first, second));
        }
    }
}

fn twice(first: &Param, second: &Param) -> String {
    let writes = |param: &Param| param.borrows.iter().any(|borrow| borrow.writes);
    let (kept, dropped) = if writes(first) { (first, second) } else { (second, first) };
    let kept_ty = shown(&kept.ty);
    let reason = if writes(dropped) {
        format!("`{kept_ty}` is enough")
    } else {
        format!("`{kept_ty}` reads as well")
    };
    format!(
        "`{}` here and `{}` before it borrow the same component of a row\nhelp: remove `{}`: {reason}",
        shown(&second.ty),
        shown(&first.ty),
        dropped.shown
    )
}
