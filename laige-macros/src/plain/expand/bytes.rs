//! `Clone`, `Copy` and bytemuck's traits, with the proof that each field has them.
//! That there is no padding is `layout`'s proof.

use proc_macro2::{Span, TokenStream};
use quote::{format_ident, quote};
use syn::Ident;

use super::Gen;
use crate::place::{Place, adopt, member_of};
use crate::plain::generic::is_phantom;
use crate::plain::model::{Body, Field, Variant};

/// ```ignore
/// impl Clone for Pos { fn clone(&self) -> Self { *self } }
/// impl Copy for Pos {}
/// ```
pub(super) fn copy(g: &Gen<'_>) -> TokenStream {
    let (private, attrs) = (&g.private, g.attrs());
    let clone = g.head(&quote!(#private::core::clone::Clone));
    let copy = g.head(&quote!(#private::core::marker::Copy));
    quote! {
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

/// The impls of bytemuck's traits that fit the type.
pub(super) fn bytemuck(g: &Gen<'_>) -> TokenStream {
    match &g.model.body {
        Body::Enum(variants) => checked_enum(g, variants),
        Body::Struct(fields) if g.model.is_checked() => checked_struct(g, fields),
        Body::Struct(fields) => pod(g, fields),
        Body::Union(_) => TokenStream::new(),
    }
}

/// ```ignore
/// const _: () = { fn _proof() { any_bits::<<f32 as Fields>::Me>(); .. } };
/// unsafe impl Zeroable for Pos {}
/// unsafe impl Pod for Pos {}
/// ```
fn pod(g: &Gen<'_>, fields: &[Field]) -> TokenStream {
    let (private, attrs) = (&g.private, g.attrs());
    let zeroable = g.head(&quote!(#private::bytemuck::Zeroable));
    let pod = g.head(&quote!(#private::bytemuck::Pod));
    let proof = proof(g, fields, "any_bits", "pod");
    quote! {
        #proof
        #attrs
        unsafe #zeroable {}
        #attrs
        unsafe #pod {}
    }
}

/// A function that is type-checked only where each field passes: `of_fields` takes what has `Fields`, `of_opaque` the others.
fn proof(g: &Gen<'_>, fields: &[Field], of_fields: &str, of_opaque: &str) -> TokenStream {
    let calls = fields.iter().map(|field| field_proof(g, field, of_fields, of_opaque));
    let head = g.item(&quote!(fn), &format_ident!("_proof"), &quote!(()));
    let attrs = &g.model.lints;
    quote! {
        const _: () = {
            #attrs
            #head {
                #(#calls;)*
            }
        };
    }
}

/// `any_bits::<<f32 as Fields>::Me>()`, located at the field's type.
fn field_proof(g: &Gen<'_>, field: &Field, of_fields: &str, of_opaque: &str) -> TokenStream {
    let private = &g.private;
    let ty = field.ty();
    let (function, subject) = if is_phantom(&field.ty) {
        ("phantom", ty.clone())
    } else if field.opaque {
        (of_opaque, ty.clone())
    } else {
        (of_fields, member_of(&ty, &quote!(#private::Fields), "Me"))
    };
    let function = Ident::new(function, Span::call_site());
    let place = Place::of(&ty);
    let path = place.cover_start(quote!(#private::#function::));
    let call = place.end_call();
    quote::quote_spanned!(place.start()=> #path<#subject>#call)
}

/// ```ignore
/// const _: () = {
///     #[repr(C)] pub struct __LaigeBits(<bool as Plain>::Bits, ..);        // and what bytemuck asks of it
///     unsafe impl NoUninit for Door {}
///     unsafe impl CheckedBitPattern for Door { type Bits = __LaigeBits; fn is_valid_bit_pattern(..) -> bool { .. } }
/// };
/// ```
fn checked_struct(g: &Gen<'_>, fields: &[Field]) -> TokenStream {
    let (private, attrs, arguments) = (&g.private, g.attrs(), g.arguments());
    let proof = proof(g, fields, "plain", "opaque_checked");
    let bits = bits_struct(g, fields);
    let no_uninit = g.head(&quote!(#private::bytemuck::NoUninit));
    let checked = g.head(&quote!(#private::bytemuck::CheckedBitPattern));
    let valid = fields.iter().enumerate().map(|(i, field)| field_is_valid(g, i, field));
    quote! {
        #proof
        const _: () = {
            #bits
            #attrs
            unsafe #no_uninit {}
            #attrs
            unsafe #checked {
                type Bits = __LaigeBits #arguments;
                #[inline]
                fn is_valid_bit_pattern(__laige_bits: &Self::Bits) -> #private::core::primitive::bool {
                    true #(&& #valid)*
                }
            }
        };
    }
}

/// ```ignore
/// #[repr(C)]
/// pub struct __LaigeBits(<bool as Plain>::Bits, ..);
/// impl Clone, Copy, Zeroable, AnyBitPattern for __LaigeBits
/// ```
fn bits_struct(g: &Gen<'_>, fields: &[Field]) -> TokenStream {
    let private = &g.private;
    let hints = g.model.repr.to_hints();
    let name = Ident::new("__LaigeBits", Span::call_site());
    let types = fields.iter().map(|field| bits_of(g, field));
    let head = g.item(&quote!(pub struct), &name, &quote!((#(#types),*)));
    let bits = Gen { model: g.model, private: private.clone(), ident: quote!(#name), generics: g.generics.clone() };
    let copy = copy(&bits);
    let zeroable = bits.head(&quote!(#private::bytemuck::Zeroable));
    let any = bits.head(&quote!(#private::bytemuck::AnyBitPattern));
    quote! {
        #[repr(#hints)]
        #[doc(hidden)]
        #head;
        #copy
        unsafe #zeroable {}
        unsafe #any {}
    }
}

/// The type of the field's bits.
fn bits_of(g: &Gen<'_>, field: &Field) -> TokenStream {
    let private = &g.private;
    let ty = field.ty();
    if is_phantom(&field.ty) {
        return ty;
    }
    if field.opaque {
        return member_of(&ty, &quote!(#private::bytemuck::CheckedBitPattern), "Bits");
    }
    let me = member_of(&ty, &quote!(#private::Fields), "Me");
    quote!(<#me as #private::Plain>::Bits)
}

/// Whether the field's bits are a value of its type, as an expression.
fn field_is_valid(g: &Gen<'_>, place: usize, field: &Field) -> TokenStream {
    let private = &g.private;
    let index = syn::Index::from(place);
    let ty = field.ty();
    if is_phantom(&field.ty) {
        quote!(true)
    } else if field.opaque {
        quote!(#private::is_valid::<#ty>(&__laige_bits.#index))
    } else {
        let me = member_of(&ty, &quote!(#private::Fields), "Me");
        quote!(<#me as #private::Plain>::is_valid(&__laige_bits.#index))
    }
}

/// ```ignore
/// unsafe impl NoUninit for DoorKind {}
/// unsafe impl CheckedBitPattern for DoorKind {
///     type Bits = u8;
///     fn is_valid_bit_pattern(bits: &u8) -> bool { const __LAIGE_0: u8 = DoorKind::Open as u8; .. match *bits { __LAIGE_0 | .. => true, _ => false } }
/// }
/// ```
fn checked_enum(g: &Gen<'_>, variants: &[Variant]) -> TokenStream {
    let (private, attrs, ident) = (&g.private, g.attrs(), &g.ident);
    let integer = &g.model.repr.integer;
    let integer = quote!(#private::core::primitive::#integer);
    let no_uninit = g.head(&quote!(#private::bytemuck::NoUninit));
    let checked = g.head(&quote!(#private::bytemuck::CheckedBitPattern));
    let names: Vec<Ident> = (0..variants.len()).map(|i| format_ident!("__LAIGE_{i}")).collect();
    let values = variants.iter().map(|variant| adopt(&variant.ident));
    quote! {
        #attrs
        unsafe #no_uninit {}
        #attrs
        unsafe #checked {
            type Bits = #integer;
            #[inline]
            fn is_valid_bit_pattern(bits: &Self::Bits) -> #private::core::primitive::bool {
                #(const #names: #integer = #ident::#values as #integer;)*
                match *bits {
                    #(#names)|* => true,
                    _ => false,
                }
            }
        }
    }
}
