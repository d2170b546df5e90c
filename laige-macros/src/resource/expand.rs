//! From facts to code: the impl of a transient resource, and the proof that every thread may reach its value.

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};
use syn::ext::IdentExt;
use syn::{Type, parse_quote};

use super::model::Model;
use crate::place::{Place, adopt};
use crate::spelling::shown;

/// ```text
/// const _: () = {
///     use ::laige::__private as __laige;
///     const PART_0_OF_Log: usize = { use check::Lacks as _; check::shared("Log", "Vec<u8>", ..) };
///     impl Resource for Log where [(); PART_0_OF_Log]: Sized { type Part = Transient; const NAME: &'static str = ".."; }
/// };
/// ```
/// Where a part is refused the bound is unknown, and the compiler takes it for met: one error for each part. A type with
/// parameters is a resource where it may be shared.
pub(super) fn expand(model: &Model) -> TokenStream {
    let Model { private, lints, .. } = model;
    let (ident, mut generics) = (adopt(&model.ident), model.generics.clone());
    let arguments = generics.clone();
    let (_, arguments, _) = arguments.split_for_impl();
    let mut proofs = TokenStream::new();
    if generics.params.is_empty() {
        for (number, part) in model.parts.iter().enumerate() {
            let (name, proof) = proof(model, number, part);
            let bound = parse_quote!([(); #name]: __laige::core::marker::Sized);
            generics.make_where_clause().predicates.push(bound);
            proofs.extend(proof);
        }
    } else {
        let bound = parse_quote! {
            #ident #arguments: __laige::core::marker::Send + __laige::core::marker::Sync + 'static
        };
        generics.make_where_clause().predicates.push(bound);
    }
    let (before, _, bounds) = generics.split_for_impl();
    let name = name(model);
    quote! {
        const _: () = {
            use #private as __laige;
            #proofs
            #lints
            impl #before __laige::Resource for #ident #arguments #bounds {
                type Part = __laige::Transient;
                const NAME: &'static __laige::core::primitive::str = #name;
            }
        };
    }
}

/// The `id`, or `concat!(module_path!(), "::", "Log")`
fn name(model: &Model) -> TokenStream {
    let of = model.ident.unraw().to_string();
    match &model.args.id {
        Some(id) => quote!(#id),
        None => {
            quote!(__laige::core::concat!(__laige::core::module_path!(), "::", #of))
        }
    }
}

/// The constant whose evaluation asks about a part, and its name: the compiler shows it, so users can read it.
fn proof(model: &Model, number: usize, part: &Type) -> (Ident, TokenStream) {
    let of = model.ident.unraw().to_string();
    let lints = &model.lints;
    let (ident, ty, shown) = (adopt(&model.ident), adopt(part), shown(part));
    let name = format_ident!("PART_{}_OF_{}", number, of);
    let call = Place::of(part).cover(quote!(__laige::check::shared(
        #of,
        #shown,
        __laige::check::Probe::<#ident>::SHARED || __laige::check::Probe::<#ty>::SHARED,
    )));
    let code = quote! {
        #lints
        #[allow(non_upper_case_globals)]
        const #name: __laige::core::primitive::usize = {
            use __laige::check::Lacks as _;
            #call
        };
    };
    (name, code)
}
