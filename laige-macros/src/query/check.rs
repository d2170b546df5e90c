//! The rules for queries that can be seen from how they are written. What only types know is the compiler's to say,
//! at the parameter's type.

use proc_macro2::{TokenStream, TokenTree};

use super::model::{Model, Param};
use crate::errors::Errors;
use crate::spelling::shown;

/// The most terms and filters of a query.
const MAX_PARAMS: usize = 16;

/// Reports everything that is wrong with the query.
pub(super) fn check(model: &Model, errors: &Errors) {
    if !model.has_closure {
        return;
    }
    nothing_behind(model, errors);
    not_async(model, errors);
    at_least_one(model, errors);
    at_most(model, errors);
    for param in &model.params {
        no_lifetimes(param.ty.clone(), errors);
    }
    for (i, second) in model.params.iter().enumerate() {
        no_component_twice(&model.params[..i], second, errors);
    }
}

/// The closure is the last argument.
fn nothing_behind(model: &Model, errors: &Errors) {
    if !model.surplus.is_empty() {
        errors.note(
            &model.surplus,
            "`query!` takes a world and a closure, and this is more\n\
             help: remove it, or put the closure's body in braces",
        );
    }
}

/// A row's references end with the call, and a future would outlive it.
fn not_async(model: &Model, errors: &Errors) {
    if let Some(word) = &model.asyncness {
        errors.note(
            word,
            "the closure of a query cannot be `async`: a row is borrowed for one call only\n\
             help: collect what the future needs, and await it after the query",
        );
    }
}

/// A query of nothing would visit every entity, which nobody means who writes `||`.
fn at_least_one(model: &Model, errors: &Errors) {
    if model.params.is_empty() {
        errors.note(
            &model.bars,
            "a query needs a parameter\nhelp: `|_: Entity|` visits every entity",
        );
    }
}

/// Parameters under `cfg` are not counted: which of them are there is not known here.
fn at_most(model: &Model, errors: &Errors) {
    if let Some(param) = model.params.iter().filter(|param| param.cfgs.is_empty()).nth(MAX_PARAMS) {
        errors.note(
            &param.ty,
            format!(
                "a query takes at most {MAX_PARAMS} parameters\n\
                 help: put components that go together into one, or look the rest up with `world.get`"
            ),
        );
    }
}

/// A row is borrowed for one call, for which no name exists outside.
fn no_lifetimes(ty: TokenStream, errors: &Errors) {
    let mut tokens = ty.into_iter();
    while let Some(token) = tokens.next() {
        match token {
            TokenTree::Punct(tick) if tick.as_char() == '\'' => {
                let name = tokens.next();
                if name.as_ref().is_none_or(|name| name.to_string() != "_") {
                    let lifetime: TokenStream =
                        [Some(TokenTree::Punct(tick)), name].into_iter().flatten().collect();
                    errors.note(lifetime, "a row is borrowed for one call of the closure\nhelp: leave the lifetime out");
                }
            }
            TokenTree::Group(group) => no_lifetimes(group.stream(), errors),
            _ => {}
        }
    }
}

/// Two references to one component of a row, one of them mutable, would alias.
fn no_component_twice(before: &[Param], second: &Param, errors: &Errors) {
    if !second.cfgs.is_empty() {
        return;
    }
    for first in before.iter().filter(|first| first.cfgs.is_empty()) {
        let clash = second.borrows.iter().any(|b| {
            first.borrows.iter().any(|a| a.component == b.component && (a.writes || b.writes))
        });
        if clash {
            return errors.note(&second.ty, twice(first, second));
        }
    }
}

fn twice(first: &Param, second: &Param) -> String {
    let writing = |param: &Param| param.borrows.iter().any(|borrow| borrow.writes);
    let (first_ty, second_ty) = (shown(&first.ty), shown(&second.ty));
    let help = if writing(first) && writing(second) {
        "keep one of the two".to_owned()
    } else {
        let kept = if writing(first) { &first_ty } else { &second_ty };
        format!("keep the `{kept}` parameter alone, it reads as well")
    };
    format!(
        "`{second_ty}` here and `{first_ty}` before it borrow the same component of a row\nhelp: {help}"
    )
}
