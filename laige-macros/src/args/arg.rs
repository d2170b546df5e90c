//! One argument: a key and perhaps a value.

use proc_macro2::{TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::ext::IdentExt;
use syn::parse::{Parse, ParseStream, Parser};
use syn::{Ident, LitInt, LitStr, Path, Token};

use crate::errors::Errors;

/// A key and the tokens after it.
pub(super) struct Arg {
    pub(super) key: Ident,
    rest: TokenStream,
}

impl Parse for Arg {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        Ok(Self { key: input.call(Ident::parse_any)?, rest: input.parse()? })
    }
}

impl ToTokens for Arg {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        self.key.to_tokens(tokens);
        self.rest.to_tokens(tokens);
    }
}

/// The arguments in `tokens`; what begins with no key is reported.
pub(super) fn read_all(tokens: &TokenStream, errors: &Errors) -> Vec<Arg> {
    let read = |piece| Arg::parse.parse2(piece).map_err(|mistake| errors.add(mistake)).ok();
    split_at_commas(tokens).into_iter().filter_map(read).collect()
}

/// The pieces between the commas of `tokens`; a trailing comma makes no piece.
fn split_at_commas(tokens: &TokenStream) -> Vec<TokenStream> {
    let mut pieces = vec![TokenStream::new()];
    for token in tokens.clone() {
        match token {
            TokenTree::Punct(punct) if punct.as_char() == ',' => pieces.push(TokenStream::new()),
            token => {
                if let Some(piece) = pieces.last_mut() {
                    piece.extend([token]);
                }
            }
        }
    }
    if pieces.last().is_some_and(TokenStream::is_empty) {
        pieces.pop();
    }
    pieces
}

impl Arg {
    /// The key as text.
    pub(super) fn name(&self) -> String {
        self.key.unraw().to_string()
    }

    /// Puts the value in its place, once.
    pub(super) fn set<T>(&self, place: &mut Option<T>, value: Option<T>, errors: &Errors) {
        let key = &self.key;
        if place.is_some() {
            errors.note(key, format!("`{key}` was given before\nhelp: keep one of the two"));
        } else {
            *place = value;
        }
    }

    /// The value as a string.
    pub(super) fn text(&self, errors: &Errors) -> Option<LitStr> {
        self.value(Parse::parse, errors, "a string, as in `id = \"game.pos\"`")
    }

    /// The value as a number of bytes.
    pub(super) fn number(&self, errors: &Errors) -> Option<LitInt> {
        let usable = |input: ParseStream<'_>| {
            let number: LitInt = input.parse()?;
            number.base10_parse::<usize>().map(|_| number)
        };
        self.value(usable, errors, &format!("a number of bytes, as in `{} = 8`", self.key))
    }

    /// The value as a path.
    pub(super) fn path(&self, errors: &Errors) -> Option<Path> {
        let what = "a path without quotes, as in `crate = game::laige`";
        self.value(Path::parse_mod_style, errors, what)
    }

    /// No value.
    pub(super) fn flag(&self, errors: &Errors) -> Ident {
        if !self.rest.is_empty() {
            errors.note(self, format!("`{}` takes no value: write it alone", self.key));
        }
        self.key.clone()
    }

    /// What `parse` makes of the tokens behind the `=`.
    fn value<T>(
        &self,
        parse: impl Fn(ParseStream<'_>) -> syn::Result<T>,
        errors: &Errors,
        what: &str,
    ) -> Option<T> {
        let behind = |input: ParseStream<'_>| {
            input.parse::<Token![=]>()?;
            parse(input)
        };
        let found = behind.parse2(self.rest.clone()).ok();
        if found.is_none() {
            errors.note(quote!(#self), format!("`{}` takes {what}", self.key));
        }
        found
    }
}
