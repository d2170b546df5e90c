//! The query as facts: which parameters there are, and which components each borrows, as far as spelling tells.
//! Aliases and generics are seen through only when code is generated.

use proc_macro2::{Delimiter, Ident, Spacing, TokenStream, TokenTree};
use quote::ToTokens;
use syn::{GenericArgument, Path, PathArguments, Type};

use super::parse::{Call, is_punct};
use crate::errors::Errors;
use crate::spelling::{mentions, shown, spelling};

/// A query.
#[derive(Default)]
pub(super) struct Model {
    pub(super) params: Vec<Param>,
    /// What an empty parameter list looks like.
    pub(super) bars: TokenStream,
    /// The `async` before the closure.
    pub(super) asyncness: Option<TokenTree>,
    /// What stands behind the closure.
    pub(super) surplus: TokenStream,
    /// Whether there is a closure at all.
    pub(super) has_closure: bool,
}

/// A parameter of the closure.
pub(super) struct Param {
    /// Its `cfg` attributes.
    pub(super) cfgs: TokenStream,
    /// Its type; empty where it has none.
    pub(super) ty: TokenStream,
    /// Pattern and type as they are written, for messages.
    pub(super) shown: String,
    pub(super) borrows: Vec<Borrow>,
}

/// A component that a parameter borrows.
pub(super) struct Borrow {
    /// The term that borrows it: the parameter's type or a part of it.
    pub(super) ty: TokenStream,
    /// The component as it is spelled: spelled alike, it is the same.
    pub(super) component: String,
    pub(super) writes: bool,
}

impl Model {
    /// The facts of a call.
    pub(super) fn new(call: &Call, errors: &Errors) -> Self {
        let Some(closure) = &call.closure else { return Self::default() };
        Self {
            params: closure
                .params
                .iter()
                .map(|tokens| Param::new(tokens.clone(), errors))
                .collect(),
            bars: closure.bars.clone(),
            asyncness: closure.asyncness.clone(),
            surplus: closure.surplus.clone(),
            has_closure: true,
        }
    }

    /// The closure's parameters as they are written.
    pub(super) fn header(&self) -> String {
        let params: Vec<&str> = self.params.iter().map(|param| &param.shown[..]).collect();
        format!("|{}|", params.join(", "))
    }

    /// Whether the world is borrowed mutably: a `mut` or `Mut` stands in a type.
    pub(super) fn writes(&self) -> bool {
        self.params
            .iter()
            .any(|param| ["mut", "Mut"].iter().any(|word| mentions(param.ty.clone(), word)))
    }
}

impl Borrow {
    fn new(ty: &Type, component: &Type, writes: bool) -> Self {
        let component = spelling(component.to_token_stream());
        Self { ty: ty.to_token_stream(), component, writes }
    }

    /// Whether the two would alias.
    pub(super) fn conflicts_with(&self, other: &Self) -> bool {
        self.component == other.component && (self.writes || other.writes)
    }
}

impl Param {
    fn new(tokens: TokenStream, errors: &Errors) -> Self {
        let tokens: Vec<TokenTree> = tokens.into_iter().collect();
        let (cfgs, rest) = split_attributes(&tokens);
        let colon = place_of_colon(rest);
        let pattern: TokenStream = rest[..colon].iter().cloned().collect();
        let ty: TokenStream = rest.get(colon + 1..).unwrap_or_default().iter().cloned().collect();
        let shown = shown(rest.iter().cloned().collect::<TokenStream>());
        if ty.is_empty() {
            let at = if pattern.is_empty() { tokens.iter().cloned().collect() } else { pattern };
            errors.note(at, no_type(shown.trim_end_matches(':')));
        }
        Self { cfgs, borrows: borrows_of(&ty), ty, shown }
    }
}

fn no_type(pattern: &str) -> String {
    let subject = if pattern.is_empty() { "a parameter" } else { &format!("`{pattern}`") };
    let pattern = if pattern.is_empty() { "_" } else { pattern };
    format!(
        "{subject} has no type, and the types of the parameters are the query\n\
         help: write `{pattern}: &T` to read the component `T`, `{pattern}: &mut T` to write it, `{pattern}: Entity` for the handle"
    )
}

/// The `cfg` and `cfg_attr` attributes at the start, and what follows all attributes.
fn split_attributes(tokens: &[TokenTree]) -> (TokenStream, &[TokenTree]) {
    let mut cfgs = TokenStream::new();
    let mut rest = tokens;
    while let [hash, TokenTree::Group(attr), after @ ..] = rest {
        if !is_punct(hash, '#') || attr.delimiter() != Delimiter::Bracket {
            break;
        }
        if starts_with_cfg(attr.stream()) {
            cfgs.extend([hash.clone(), TokenTree::Group(attr.clone())]);
        }
        rest = after;
    }
    (cfgs, rest)
}

fn starts_with_cfg(attr: TokenStream) -> bool {
    matches!(attr.into_iter().next(), Some(TokenTree::Ident(word)) if word == "cfg" || word == "cfg_attr")
}

/// The place of the colon between pattern and type, which is no half of a `::`; behind the end where there is none.
fn place_of_colon(tokens: &[TokenTree]) -> usize {
    let joint = |i: usize| {
        matches!(&tokens[i], TokenTree::Punct(punct) if punct.as_char() == ':' && punct.spacing() == Spacing::Joint)
            && tokens.get(i + 1).is_some_and(|next| is_punct(next, ':'))
    };
    let mut i = 0;
    while i < tokens.len() {
        if is_punct(&tokens[i], ':') {
            if !joint(i) {
                return i;
            }
            i += 1;
        }
        i += 1;
    }
    tokens.len()
}

/// What a term borrows; nothing where its spelling does not tell.
fn borrows_of(ty: &TokenStream) -> Vec<Borrow> {
    let mut borrows = Vec::new();
    if let Ok(ty) = syn::parse2::<Type>(ty.clone()) {
        collect(&ty, &mut borrows);
    }
    borrows
}

fn collect(ty: &Type, borrows: &mut Vec<Borrow>) {
    match ty {
        Type::Group(group) => collect(&group.elem, borrows),
        Type::Paren(paren) => collect(&paren.elem, borrows),
        Type::Reference(reference) => {
            let writes = reference.mutability.is_some();
            borrows.push(Borrow::new(ty, &reference.elem, writes));
        }
        Type::Path(path) if path.qself.is_none() => collect_path(ty, &path.path, borrows),
        _ => {}
    }
}

/// `Option<&T>`, `Mut<T>` and `AnyOf<(&A, &B)>`, under whatever path.
fn collect_path(ty: &Type, path: &Path, borrows: &mut Vec<Borrow>) {
    let Some((name, arguments)) = arguments_of(path) else { return };
    for argument in arguments {
        if name == "Option" {
            collect(argument, borrows);
        } else if name == "Mut" {
            borrows.push(Borrow::new(ty, argument, true));
        } else if name == "AnyOf" {
            collect_members(argument, borrows);
        }
    }
}

/// The last name of a path, and the types in its angle brackets; nothing where it has none.
pub(super) fn arguments_of(path: &Path) -> Option<(&Ident, impl Iterator<Item = &Type>)> {
    let last = path.segments.last()?;
    let PathArguments::AngleBracketed(arguments) = &last.arguments else { return None };
    let types = arguments.args.iter().filter_map(|argument| match argument {
        GenericArgument::Type(ty) => Some(ty),
        _ => None,
    });
    Some((&last.ident, types))
}

fn collect_members(ty: &Type, borrows: &mut Vec<Borrow>) {
    match ty {
        Type::Group(group) => collect_members(&group.elem, borrows),
        Type::Tuple(tuple) => tuple.elems.iter().for_each(|member| collect(member, borrows)),
        _ => {}
    }
}
