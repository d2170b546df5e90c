//! The proc macros of `laige`. They are documented where users meet them: in the `laige` crate.
//!
//! Each macro is a small compiler: parse, model, check, expand, in a folder of its own. `parse` and `model` turn syntax
//! into facts, `check` reports every mistake, `expand` writes code and cannot fail. Nothing reaches back.

#![forbid(unsafe_code)]

mod args;
mod bundle;
mod errors;
mod generics;
#[cfg(test)]
mod goldens;
mod place;
mod plain;
mod query;
mod resource;
mod spelling;
mod system;

use proc_macro::TokenStream;

use crate::plain::Kind;

/// Makes a plain struct a component.
#[proc_macro_attribute]
pub fn component(args: TokenStream, item: TokenStream) -> TokenStream {
    plain::attribute::expand(Kind::Component, &args.into(), &item.into()).into()
}

/// Makes a plain struct a resource; with `transient`, any type.
#[proc_macro_attribute]
pub fn resource(args: TokenStream, item: TokenStream) -> TokenStream {
    plain::attribute::expand(Kind::Resource, &args.into(), &item.into()).into()
}

/// Makes a component of a struct that has bytemuck's derives.
#[proc_macro_derive(Component, attributes(laige))]
pub fn derive_component(input: TokenStream) -> TokenStream {
    plain::derive(Kind::Component, input.into()).into()
}

/// Makes a resource of a struct that has bytemuck's derives; with `transient`, of any type.
#[proc_macro_derive(Resource, attributes(laige))]
pub fn derive_resource(input: TokenStream) -> TokenStream {
    resource::derive(input.into()).into()
}

/// Makes a system of a function.
#[proc_macro_attribute]
pub fn system(args: TokenStream, item: TokenStream) -> TokenStream {
    system::expand(&args.into(), &item.into()).into()
}

/// Makes a plain struct or enum one that fields of components can have.
#[proc_macro_derive(Fields, attributes(laige))]
pub fn derive_fields(input: TokenStream) -> TokenStream {
    plain::derive(Kind::Fields, input.into()).into()
}

/// Makes a bundle of a struct whose fields are components or bundles.
#[proc_macro_derive(Bundle, attributes(laige))]
pub fn derive_bundle(input: TokenStream) -> TokenStream {
    bundle::derive(input.into()).into()
}

/// What `query!` calls, with the path to the crate in brackets before the user's tokens.
#[doc(hidden)]
#[proc_macro]
pub fn query_impl(tokens: TokenStream) -> TokenStream {
    query::expand(tokens.into()).into()
}
