//! From facts to code: what a world asks of a bundle, member by member in order.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::parse_quote;

use super::model::{Model, Part};
use crate::errors::Verdict;
use crate::generics::bound_each;
use crate::place::{Place, adopt, member_of};
use crate::plain::bundle_stub;

/// ```text
/// const _: () = check::bundle(&<Player as Bundle>::ACCESS);      // without parameters: fails under `cargo check`
/// unsafe impl Bundle for Player {
///     const ACCESS: Access = Access::All(const { &[<Pos as Bundle>::ACCESS, ..] });
///     fn describe(each: &mut dyn FnMut(ComponentType)) { <Pos as Bundle>::describe(each); .. }
///     fn put(self, row: &mut RowWriter<'_>) { <Pos as Bundle>::put(self.pos, row); .. }
/// }
/// ```
pub(super) fn expand(model: &Model) -> TokenStream {
    let private = &model.private;
    let check = check(model);
    let head = head(model, &TokenStream::new());
    let access = model.members.iter().map(|part| member_of(&part.ty(), &bundle(private), "ACCESS"));
    let describe = model.members.iter().map(|part| describe(private, part));
    let put = model.members.iter().map(|part| put(private, part));
    quote! {
        #check
        #[automatically_derived]
        unsafe #head {
            const ACCESS: #private::Access = #private::Access::All(const { &[#(#access),*] });
            fn describe(__each: &mut dyn #private::core::ops::FnMut(#private::ComponentType)) {
                let _ = &__each;
                #(#describe;)*
            }
            #[inline]
            fn put(self, __row: &mut #private::RowWriter<'_>) {
                let _ = &__row;
                #(#put;)*
            }
        }
    }
}

fn bundle(private: &TokenStream) -> TokenStream {
    quote!(#private::Bundle)
}

/// `impl<..> Bundle for Type<..> where ..`
fn head(model: &Model, more: &TokenStream) -> TokenStream {
    let bundle = bundle(&model.private);
    let mut generics = bound_each(model.generics.clone(), |_| parse_quote!(#bundle));
    if !more.is_empty() {
        generics.make_where_clause().predicates.push(parse_quote!(#more));
    }
    let (before, after, bounds) = generics.split_for_impl();
    let ident = adopt(&model.ident);
    quote!(impl #before #bundle for #ident #after #bounds)
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

fn describe(private: &TokenStream, part: &Part) -> TokenStream {
    let ty = part.ty();
    let function = member_of(&ty, &bundle(private), "describe");
    quote_spanned!(Place::of(&ty).end()=> #function(__each))
}

fn put(private: &TokenStream, part: &Part) -> TokenStream {
    let ty = part.ty();
    let member = adopt(&part.member);
    let function = member_of(&ty, &bundle(private), "put");
    quote_spanned!(Place::of(&ty).end()=> #function(self.#member, __row))
}

/// What stands for a bundle with mistakes; see `plain::stub` for the bound.
pub(super) fn stub(model: &Model, verdict: &Verdict) -> TokenStream {
    let Some((first, others)) = verdict.mistakes.split_first() else { return TokenStream::new() };
    let others = others.iter().map(syn::Error::to_compile_error);
    let first = first.to_compile_error();
    let private = &model.private;
    let mistake = Ident::new("__LAIGE_MISTAKE", Span::call_site());
    let head = head(model, &quote!([(); #mistake]: #private::core::marker::Sized));
    let bundle = bundle_stub(private, &head);
    quote! {
        const _: () = {
            const #mistake: #private::core::primitive::usize = #first;
            #bundle
        };
        #(#others)*
    }
}
