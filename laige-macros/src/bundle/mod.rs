//! `#[derive(Bundle)]`: a struct whose fields are components or bundles goes into a world as one move.

mod check;
mod expand;
mod model;

use proc_macro2::TokenStream;
use syn::DeriveInput;

use self::model::Model;
use crate::errors::Errors;

/// The expansion of the derive on `input`.
pub(crate) fn derive(input: TokenStream) -> TokenStream {
    let input = match syn::parse2::<DeriveInput>(input) {
        Ok(input) => input,
        Err(mistake) => return mistake.to_compile_error(),
    };
    let errors = Errors::new();
    let model = Model::new(input, &errors);
    check::check(&model, &errors);
    let verdict = errors.finish();
    if verdict.hopeless {
        return expand::stub(&model, &verdict);
    }
    let mistakes = verdict.to_tokens();
    let code = expand::expand(&model);
    quote::quote!(#mistakes #code)
}
