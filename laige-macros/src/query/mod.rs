//! `query!(world, |p: &mut Pos, v: &Vel| body)`: the parameters of the closure are the query.
//!
//! Only the closure's header is read. Its body passes through as tokens, so that a mistake in it is the compiler's to
//! report, and the closure comes first in every expansion, so that editors see it whatever else is wrong.

mod check;
mod expand;
mod model;
mod parse;

use proc_macro2::TokenStream;

use self::model::Model;
use self::parse::Call;
use crate::errors::Errors;

/// The expansion of `query!`, whose tokens begin with the path to the crate in brackets.
pub(crate) fn expand(tokens: TokenStream) -> TokenStream {
    let errors = Errors::new();
    let call = Call::parse(tokens, &errors);
    let model = Model::new(&call, &errors);
    check::check(&call, &model, &errors);
    let verdict = errors.finish();
    if verdict.mistakes.is_empty() {
        expand::query(&call, &model)
    } else {
        expand::beside(&call, &verdict)
    }
}

#[cfg(test)]
mod tests;
