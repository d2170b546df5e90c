//! Plain types: `#[component]`, `#[resource]` and the derives `Component`, `Resource` and `Fields`, from syntax to facts to checks to code.
//! The stages follow one another and never look back.

pub(crate) mod attribute;
mod check;
mod expand;
mod generic;
mod kind;
mod model;
mod repr;
mod stub;

use std::mem;

use proc_macro2::TokenStream;
use syn::DeriveInput;

pub(crate) use self::check::check_id;
use self::kind::Form;
pub(crate) use self::kind::Kind;
use self::model::Model;
pub(crate) use self::model::{lints, without_self};
use crate::errors::Errors;

/// The expansion of a derive on `input`.
pub(crate) fn derive(kind: Kind, input: TokenStream) -> TokenStream {
    let input = match syn::parse2::<DeriveInput>(input) {
        Ok(input) => input,
        Err(mistake) => return mistake.to_compile_error(),
    };
    let mut errors = Errors::new();
    let model = Model::new(kind, input, &errors);
    if model.form == Form::Beside {
        // What is wrong with the arguments is told by the derive that the attribute brought.
        let _told = mem::replace(&mut errors, Errors::new()).finish();
    }
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
