//! `#[system]`: a function stays as it is, and a type of its name says to a schedule what its parameters touch.
//!
//! Which types are parameters, and whether two of them conflict, only types know: the expansion asks the core, at each parameter. Here is
//! what can be seen from how the function is written.

mod check;
mod expand;
mod model;

use proc_macro2::TokenStream;
use quote::quote;

use self::model::Model;
use crate::errors::Errors;

/// The expansion of `#[system(args)]` on `item`.
pub(crate) fn expand(args: &TokenStream, item: &TokenStream) -> TokenStream {
    let errors = Errors::new();
    let model = match Model::new(args, item, &errors) {
        Ok(model) => model,
        Err(mistake) => {
            errors.add(mistake);
            let mistakes = errors.finish().to_tokens();
            return quote!(#item #mistakes);
        }
    };
    check::check(&model, &errors);
    let verdict = errors.finish();
    if model.receiver.is_some() {
        // In an `impl` there is no place for a type.
        let mistakes = verdict.to_tokens();
        return quote!(#item #mistakes);
    }
    let mistakes = verdict.to_tokens();
    let system = if verdict.hopeless { expand::stub(&model) } else { expand::expand(&model) };
    // What a parameter is follows from what it is for, and not from its size.
    quote! {
        #[allow(
            clippy::needless_pass_by_value,
            clippy::too_many_arguments,
            clippy::trivially_copy_pass_by_ref,
            clippy::type_complexity
        )]
        #item
        #system
        #mistakes
    }
}

#[cfg(test)]
mod tests;
