//! `#[repr(..)]`: what an item says about its layout.
//! The rules on it are `check`'s; a `repr` that the compiler itself refuses is left to the compiler.

use proc_macro2::TokenStream;
use quote::ToTokens;
use syn::parse::{Parse, ParseStream, Parser};
use syn::{Attribute, Ident, LitInt, Meta, Token, parenthesized};

/// All `repr` attributes of an item together.
#[derive(Default)]
pub(crate) struct Repr {
    pub(crate) c: Option<Ident>,
    pub(crate) transparent: Option<Ident>,
    pub(crate) packed: Option<TokenStream>,
    pub(crate) align: Vec<Align>,
    pub(crate) integer: Option<Ident>,
    pub(crate) rust: Option<Ident>,
}

/// `align(N)`.
pub(crate) struct Align {
    pub(crate) bytes: u64,
    pub(crate) tokens: TokenStream,
}

/// One word in a `repr`.
struct Hint {
    word: Ident,
    argument: Option<LitInt>,
    tokens: TokenStream,
}

impl Parse for Hint {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let word: Ident = input.parse()?;
        let mut tokens = word.to_token_stream();
        let mut argument = None;
        if input.peek(syn::token::Paren) {
            let content;
            let paren = parenthesized!(content in input);
            let number: LitInt = content.parse()?;
            paren.surround(&mut tokens, |inner| number.to_tokens(inner));
            argument = Some(number);
        }
        Ok(Self { word, argument, tokens })
    }
}

impl Repr {
    /// What the `repr` attributes among `attrs` say. What cannot be read is the compiler's to report.
    pub(crate) fn read(attrs: &[Attribute]) -> Self {
        let mut repr = Self::default();
        for attr in attrs.iter().filter(|attr| attr.path().is_ident("repr")) {
            if let Meta::List(list) = &attr.meta {
                repr.read_list(list.tokens.clone());
            }
        }
        repr
    }

    /// Adds what stands between the parentheses of a `repr`.
    pub(crate) fn read_list(&mut self, tokens: TokenStream) {
        let hints = syn::punctuated::Punctuated::<Hint, Token![,]>::parse_terminated.parse2(tokens);
        for hint in hints.into_iter().flatten() {
            self.add(hint);
        }
    }

    fn add(&mut self, Hint { word, argument, tokens }: Hint) {
        match (word.to_string().as_str(), argument) {
            ("C", None) => self.c = Some(word),
            ("transparent", None) => self.transparent = Some(word),
            ("Rust", None) => self.rust = Some(word),
            ("packed", _) => self.packed = Some(tokens),
            ("align", Some(number)) => {
                self.align.push(Align { bytes: number.base10_parse().unwrap_or(0), tokens });
            }
            _ => self.integer = Some(word),
        }
    }

    /// Whether the order of fields is fixed.
    pub(crate) fn is_fixed(&self) -> bool {
        self.c.is_some() || self.transparent.is_some()
    }

    /// The same `repr` for a struct of ours with the same layout.
    pub(crate) fn to_hints(&self) -> TokenStream {
        if self.transparent.is_some() {
            return quote::quote!(transparent);
        }
        let align = self.align.iter().map(|align| &align.tokens);
        quote::quote!(C #(, #align)*)
    }
}
