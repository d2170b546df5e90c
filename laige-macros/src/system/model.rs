//! A system as facts: what its attribute says, and its function's header. The body is never looked at.

use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::parse::{Parse, ParseStream, Parser};
use syn::{
    Attribute, FnArg, GenericParam, Generics, Ident, Pat, Receiver, Signature, Type, Visibility,
};

use crate::args::{Owner, SystemArgs};
use crate::errors::Errors;
use crate::place::adopt;
use crate::spelling::shown;

/// A function that is asked to be a system.
pub(super) struct Model {
    pub(super) args: SystemArgs,
    pub(super) attrs: Vec<Attribute>,
    pub(super) vis: Visibility,
    pub(super) signature: Signature,
    pub(super) params: Vec<Param>,
    /// A `self`, which a function has no use for.
    pub(super) receiver: Option<Receiver>,
    /// The parameters of the function that its type has too: all but lifetimes.
    pub(super) generics: Generics,
}

/// A parameter of the function.
pub(super) struct Param {
    /// What it is called in messages.
    pub(super) name: String,
    /// The type as it is written.
    pub(super) written: Type,
    /// The same with `'_` for lifetimes of the function.
    pub(super) ty: TokenStream,
    /// Its `cfg` attributes.
    pub(super) cfgs: Vec<Attribute>,
}

/// A function up to its body.
struct Header {
    attrs: Vec<Attribute>,
    vis: Visibility,
    signature: Signature,
}

impl Parse for Header {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let attrs = input.call(Attribute::parse_outer)?;
        let vis = input.parse()?;
        let signature = input.parse()?;
        input.parse::<TokenStream>()?;
        Ok(Self { attrs, vis, signature })
    }
}

impl Model {
    /// The facts of `item`.
    pub(super) fn new(
        args: &TokenStream,
        item: &TokenStream,
        errors: &Errors,
    ) -> syn::Result<Self> {
        let Header { attrs, vis, signature } =
            Header::parse.parse2(item.clone()).map_err(|_| no_function(item))?;
        let owner = Owner::system(&signature.ident, errors);
        let args = SystemArgs::read(&owner, args);
        let lifetimes: Vec<&Ident> =
            signature.generics.lifetimes().map(|param| &param.lifetime.ident).collect();
        let params = signature.inputs.iter().filter_map(|input| Param::new(input, &lifetimes));
        let receiver = signature.inputs.iter().find_map(|input| match input {
            FnArg::Receiver(receiver) => Some(receiver.clone()),
            FnArg::Typed(_) => None,
        });
        Ok(Self {
            args,
            attrs,
            vis,
            params: params.collect(),
            receiver,
            generics: without_lifetimes(signature.generics.clone()),
            signature,
        })
    }

    /// The function's name as a token of the expansion.
    pub(super) fn ident(&self) -> TokenStream {
        adopt(&self.signature.ident)
    }
}

impl Param {
    fn new(input: &FnArg, lifetimes: &[&Ident]) -> Option<Self> {
        let FnArg::Typed(input) = input else { return None };
        let name = match &*input.pat {
            Pat::Ident(name) => shown(&name.ident),
            pattern => shown(pattern),
        };
        let is_cfg =
            |attr: &&Attribute| attr.path().is_ident("cfg") || attr.path().is_ident("cfg_attr");
        Some(Self {
            name,
            written: (*input.ty).clone(),
            ty: elided(input.ty.to_token_stream(), lifetimes),
            cfgs: input.attrs.iter().filter(is_cfg).cloned().collect(),
        })
    }

    /// Name and type as they are written.
    pub(super) fn shown(&self) -> String {
        format!("{}: {}", self.name, shown(&self.written))
    }
}

/// The generics without lifetimes, of which bounds may speak as well.
fn without_lifetimes(mut generics: Generics) -> Generics {
    let params = std::mem::take(&mut generics.params);
    generics.params =
        params.into_iter().filter(|param| !matches!(param, GenericParam::Lifetime(_))).collect();
    generics
}

/// The tokens with `'_` for each of these lifetimes.
fn elided(tokens: TokenStream, lifetimes: &[&Ident]) -> TokenStream {
    let mut after_tick = false;
    let mut list = Vec::new();
    for token in tokens {
        let is_tick = matches!(&token, TokenTree::Punct(punct) if punct.as_char() == '\'');
        list.push(match token {
            TokenTree::Group(group) => {
                let mut new = Group::new(group.delimiter(), elided(group.stream(), lifetimes));
                new.set_span(group.span());
                TokenTree::Group(new)
            }
            TokenTree::Ident(word) if after_tick && lifetimes.contains(&&word) => {
                TokenTree::Ident(Ident::new("_", word.span()))
            }
            token => token,
        });
        after_tick = is_tick;
    }
    list.into_iter().collect()
}

/// What to say of an item that is no function.
fn no_function(item: &TokenStream) -> syn::Error {
    let is_body = |token: &TokenTree| {
        matches!(token, TokenTree::Group(group) if group.delimiter() == Delimiter::Brace)
            || matches!(token, TokenTree::Punct(end) if [';', '=', ':', '<', '('].contains(&end.as_char()))
    };
    let attribute = |tokens: TokenStream| {
        // Attributes say nothing of what it is.
        let with = |input: ParseStream<'_>| {
            input.call(Attribute::parse_outer)?;
            input.parse::<TokenStream>()
        };
        with.parse2(tokens)
    };
    let rest = attribute(item.clone()).unwrap_or_default();
    let head: TokenStream = rest.into_iter().take_while(|token| !is_body(token)).collect();
    let shown = shown(&head);
    let message = format!(
        "`{shown}` is no function, and a system is one\n\
         help: remove `#[system]`, or put it on the function that is meant"
    );
    syn::Error::new_spanned(if head.is_empty() { quote!(#item) } else { head }, message)
}
