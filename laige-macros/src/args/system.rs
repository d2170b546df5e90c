//! The arguments of `#[system(..)]`: budget, order, name, condition.

use std::time::Duration;

use proc_macro2::TokenStream;
use syn::parse::{Parse, ParseStream, Parser};
use syn::punctuated::Punctuated;
use syn::{Expr, Ident, Lit, LitStr, Path, Token, parenthesized};

use super::arg::{self, Arg};
use super::owner::Owner;
use crate::place::adopt;
use crate::spelling::{shown, spelling};

/// What the attribute says of a system.
#[derive(Default)]
pub(crate) struct SystemArgs {
    pub(crate) name: Option<LitStr>,
    pub(crate) budget: Option<Duration>,
    pub(crate) after: Option<Vec<Path>>,
    pub(crate) before: Option<Vec<Path>>,
    pub(crate) run_if: Option<Expr>,
    pub(crate) presentation: Option<Ident>,
    pub(crate) for_each: Option<Ident>,
    krate: Option<Path>,
}

impl SystemArgs {
    /// The arguments in `tokens`.
    pub(crate) fn read(owner: &Owner<'_>, tokens: &TokenStream) -> Self {
        let mut args = Self::default();
        for arg in arg::read_all(tokens, owner) {
            args.add(owner, &arg);
        }
        args
    }

    /// The path to the crate `laige`.
    pub(crate) fn laige(&self) -> TokenStream {
        self.krate.as_ref().map_or_else(|| quote::quote!(::laige), adopt)
    }

    fn add(&mut self, owner: &Owner<'_>, arg: &Arg) {
        let name = arg.name();
        match &name[..] {
            "name" => arg.set(&mut self.name, arg.text(owner), owner),
            "budget_ms" => arg.set(&mut self.budget, budget(arg, owner), owner),
            "after" => arg.set(&mut self.after, systems(arg, owner), owner),
            "before" => arg.set(&mut self.before, systems(arg, owner), owner),
            "run_if" => arg.set(&mut self.run_if, condition(arg, owner), owner),
            "presentation" => arg.set(&mut self.presentation, Some(arg.flag(owner)), owner),
            "for_each" => arg.set(&mut self.for_each, Some(arg.flag(owner)), owner),
            "crate" => arg.set(&mut self.krate, arg.path(owner), owner),
            _ => owner.note(&arg.key, owner.unknown(&name, &shown(arg))),
        }
    }
}

/// A positive number of milliseconds.
fn budget(arg: &Arg, owner: &Owner<'_>) -> Option<Duration> {
    let parse = |input: ParseStream<'_>| {
        let milliseconds = match input.parse()? {
            Lit::Float(number) => number.base10_parse::<f64>()?,
            Lit::Int(number) => number.base10_parse::<f64>()?,
            other => return Err(syn::Error::new_spanned(other, "")),
        };
        let budget = Duration::try_from_secs_f64(milliseconds / 1_000.0).unwrap_or_default();
        if budget.is_zero() { Err(input.error("")) } else { Ok(budget) }
    };
    let help = || ("a positive number of milliseconds", "write `budget_ms = 1.0`".to_owned());
    arg.value(parse, owner, help)
}

/// The paths of systems in parentheses.
fn systems(arg: &Arg, owner: &Owner<'_>) -> Option<Vec<Path>> {
    let paths = |input: ParseStream<'_>| {
        let inside;
        parenthesized!(inside in input);
        Punctuated::<Path, Token![,]>::parse_terminated(&inside)
    };
    let found = paths.parse2(arg.rest.clone()).ok().filter(|paths| !paths.is_empty());
    let Some(found) = found else {
        let (key, of) = (arg.name(), owner.name());
        let message = format!("`{key}` of `{of}` takes the paths of systems in parentheses");
        owner.note(arg, format!("{message}\nhelp: write `{key}(spawn_wave)`, without quotes"));
        return None;
    };
    let found: Vec<Path> = found.into_iter().collect();
    for (i, path) in found.iter().enumerate() {
        if found[..i].iter().any(|before| spelling(before) == spelling(path)) {
            let shown = shown(path);
            let message =
                format!("`{shown}` stands twice in `{}` of `{}`", arg.name(), owner.name());
            owner.note(path, format!("{message}\nhelp: remove one `{shown}`"));
        }
    }
    Some(found)
}

/// A function of the world, in parentheses.
fn condition(arg: &Arg, owner: &Owner<'_>) -> Option<Expr> {
    let expression = |input: ParseStream<'_>| {
        let inside;
        parenthesized!(inside in input);
        inside.call(Expr::parse)
    };
    let found = expression.parse2(arg.rest.clone());
    if found.is_err() {
        let of = owner.name();
        let message = format!("`run_if` of `{of}` takes a function of the world in parentheses");
        owner.note(
            arg,
            format!(
                "{message}\nhelp: write `run_if(is_night)` for `fn is_night(world: &World) -> bool`"
            ),
        );
    }
    found.ok()
}
