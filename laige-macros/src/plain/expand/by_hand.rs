//! The derives by hand: bytemuck's traits are the user's to derive, and that they are is asked before all else.
//!
//! Each impl is under a bound on an array whose length is the answer. Where the answer is an error the bound is unknown,
//! which the compiler takes for met, so that the missing derive is one error and not one for each trait that needs it.

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};
use syn::{WherePredicate, parse_quote};

use super::Gen;
use crate::place::Place;
use crate::plain::kind::Kind;

/// bytemuck's traits that have to be derived beside ours.
struct Demand {
    /// The constant of `check::Probe` that tells whether they are.
    constant: TokenStream,
    needs: &'static str,
    derives: &'static str,
    instead: String,
}

/// What the type has to derive beside `Copy`.
fn traits(g: &Gen<'_>) -> Demand {
    let noun = g.model.kind.noun();
    match (g.model.kind, g.model.is_checked() || g.model.is_enum()) {
        (_, false) => Demand {
            constant: quote!(POD),
            needs: "`Pod`",
            derives: "bytemuck::Pod, bytemuck::Zeroable",
            instead: format!("#[{noun}]"),
        },
        (Kind::Fields, true) => {
            Demand { constant: quote!(COPY), needs: "", derives: "", instead: String::new() }
        }
        (_, true) => Demand {
            constant: quote!(CHECKED),
            needs: "`NoUninit`, `CheckedBitPattern`",
            derives: "bytemuck::NoUninit, bytemuck::CheckedBitPattern",
            instead: format!("#[{noun}(checked)]"),
        },
    }
}

/// The constant whose evaluation asks. The compiler shows its name where it refuses, so users can read it.
pub(super) fn constant(g: &Gen<'_>) -> Ident {
    format_ident!("DERIVES_OF_{}", g.model.name())
}

/// The bound for every impl.
pub(super) fn bound(g: &Gen<'_>) -> WherePredicate {
    let (private, constant) = (&g.private, constant(g));
    parse_quote!([(); #constant]: #private::core::marker::Sized)
}

/// ```text
/// const DERIVES_OF_Pos: usize = { use check::Lacks as _; check::derives(&Beside { of: "Pos", .. }) };
/// ```
pub(super) fn demand(g: &Gen<'_>) -> TokenStream {
    let (private, of, ident) = (&g.private, g.model.name(), &g.ident);
    let Demand { constant: has, needs, derives, instead } = traits(g);
    let probe = quote!(#private::check::Probe::<#ident>);
    let call = quote!(#private::check::derives(&#private::check::Beside {
        of: #of,
        copy: #probe::COPY,
        has: #probe::#has,
        needs: #needs,
        derives: #derives,
        instead: #instead,
    }));
    let call = Place::of(&g.model.ident).cover(call);
    let constant = constant(g);
    quote! {
        #[allow(non_upper_case_globals)]
        const #constant: #private::core::primitive::usize = {
            use #private::check::Lacks as _;
            #call
        };
    }
}
