//! `migrate(1 = from_v1, 2 = from_v2)`: the steps from older versions. Whether they lead anywhere is checked with the type.

use proc_macro2::{Ident, TokenStream};
use quote::ToTokens;
use syn::parse::{Parse, ParseStream};
use syn::punctuated::Punctuated;
use syn::{LitInt, Path, Token, parenthesized};

use crate::spelling::shown;

/// A step: from which version, by which function.
pub(crate) struct Step {
    pub(crate) from: LitInt,
    pub(crate) function: Path,
}

/// All steps, and the key they stand behind.
pub(crate) struct Migrate {
    pub(crate) key: Ident,
    pub(crate) steps: Vec<Step>,
}

impl Migrate {
    /// As it is written.
    pub(crate) fn written(&self) -> String {
        let steps: Vec<String> = self.steps.iter().map(shown).collect();
        format!("migrate({})", steps.join(", "))
    }

    /// The steps, if each leads to the next and the last to that version; else none, and what is wrong is reported.
    pub(crate) fn steps_to(&self, version: u32) -> &[Step] {
        let first = self.steps.first().map_or(0, Step::version);
        let follows = (first..).zip(&self.steps).all(|(expected, step)| step.version() == expected);
        let last = self.steps.last().map_or(0, Step::version);
        if first > 0 && follows && last.checked_add(1) == Some(version) { &self.steps } else { &[] }
    }
}

/// The steps behind the key.
pub(super) struct Steps(pub(super) Vec<Step>);

impl Parse for Steps {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let inside;
        parenthesized!(inside in input);
        let steps = Punctuated::<Step, Token![,]>::parse_terminated(&inside)?;
        Ok(Self(steps.into_iter().collect()))
    }
}

impl Parse for Step {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let from: LitInt = input.parse()?;
        from.base10_parse::<u32>()?;
        input.parse::<Token![=]>()?;
        Ok(Self { from, function: input.parse()? })
    }
}

impl Step {
    /// The version it leads from.
    pub(crate) fn version(&self) -> u32 {
        version_of(&self.from)
    }
}

impl ToTokens for Step {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        let Self { from, function } = self;
        tokens.extend(quote::quote!(#from = #function));
    }
}

/// A version, whose number was read.
pub(crate) fn version_of(number: &LitInt) -> u32 {
    number.base10_parse().unwrap_or(0)
}
