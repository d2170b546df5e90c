//! `Fields` and what goes with it: the name, the stable id, the shape.
//! It describes; the proofs are `layout`'s and `bytes`'.

use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;
use syn::GenericParam;

use super::{Gen, bytes, layout};
use crate::place::{adopt, member_of};
use crate::plain::model::{Body, Field, Variant};

/// ```text
/// unsafe impl Fields for Pos {
///     type Me = Self;
///     const PATH: &'static str = concat!(..);
///     const SHAPE: Shape = { any_bits::<..>(); .. Shape::of_struct::<Self>(..) };
/// }
/// ```
pub(super) fn fields(g: &Gen<'_>) -> TokenStream {
    let (private, attrs) = (&g.private, g.attrs());
    let head = g.head(&quote!(#private::Fields));
    let path = path(g);
    let shape = shape(g);
    let proof = bytes::proof(g);
    let shape = if g.model.is_generic() { checked_shape(g, &shape) } else { shape };
    quote! {
        #attrs
        unsafe #head {
            type Me = Self;
            const PATH: &'static #private::core::primitive::str = #path;
            const SHAPE: #private::Shape = {
                #proof
                #shape
            };
        }
    }
}

/// The shape of an instance, checked.
fn checked_shape(g: &Gen<'_>, shape: &TokenStream) -> TokenStream {
    // A name that no parameter of the user's can have.
    let local = Ident::new("__laige_shape", Span::mixed_site());
    let checks = layout::checks_of_instance(g, &local);
    quote! {
        let #local = #shape;
        #checks
        #local
    }
}

/// `concat!(module_path!(), "::", "Pos")`
fn path(g: &Gen<'_>) -> TokenStream {
    let (private, of) = (&g.private, g.model.name());
    quote!(#private::core::concat!(#private::core::module_path!(), "::", #of))
}

/// `Name::declared::<Self>("game.pos").with_type(..).with_value(..)`, each parameter in order.
fn name(g: &Gen<'_>) -> TokenStream {
    let private = &g.private;
    let mut name = match &g.model.args.id {
        Some(id) => quote!(#private::Name::declared::<Self>(#id)),
        None => quote!(#private::Name::implicit::<Self>()),
    };
    for param in &g.model.generics.params {
        match param {
            GenericParam::Type(param) => {
                let ident = &param.ident;
                name.extend(quote!(.with_type(<#ident as #private::Fields>::SHAPE.stable_id)));
            }
            GenericParam::Const(param) => {
                let ident = &param.ident;
                name.extend(quote!(.with_value(#ident as #private::core::primitive::i128)));
            }
            GenericParam::Lifetime(_) => {}
        }
    }
    name
}

fn shape(g: &Gen<'_>) -> TokenStream {
    match &g.model.body {
        Body::Enum(variants) => enum_shape(g, variants),
        Body::Struct(fields) => struct_shape(g, fields),
        Body::Union(_) => TokenStream::new(),
    }
}

/// `Shape::of_struct::<Self>(Name::implicit(..), &[Field { name: "x", offset: .., shape: .. }, ..])`
fn struct_shape(g: &Gen<'_>, fields: &[Field]) -> TokenStream {
    let (private, name_of_struct) = (&g.private, name(g));
    let fields = fields.iter().map(|field| {
        let name = field.name();
        let offset = layout::offset_of(g, &quote!(Self), &field.member);
        let shape = field_shape(g, field);
        quote!(#private::Field { name: #name, offset: #offset, shape: &#shape })
    });
    quote!(#private::Shape::of_struct::<Self>(#name_of_struct, &[#(#fields),*]))
}

fn field_shape(g: &Gen<'_>, field: &Field) -> TokenStream {
    let private = &g.private;
    let ty = field.ty();
    if field.opaque {
        quote!(#private::Shape::opaque::<#ty>("opaque"))
    } else {
        member_of(&ty, &quote!(#private::Fields), "SHAPE")
    }
}

/// `Shape::of_enum::<Self>(Name::implicit(..), &<u8 as Fields>::SHAPE, &[Variant { name: "Open", value: .. }, ..])`
fn enum_shape(g: &Gen<'_>, variants: &[Variant]) -> TokenStream {
    let (private, name_of_enum) = (&g.private, name(g));
    let integer = &g.model.repr.integer;
    let variants = variants.iter().map(|variant| {
        let name = variant.name();
        let ident = adopt(&variant.ident);
        quote!(#private::Variant { name: #name, value: Self::#ident as #private::core::primitive::i128 })
    });
    quote!(#private::Shape::of_enum::<Self>(
        #name_of_enum,
        &<#private::core::primitive::#integer as #private::Fields>::SHAPE,
        &[#(#variants),*],
    ))
}
