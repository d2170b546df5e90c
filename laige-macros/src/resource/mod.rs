//! `#[derive(Resource)]`, which `#[resource]` puts in front: a resource that is state is plain data as components are, and goes
//! the way of `plain`; one that is transient can be any type, and its way is here.

mod check;
mod expand;
mod model;

use proc_macro2::TokenStream;
use syn::DeriveInput;

use self::model::Model;
use crate::args::Args;
use crate::errors::Errors;
use crate::plain::{self, Kind};

/// The expansion of the derive on `input`.
pub(crate) fn derive(input: TokenStream) -> TokenStream {
    let parsed = match syn::parse2::<DeriveInput>(input.clone()) {
        Ok(parsed) => parsed,
        Err(mistake) => return mistake.to_compile_error(),
    };
    let args = Args::glance(Kind::Resource, &TokenStream::new(), &parsed.attrs);
    if args.transient.is_none() || args.by_attribute == Some(Kind::Component) {
        return plain::derive(Kind::Resource, input);
    }
    let errors = Errors::new();
    let model = Model::new(parsed, &errors);
    check::check(&model, &errors);
    let mistakes = errors.finish().to_tokens();
    let code = expand::expand(&model);
    quote::quote!(#mistakes #code)
}
