//! One argument: a key and perhaps a value.

use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens;
use syn::ext::IdentExt;
use syn::parse::{Parse, ParseStream, Parser};
use syn::{Ident, LitInt, LitStr, Path, Token};

use super::migrate::{Migrate, Steps};
use super::owner::Owner;
use crate::spelling::shown;

/// A key and the tokens after it.
pub(super) struct Arg {
    pub(super) key: Ident,
    pub(super) rest: TokenStream,
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
pub(super) fn read_all(tokens: &TokenStream, owner: &Owner<'_>) -> Vec<Arg> {
    let read = |piece: TokenStream| {
        let arg = Arg::parse.parse2(piece.clone());
        if arg.is_err() {
            owner.note(&piece, owner.no_key(&shown(&piece)));
        }
        arg.ok()
    };
    split_at_commas(tokens).into_iter().filter_map(read).collect()
}

/// The pieces between the commas of `tokens`; two commas in a row are as good as one.
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
    pieces.retain(|piece| !piece.is_empty());
    pieces
}

impl Arg {
    /// The key as text.
    pub(super) fn name(&self) -> String {
        self.key.unraw().to_string()
    }

    /// Puts the value in its place, once.
    pub(super) fn set<T>(&self, place: &mut Option<T>, value: Option<T>, owner: &Owner<'_>) {
        if place.is_some() {
            owner.note(&self.key, owner.repeated(&self.name(), &shown(self)));
        } else {
            *place = value;
        }
    }

    /// The value as a string.
    pub(super) fn text(&self, owner: &Owner<'_>) -> Option<LitStr> {
        let example = owner.example_of_id();
        let key = self.name();
        self.value(Parse::parse, owner, || ("a string", format!("write `{key} = {example}`")))
    }

    /// The value as a number of bytes.
    pub(super) fn number(&self, owner: &Owner<'_>) -> Option<LitInt> {
        let usable = |input: ParseStream<'_>| {
            let number: LitInt = input.parse()?;
            number.base10_parse::<usize>().map(|_| number)
        };
        self.value(usable, owner, || ("a number of bytes", self.number_in_quotes()))
    }

    /// The value as a version.
    pub(super) fn version(&self, owner: &Owner<'_>) -> Option<LitInt> {
        let usable = |input: ParseStream<'_>| {
            let number: LitInt = input.parse()?;
            number.base10_parse::<u32>().map(|_| number)
        };
        self.value(usable, owner, || ("a number from 1 on", "write `version = 2`".to_owned()))
    }

    /// What stands in parentheses behind the key, as steps of a migration.
    pub(super) fn steps(&self, owner: &Owner<'_>) -> Option<Migrate> {
        match syn::parse2::<Steps>(self.rest.clone()) {
            Ok(Steps(steps)) => Some(Migrate { key: self.key.clone(), steps }),
            Err(_) => {
                let help = "write `migrate(1 = from_v1)`, with a step for each older version";
                owner.note(self, owner.wrong_value("migrate", "versions and functions", help));
                None
            }
        }
    }

    /// What to write instead of a value that is no number.
    fn number_in_quotes(&self) -> String {
        let key = self.name();
        let quoted = self.behind_equals(<LitStr as Parse>::parse).map(|text| text.value());
        match quoted.and_then(|text| text.parse::<usize>().ok()) {
            Some(number) => format!("write `{key} = {number}`"),
            None => format!("remove `{}`, or give it a number: `{key} = 8`", shown(self)),
        }
    }

    /// The value as a path.
    pub(super) fn path(&self, owner: &Owner<'_>) -> Option<Path> {
        self.value(Path::parse_mod_style, owner, || {
            let quoted = self.behind_equals(<LitStr as Parse>::parse);
            let quoted = quoted.map_or_else(|| "::laige".to_owned(), |text| text.value());
            ("a path without quotes", format!("write `crate = {quoted}`"))
        })
    }

    /// No value.
    pub(super) fn flag(&self, owner: &Owner<'_>) -> Ident {
        if !self.rest.is_empty() {
            owner.note(self, owner.flag_with_value(&self.name()));
        }
        self.key.clone()
    }

    /// What `parse` makes of the tokens behind the `=`.
    pub(super) fn value<T>(
        &self,
        parse: impl Fn(ParseStream<'_>) -> syn::Result<T>,
        owner: &Owner<'_>,
        wanted: impl Fn() -> (&'static str, String),
    ) -> Option<T> {
        let found = self.behind_equals(parse);
        if found.is_none() {
            let (what, help) = wanted();
            owner.note(self, owner.wrong_value(&self.name(), what, &help));
        }
        found
    }

    fn behind_equals<T>(&self, parse: impl Fn(ParseStream<'_>) -> syn::Result<T>) -> Option<T> {
        let behind = |input: ParseStream<'_>| {
            input.parse::<Token![=]>()?;
            parse(input)
        };
        behind.parse2(self.rest.clone()).ok()
    }
}
