//! `Clone`, `Copy` and bytemuck's traits, with the proof that each field has them.
//! That there is no padding is `layout`'s proof.

use proc_macro2::{Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::Ident;

use super::Gen;
use crate::place::{Place, member_of};
use crate::plain::generic::is_phantom;
use crate::plain::model::Field;

/// ```text
/// #[automatically_derived]                                  // or clippy asks for the derive
/// impl Clone for Pos { fn clone(&self) -> Self { *self } }
/// impl Copy for Pos {}
/// ```
pub(super) fn copy(g: &Gen<'_>) -> TokenStream {
    let (private, attrs) = (&g.private, g.attrs());
    let clone = g.head(&quote!(#private::core::clone::Clone));
    let copy = g.head(&quote!(#private::core::marker::Copy));
    quote! {
        #[automatically_derived]
        #attrs
        #clone {
            #[inline]
            fn clone(&self) -> Self {
                *self
            }
        }
        #attrs
        #copy {}
    }
}

/// The impls of bytemuck's traits that fit the type, after the proof that its fields allow them.
pub(super) fn bytemuck(g: &Gen<'_>) -> TokenStream {
    if g.model.is_checked() { checked(g) } else { pod(g) }
}

/// ```text
/// unsafe impl Zeroable for Pos {}
/// unsafe impl Pod for Pos {}
/// ```
fn pod(g: &Gen<'_>) -> TokenStream {
    let (private, attrs) = (&g.private, g.attrs());
    let zeroable = g.head(&quote!(#private::bytemuck::Zeroable));
    let pod = g.head(&quote!(#private::bytemuck::Pod));
    quote! {
        #attrs
        unsafe #zeroable {}
        #attrs
        unsafe #pod {}
    }
}

/// ```text
/// unsafe impl NoUninit for Door {}
/// unsafe impl CheckedBitPattern for Door {
///     type Bits = Bits<Self>;
///     fn is_valid_bit_pattern(bits: &Self::Bits) -> bool { bits.are_valid() }
/// }
/// ```
fn checked(g: &Gen<'_>) -> TokenStream {
    let (private, attrs) = (&g.private, g.attrs());
    let bits = Ident::new("__laige_bits", Span::mixed_site());
    let no_uninit = g.head(&quote!(#private::bytemuck::NoUninit));
    let checked = g.head(&quote!(#private::bytemuck::CheckedBitPattern));
    quote! {
        #attrs
        unsafe #no_uninit {}
        #attrs
        unsafe #checked {
            type Bits = #private::Bits<Self>;
            #[inline]
            fn is_valid_bit_pattern(#bits: &Self::Bits) -> #private::core::primitive::bool {
                #bits.are_valid()
            }
        }
    }
}

/// `any_bits::<<f32 as Fields>::Me>();` for each field: calls that compile only where each is as plain as the type is said to be.
pub(super) fn proof(g: &Gen<'_>) -> TokenStream {
    let calls = g.model.fields().iter().map(|field| field_proof(g, field));
    quote!(#(#calls;)*)
}

/// `any_bits::<<f32 as Fields>::Me>()`, located at the field's type.
fn field_proof(g: &Gen<'_>, field: &Field) -> TokenStream {
    let private = &g.private;
    let ty = field.ty();
    let (function, subject) = if field.opaque {
        ("opaque", ty.clone())
    } else {
        (of_fields(g, field), member_of(&ty, &quote!(#private::Fields), "Me"))
    };
    let function = Ident::new(function, Span::call_site());
    let place = Place::of(&ty);
    let path = place.cover_start(quote!(#private::check::#function::));
    let call = place.call_end(&path, TokenStream::new());
    quote_spanned!(place.start()=> #path<#subject>#call)
}

/// The function that compiles for what the field has to be.
fn of_fields(g: &Gen<'_>, field: &Field) -> &'static str {
    if is_phantom(&field.ty) {
        "phantom"
    } else if g.model.is_checked() {
        "fields"
    } else {
        "any_bits"
    }
}
