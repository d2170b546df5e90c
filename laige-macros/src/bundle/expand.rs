//! From facts to code: what a world asks of a bundle, member by member in order.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::{WherePredicate, parse_quote};

use super::model::{Model, Part};
use crate::errors::Verdict;
use crate::generics::bound_each;
use crate::place::{Place, adopt, member_of};

/// ```text
/// const _: () = check::bundle(&<Player as Bundle>::ACCESS);      // without parameters: fails under `cargo check`
/// unsafe impl Bundle for Player { type Members = Self; }
/// unsafe impl Members<Self> for Player {
///     const ACCESS: Access = Access::All(const { &[<Pos as Bundle>::ACCESS, ..] });
///     fn describe(each: &mut dyn FnMut(ComponentType)) { <Pos as Bundle>::describe(each); .. }
///     fn put(bundle: Self, row: &mut impl Writer) { <Pos as Bundle>::put(bundle.pos, row); .. }
/// }
/// ```
pub(super) fn expand(model: &Model) -> TokenStream {
    let private = &model.private;
    let check = check(model);
    let bundle = head(model, &quote!(#private::Bundle), None);
    let members = head(model, &quote!(#private::Members<Self>), None);
    let items = items(model);
    quote! {
        #check
        unsafe #bundle {
            type Members = Self;
        }
        unsafe #members {
            #items
        }
    }
}

/// What is done with the members, one after the other.
fn items(model: &Model) -> TokenStream {
    let private = &model.private;
    let [each, bundle, row] = ["__laige_each", "__laige_bundle", "__laige_row"]
        .map(|name| Ident::new(name, Span::mixed_site()));
    let of_member =
        |part: &Part, item: &str| member_of(&part.ty(), &quote!(#private::Bundle), item);
    let access = model.members.iter().map(|part| of_member(part, "ACCESS"));
    let describe = model.members.iter().map(|part| {
        let function = of_member(part, "describe");
        quote_spanned!(Place::of(&part.ty).end()=> #function(#each))
    });
    let put = model.members.iter().map(|part| {
        let (function, member) = (of_member(part, "put"), adopt(&part.member));
        quote_spanned!(Place::of(&part.ty).end()=> #function(#bundle.#member, #row))
    });
    quote! {
        const ACCESS: #private::Access = #private::Access::All(const { &[#(#access),*] });
        fn describe(#each: &mut dyn #private::core::ops::FnMut(#private::ComponentType)) {
            let _ = &#each;
            #(#describe;)*
        }
        #[inline]
        fn put(#bundle: Self, #row: &mut impl #private::Writer) {
            let _ = (&#bundle, &#row);
            #(#put;)*
        }
    }
}

/// `impl<..> Bundle for Type<..> where ..`
fn head(model: &Model, of: &TokenStream, more: Option<WherePredicate>) -> TokenStream {
    let private = &model.private;
    let mut generics = bound_each(model.generics.clone(), |_| parse_quote!(#private::Bundle));
    if let Some(more) = more {
        generics.make_where_clause().predicates.push(more);
    }
    let (before, after, bounds) = generics.split_for_impl();
    let ident = adopt(&model.ident);
    quote!(impl #before #of for #ident #after #bounds)
}

/// A component that hides behind two names is found here, at the bundle's name.
fn check(model: &Model) -> TokenStream {
    if !model.generics.params.is_empty() {
        return TokenStream::new();
    }
    let (private, ident) = (&model.private, adopt(&model.ident));
    let call = quote!(#private::check::bundle(&<#ident as #private::Bundle>::ACCESS));
    let call = Place::of(&model.ident).cover(call);
    quote!(const _: () = #call;)
}

/// What stands for a bundle with mistakes; see `plain::stub` for the bound.
pub(super) fn stub(model: &Model, verdict: &Verdict) -> TokenStream {
    let Some((first, others)) = verdict.mistakes.split_first() else { return TokenStream::new() };
    let others = others.iter().map(syn::Error::to_compile_error);
    let first = first.to_compile_error();
    let private = &model.private;
    let mistake = Ident::new("__LAIGE_MISTAKE", Span::call_site());
    let unknown = parse_quote!([(); #mistake]: #private::core::marker::Sized);
    let bundle = head(model, &quote!(#private::Bundle), Some(unknown));
    quote! {
        const _: () = {
            const #mistake: #private::core::primitive::usize = #first;
            // A bundle of no members.
            unsafe #bundle {
                type Members = #private::Nobody;
            }
        };
        #(#others)*
    }
}
