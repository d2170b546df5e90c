//! `Fields` and what goes with it: the name, the stable id, the shape.
//! It describes; the proofs are `layout`'s and `bytes`'.

use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;
use syn::GenericParam;

use super::{Gen, layout};
use crate::place::{Place, adopt, member_of};
use crate::plain::model::{Body, Field, Variant};

/// `impl AnyBits for Pos {}`, which demands `Pod`; nothing where the type is `checked`.
pub(super) fn any_bits(g: &Gen<'_>) -> TokenStream {
    if g.model.is_checked() || g.model.is_enum() {
        return TokenStream::new();
    }
    let (private, attrs) = (&g.private, g.attrs());
    let head = g.head(&quote!(#private::AnyBits));
    quote!(#attrs #head {})
}

/// ```text
/// unsafe impl Fields for Pos {
///     type Me = Self;
///     const SHAPE: Shape = { const __LAIGE_NAME: &str = ..; Shape::of_struct::<Self>(..) };
/// }
/// ```
pub(super) fn fields(g: &Gen<'_>) -> TokenStream {
    let (private, attrs) = (&g.private, g.attrs());
    let head = g.head(&quote!(#private::Fields));
    let name = name(g);
    let shape = shape(g);
    let shape = if g.model.is_generic() { checked_shape(g, &shape) } else { shape };
    quote! {
        #attrs
        unsafe #head {
            type Me = Self;
            const SHAPE: #private::Shape = {
                #name
                #shape
            };
        }
    }
}

/// The shape of an instance, after its checks.
fn checked_shape(g: &Gen<'_>, shape: &TokenStream) -> TokenStream {
    let (private, of) = (&g.private, g.model.name());
    let assertions = layout::assertions(g, &quote!(Self));
    // A name that no parameter of the user's can have.
    let local = Ident::new("__laige_shape", Span::mixed_site());
    let whole = Place::of(&g.model.ident).cover(quote!(#private::check::whole(#of, &#local)));
    quote! {
        #(#assertions;)*
        let #local = #shape;
        #whole;
        #local
    }
}

/// ```text
/// const __LAIGE_NAME: &str = "game.pos";
/// ```
/// or, without an `id`, module path and type name without `r#`.
fn name(g: &Gen<'_>) -> TokenStream {
    let private = &g.private;
    let of_core = quote!(#private::core);
    if let Some(id) = &g.model.args.id {
        return quote!(const __LAIGE_NAME: &#of_core::primitive::str = #id;);
    }
    let of = g.model.name();
    quote! {
        const __LAIGE_PATH: &#of_core::primitive::str = #of_core::concat!(#of_core::module_path!(), "::", #of);
        const __LAIGE_BYTES: [#of_core::primitive::u8; #private::names::len(__LAIGE_PATH)] =
            #private::names::without_raw(__LAIGE_PATH);
        const __LAIGE_NAME: &#of_core::primitive::str = #private::names::text(&__LAIGE_BYTES);
    }
}

/// `StableId::of_name(..).with_type(..).with_value(..)`, each parameter in order.
fn stable_id(g: &Gen<'_>) -> TokenStream {
    let private = &g.private;
    let mut id = quote!(#private::StableId::of_name(__LAIGE_NAME));
    for param in &g.model.generics.params {
        match param {
            GenericParam::Type(param) => {
                let ident = &param.ident;
                id.extend(quote!(.with_type(<#ident as #private::Fields>::SHAPE.stable_id)));
            }
            GenericParam::Const(param) => {
                let ident = &param.ident;
                id.extend(quote!(.with_value(#ident as #private::core::primitive::i128)));
            }
            GenericParam::Lifetime(_) => {}
        }
    }
    id
}

fn shape(g: &Gen<'_>) -> TokenStream {
    match &g.model.body {
        Body::Enum(variants) => enum_shape(g, variants),
        Body::Struct(fields) => struct_shape(g, fields),
        Body::Union(_) => TokenStream::new(),
    }
}

/// `Shape::of_struct::<Self>(NAME, false, ID, const { &[Field { name: "x", offset: .., shape: .. }, ..] })`
fn struct_shape(g: &Gen<'_>, fields: &[Field]) -> TokenStream {
    let private = &g.private;
    let (named, id) = (g.model.args.id.is_some(), stable_id(g));
    let fields = fields.iter().map(|field| {
        let name = field.name();
        let offset = layout::offset_of(g, &quote!(Self), &field.member);
        let shape = field_shape(g, field);
        quote!(#private::Field { name: #name, offset: #offset, shape: &#shape })
    });
    quote!(#private::Shape::of_struct::<Self>(__LAIGE_NAME, #named, #id, const { &[#(#fields),*] }))
}

fn field_shape(g: &Gen<'_>, field: &Field) -> TokenStream {
    let private = &g.private;
    let ty = field.ty();
    if field.opaque {
        quote!(#private::opaque::<#ty>("opaque"))
    } else {
        member_of(&ty, &quote!(#private::Fields), "SHAPE")
    }
}

/// `Shape::of_enum::<Self>(NAME, false, ID, &<u8 as Fields>::SHAPE, const { &[Variant { name: "Open", value: .. }, ..] })`
fn enum_shape(g: &Gen<'_>, variants: &[Variant]) -> TokenStream {
    let private = &g.private;
    let (named, id) = (g.model.args.id.is_some(), stable_id(g));
    let integer = &g.model.repr.integer;
    let variants = variants.iter().map(|variant| {
        let name = variant.name();
        let ident = adopt(&variant.ident);
        quote!(#private::Variant { name: #name, value: Self::#ident as #private::core::primitive::i128 })
    });
    quote!(#private::Shape::of_enum::<Self>(
        __LAIGE_NAME,
        #named,
        #id,
        &<#private::core::primitive::#integer as #private::Fields>::SHAPE,
        const { &[#(#variants),*] },
    ))
}
