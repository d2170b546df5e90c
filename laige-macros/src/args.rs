//! The arguments of `#[component(..)]` and `#[laige(..)]`: which keys exist, and what each takes.
//! A wrong argument is reported and the next one is read.

use proc_macro2::{TokenStream, TokenTree};
use quote::quote;
use syn::ext::IdentExt;
use syn::parse::{Parse, ParseStream, Parser};
use syn::{Attribute, Ident, LitInt, LitStr, Meta, Path, Token};

use crate::errors::Errors;
use crate::place::adopt;

/// The flag by which `#[component]` tells the derive that it stands above.
pub(crate) const BY_ATTRIBUTE: &str = "__by_attribute";

/// The arguments of an item, all its attributes together.
#[derive(Default)]
pub(crate) struct Args {
    pub(crate) id: Option<LitStr>,
    pub(crate) size: Option<LitInt>,
    pub(crate) align: Option<LitInt>,
    pub(crate) checked: Option<Ident>,
    pub(crate) krate: Option<Path>,
    pub(crate) by_attribute: Option<Ident>,
}

/// Whose arguments they are.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Owner {
    /// A component, or a type that derives `Fields`.
    Plain,
    /// A bundle.
    Bundle,
}

impl Owner {
    /// The keys that it takes.
    fn keys(self) -> &'static [&'static str] {
        match self {
            Self::Plain => &["id", "size", "align", "checked", "crate", BY_ATTRIBUTE],
            Self::Bundle => &["crate"],
        }
    }

    /// What to say of a key that does not exist.
    fn unknown(self, name: &str) -> String {
        let near = self.keys().iter().find(|key| is_near(key, name) && **key != BY_ATTRIBUTE);
        let guess = near.map_or_else(String::new, |key| format!("; did you mean `{key}`?"));
        format!("there is no argument `{name}`{guess}\nhelp: {}", self.help())
    }

    /// The keys, for messages.
    fn help(self) -> &'static str {
        match self {
            Self::Plain => {
                "the arguments are `id = \"..\"`, `size = N`, `align = N`, `checked` and `crate = path`"
            }
            Self::Bundle => "the one argument of a bundle is `crate = path`",
        }
    }
}

/// Whether the two differ by one letter that is wrong or missing, or by two that are exchanged.
fn is_near(key: &str, name: &str) -> bool {
    let (a, b): (Vec<char>, Vec<char>) = (key.chars().collect(), name.chars().collect());
    let same = a.iter().zip(&b).take_while(|(a, b)| a == b).count();
    let (a, b) = (&a[same..], &b[same..]);
    match (a, b) {
        ([x, y, a @ ..], [p, q, b @ ..]) if x == q && y == p => a == b,
        ([_, a @ ..], [_, c @ ..]) if a == c => true,
        ([_, a @ ..], b) if a == b => true,
        (a, [_, b @ ..]) => a == b,
        _ => false,
    }
}

/// One argument: its key and the tokens after it.
struct Arg {
    key: Ident,
    rest: TokenStream,
}

impl Parse for Arg {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        Ok(Self { key: input.call(Ident::parse_any)?, rest: input.parse()? })
    }
}

impl Args {
    /// Adds the arguments in all `#[laige(..)]` among `attrs`.
    pub(crate) fn read_attributes(&mut self, owner: Owner, attrs: &[Attribute], errors: &Errors) {
        for attr in attrs.iter().filter(|attr| attr.path().is_ident("laige")) {
            match &attr.meta {
                Meta::List(list) => self.read(owner, list.tokens.clone(), errors),
                meta => errors.note(
                    meta,
                    "`laige` takes arguments in parentheses, as in `#[laige(checked)]`",
                ),
            }
        }
    }

    /// Adds the arguments in `tokens`; a wrong one is reported and the next is read.
    pub(crate) fn read(&mut self, owner: Owner, tokens: TokenStream, errors: &Errors) {
        for piece in split_at_commas(tokens) {
            match Arg::parse.parse2(piece) {
                Ok(arg) => self.read_arg(owner, arg, errors),
                Err(mistake) => errors.add(mistake),
            }
        }
    }

    fn read_arg(&mut self, owner: Owner, Arg { key, rest }: Arg, errors: &Errors) {
        let name = key.unraw().to_string();
        if name == "opaque" && owner != Owner::Bundle {
            return errors.note(key, "`opaque` stands on a field: `#[laige(opaque)] field: Type`");
        }
        if !owner.keys().contains(&name.as_str()) {
            return errors.note(&key, owner.unknown(&name));
        }
        match name.as_str() {
            "id" => set(&mut self.id, &key, text(&key, rest, errors), errors),
            "size" => set(&mut self.size, &key, number(&key, rest, errors), errors),
            "align" => set(&mut self.align, &key, number(&key, rest, errors), errors),
            "checked" => set(&mut self.checked, &key, flag(&key, rest, errors), errors),
            "crate" => set(&mut self.krate, &key, path(&key, rest, errors), errors),
            _ => self.by_attribute = Some(key),
        }
    }

    /// The path to the crate `laige`.
    pub(crate) fn laige(&self) -> TokenStream {
        self.krate.as_ref().map_or_else(|| quote!(::laige), adopt)
    }
}

/// Sets `place`, once.
fn set<T>(place: &mut Option<T>, key: &Ident, value: Option<T>, errors: &Errors) {
    if place.is_some() {
        errors.note(key, format!("`{key}` was given before\nhelp: keep one of the two"));
    } else {
        *place = value;
    }
}

fn text(key: &Ident, rest: TokenStream, errors: &Errors) -> Option<LitStr> {
    let found: Option<LitStr> = value(rest.clone());
    if found.is_none() {
        errors.note(both(key, &rest), "`id` takes a string, as in `id = \"game.pos\"`");
    }
    found
}

fn number(key: &Ident, rest: TokenStream, errors: &Errors) -> Option<LitInt> {
    let found: Option<LitInt> = value(rest.clone());
    let found = found.filter(|number| number.base10_parse::<usize>().is_ok());
    if found.is_none() {
        errors
            .note(both(key, &rest), format!("`{key}` takes a number of bytes, as in `{key} = 8`"));
    }
    found
}

fn path(key: &Ident, rest: TokenStream, errors: &Errors) -> Option<Path> {
    let found = (|input: ParseStream<'_>| {
        input.parse::<Token![=]>()?;
        input.call(Path::parse_mod_style)
    })
    .parse2(rest.clone())
    .ok();
    if found.is_none() {
        errors.note(
            both(key, &rest),
            "`crate` takes a path without quotes, as in `crate = game::laige`",
        );
    }
    found
}

fn flag(key: &Ident, rest: TokenStream, errors: &Errors) -> Option<Ident> {
    if !rest.is_empty() {
        errors.note(both(key, &rest), format!("`{key}` takes no value: write it alone"));
    }
    Some(key.clone())
}

/// The value in `= value`.
fn value<T: Parse>(rest: TokenStream) -> Option<T> {
    (|input: ParseStream<'_>| {
        input.parse::<Token![=]>()?;
        input.parse()
    })
    .parse2(rest)
    .ok()
}

fn both(key: &Ident, rest: &TokenStream) -> TokenStream {
    quote!(#key #rest)
}

/// The pieces between the commas of `tokens`; a trailing comma makes no piece.
pub(crate) fn split_at_commas(tokens: TokenStream) -> Vec<TokenStream> {
    let mut pieces = vec![Vec::new()];
    for token in tokens {
        match token {
            TokenTree::Punct(punct) if punct.as_char() == ',' => pieces.push(Vec::new()),
            token => pieces.last_mut().expect("there is always a piece").push(token),
        }
    }
    if pieces.last().is_some_and(Vec::is_empty) {
        pieces.pop();
    }
    pieces.into_iter().map(|piece| piece.into_iter().collect()).collect()
}

/// Whether a field carries `#[laige(opaque)]`; anything else in a field's `laige` attributes is reported.
pub(crate) fn read_opaque(attrs: &[Attribute], errors: &Errors) -> bool {
    let mut opaque = None;
    for attr in attrs.iter().filter(|attr| attr.path().is_ident("laige")) {
        let tokens = match &attr.meta {
            Meta::List(list) if list.delimiter_is_paren() => list.tokens.clone(),
            meta => {
                errors.note(meta, FIELD_HELP);
                continue;
            }
        };
        if tokens.is_empty() {
            errors.note(&attr.meta, FIELD_HELP);
        }
        for piece in split_at_commas(tokens) {
            match Arg::parse.parse2(piece.clone()) {
                Ok(Arg { key, rest }) if key == "opaque" => {
                    set(&mut opaque, &key, flag(&key, rest, errors), errors)
                }
                _ => errors.note(piece, FIELD_HELP),
            }
        }
    }
    opaque.is_some()
}

const FIELD_HELP: &str = "a field takes `#[laige(opaque)]` and nothing else";

/// What syn does not offer on a list.
trait Parens {
    fn delimiter_is_paren(&self) -> bool;
}

impl Parens for syn::MetaList {
    fn delimiter_is_paren(&self) -> bool {
        matches!(self.delimiter, syn::MacroDelimiter::Paren(_))
    }
}

/// Whether `tokens` name `word` at any depth.
pub(crate) fn mentions(tokens: TokenStream, word: &str) -> bool {
    tokens.into_iter().any(|token| match token {
        TokenTree::Ident(ident) => ident == word,
        TokenTree::Group(group) => mentions(group.stream(), word),
        _ => false,
    })
}
