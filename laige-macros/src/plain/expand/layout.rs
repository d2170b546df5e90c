//! The proofs about layout: constant assertions, each at the field it is about.
//! Their texts are written by the core's `check`; a type with parameters is proved in `generic` and again per instance.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::Member;

use super::Gen;
use crate::place::{Place, member_of};
use crate::plain::model::{Body, Field};

/// ```text
/// const _: () = check::field(check::Place { .. });       // each field
/// const _: () = check::whole_of::<Pos>("Pos");
/// ```
/// Empty for a type with parameters, whose instances are checked in `SHAPE`.
pub(super) fn checks(g: &Gen<'_>) -> TokenStream {
    if g.model.is_generic() {
        return crate::plain::generic::proofs(g);
    }
    let ident = &g.ident;
    let lints = &g.model.lints;
    let checks = assertions(g, &quote!(#ident));
    quote!(#(#lints const _: () = #checks;)*)
}

/// The assertions about one type, `this`, as expressions.
pub(super) fn assertions(g: &Gen<'_>, this: &TokenStream) -> Vec<TokenStream> {
    let mut list = Vec::new();
    if let Body::Struct(fields) = &g.model.body {
        let fields: Vec<&Field> = fields.iter().collect();
        list.extend(fields_in_order(g, &fields, this));
    }
    list.extend(declared(g, this));
    if !g.model.is_generic() {
        list.push(whole(g, this));
    }
    list
}

/// One assertion for each field of `this`; none for a transparent struct, where there is one field to speak of.
pub(in crate::plain) fn fields_in_order(
    g: &Gen<'_>,
    fields: &[&Field],
    this: &TokenStream,
) -> Vec<TokenStream> {
    if g.model.repr.transparent.is_some() {
        return Vec::new();
    }
    let next = fields.iter().skip(1).map(|field| Some(*field)).chain([None]);
    fields.iter().zip(next).map(|(field, next)| field_check(g, field, next, this)).collect()
}

/// `check::field(check::Place { of: "Pos", field: "x", offset, size, align, next, before: "y" })`, located at the field's type.
fn field_check(
    g: &Gen<'_>,
    field: &Field,
    next: Option<&Field>,
    this: &TokenStream,
) -> TokenStream {
    let private = &g.private;
    let ty = field.ty();
    let place = Place::of(&ty);
    let (of, name) = (g.model.name(), field.name());
    let offset = offset_of(g, this, &field.member);
    let align = natural_align(g, field);
    let before = next.map(Field::name).unwrap_or_default();
    let next = next.map_or_else(
        || quote!(#private::core::mem::size_of::<#this>()),
        |next| offset_of(g, this, &next.member),
    );
    let call = quote!(#private::check::field(&#private::check::Place {
        of: #of,
        field: #name,
        offset: #offset,
        size: #private::core::mem::size_of::<#ty>(),
        align: #align,
        next: #next,
        before: #before,
    }));
    place.cover(call)
}

pub(super) fn offset_of(g: &Gen<'_>, this: &TokenStream, member: &Member) -> TokenStream {
    let private = &g.private;
    let member = crate::place::adopt(member);
    quote!(#private::core::mem::offset_of!(#this, #member))
}

/// The alignment that the field has on every target; for an opaque field, on this one.
fn natural_align(g: &Gen<'_>, field: &Field) -> TokenStream {
    let private = &g.private;
    let ty = field.ty();
    if field.opaque {
        return quote!(#private::core::mem::align_of::<#ty>());
    }
    let shape = member_of(&ty, &quote!(#private::Fields), "SHAPE");
    quote_spanned!(Place::of(&ty).start()=> #shape.natural_align)
}

/// `check::size("Pos", 8, size_of::<Pos>())` at the declared number, and the same for the alignment.
fn declared(g: &Gen<'_>, this: &TokenStream) -> Vec<TokenStream> {
    let (private, of) = (&g.private, g.model.name());
    let args = &g.model.args;
    let size = args.size.as_ref().map(|size| {
        let call =
            quote!(#private::check::size(#of, #size, #private::core::mem::size_of::<#this>()));
        Place::of(size).cover(call)
    });
    let align = args.align.as_ref().map(|align| {
        let call =
            quote!(#private::check::align(#of, #align, #private::core::mem::align_of::<#this>()));
        Place::of(align).cover(call)
    });
    size.into_iter().chain(align).collect()
}

/// `check::whole_of::<Pos>("Pos")` at the type's name.
fn whole(g: &Gen<'_>, this: &TokenStream) -> TokenStream {
    let (private, of) = (&g.private, g.model.name());
    let call = quote!(#private::check::whole_of::<#this>(#of));
    Place::of(&g.model.ident).cover(call)
}
