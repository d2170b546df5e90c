//! The derives by hand: bytemuck's traits are the user's to derive, and that they are is asked before all else.
//!
//! Each impl is under a bound on an array whose length is the answer. Where the answer is an error the bound is unknown,
//! which the compiler takes for met, so that the missing derive is one error and not one for each trait that needs it.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{WherePredicate, parse_quote};

use super::Gen;
use crate::place::Place;
use crate::plain::model::Form;

/// What has to be derived beside ours.
struct Demand {
    /// The constant of `check::Probe` that tells.
    constant: TokenStream,
    missing: &'static str,
    help: &'static str,
}

const POD: &str = "add bytemuck's derives and those that they need: `#[derive(Clone, Copy, Pod, Zeroable)]`; or write \
                   `#[component]` instead, which does it all";
const CHECKED: &str = "add bytemuck's derives and those that they need: `#[derive(Clone, Copy, NoUninit, CheckedBitPattern)]`; or \
                       write `#[component(checked)]` instead, which does it all";
const COPY: &str = "add `#[derive(Clone, Copy)]`";

/// What the type has to derive.
fn demand(g: &Gen<'_>) -> Demand {
    match (g.model.form, g.model.is_checked() || g.model.is_enum()) {
        (_, false) => Demand { constant: quote!(POD), missing: "`Pod`", help: POD },
        (Form::Fields, true) => Demand { constant: quote!(COPY), missing: "`Copy`", help: COPY },
        (_, true) => Demand {
            constant: quote!(CHECKED),
            missing: "`NoUninit` and `CheckedBitPattern`",
            help: CHECKED,
        },
    }
}

/// The bound for every impl.
pub(super) fn bound() -> WherePredicate {
    parse_quote!([(); __LAIGE_DERIVED]: ::core::marker::Sized)
}

/// ```text
/// const _: () = {
///     const __LAIGE_DERIVED: usize = { use check::Lacks as _; check::derives("Pos", Probe::<Pos>::POD, ..) };
///     ..
/// };
/// ```
pub(super) fn wrap(g: &Gen<'_>, code: &TokenStream) -> TokenStream {
    let (private, of, ident) = (&g.private, g.model.name(), &g.ident);
    let Demand { constant, missing, help } = demand(g);
    let has = quote!(#private::check::Probe::<#ident>::#constant);
    let call = quote!(#private::check::derives(#of, #has, #missing, #help));
    let call = Place::of(&g.model.ident).cover(call);
    quote! {
        const _: () = {
            const __LAIGE_DERIVED: #private::core::primitive::usize = {
                use #private::check::Lacks as _;
                #call
            };
            #code
        };
    }
}
