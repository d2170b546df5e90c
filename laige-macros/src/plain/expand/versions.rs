//! The version of what values mean, and the steps from older ones. A component or resource of version 1 has neither in its expansion.

use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::quote;

use super::Gen;
use crate::args::{Step, version_of};
use crate::place::adopt;

/// ```text
/// const VERSION: u32 = 3;
/// const MIGRATIONS: &'static [Migration] = {
///     follow(from_v1, from_v2);
///     arrive::<_, Self>(from_v2);
///     &[Migration::new(1, from_v1, |bytes| migrate(from_v1, bytes)), ..]
/// };
/// ```
pub(super) fn consts(g: &Gen<'_>) -> TokenStream {
    let private = &g.private;
    let version = g.model.args.version.as_ref().map(|version| {
        let version = Literal::u32_unsuffixed(version_of(version));
        quote!(const VERSION: #private::core::primitive::u32 = #version;)
    });
    let args = &g.model.args;
    let to = args.version.as_ref().map_or(1, version_of);
    let steps = args.migrate.as_ref().map_or(&[][..], |migrate| migrate.steps_to(to));
    let migrations = (!steps.is_empty()).then(|| migrations(g, steps));
    quote!(#version #migrations)
}

fn migrations(g: &Gen<'_>, steps: &[Step]) -> TokenStream {
    let private = &g.private;
    let pairs = steps.windows(2).map(|pair| {
        let (one, next) = (adopt(&pair[0].function), adopt(&pair[1].function));
        quote!(#private::follow(#one, #next);)
    });
    let last = steps.last().map(|step| {
        let function = adopt(&step.function);
        quote!(#private::arrive::<_, Self>(#function);)
    });
    // A name that no function of the user's can have.
    let bytes = Ident::new("__laige_bytes", Span::mixed_site());
    let steps = steps.iter().map(|step| {
        let from = Literal::u32_unsuffixed(step.version());
        let function = adopt(&step.function);
        quote!(#private::Migration::new(#from, #function, |#bytes| #private::migrate(#function, #bytes)))
    });
    quote! {
        const MIGRATIONS: &'static [#private::Migration] = {
            #(#pairs)*
            #last
            &[#(#steps),*]
        };
    }
}
