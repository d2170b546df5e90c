//! Plain types: `#[component]`, `#[derive(Component)]` and `#[derive(Fields)]`, from syntax to facts to checks to code.
//! The stages follow one another and never look back.

pub(crate) mod attribute;
mod check;
mod expand;
mod generic;
mod model;
mod repr;
mod stub;

use proc_macro2::TokenStream;
use syn::DeriveInput;

pub(crate) use self::model::Form;
use self::model::Model;
use crate::errors::Errors;

/// The expansion of a derive on `input`.
pub(crate) fn derive(form: Form, input: TokenStream) -> TokenStream {
    let input = match syn::parse2::<DeriveInput>(input) {
        Ok(input) => input,
        Err(mistake) => return mistake.to_compile_error(),
    };
    let errors = Errors::new();
    let model = Model::new(form, input, &errors);
    check::check(&model, &errors);
    let verdict = errors.finish();
    if verdict.hopeless {
        return stub::stub(&model, &verdict);
    }
    let mistakes = verdict.to_tokens();
    let code = expand::expand(&model);
    quote::quote!(#mistakes #code)
}

#[cfg(test)]
mod tests;
