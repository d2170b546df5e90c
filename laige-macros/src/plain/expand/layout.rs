//! The proofs about layout: constant assertions, each at the field it is about.
//! Their texts are written by the core's `check`; a type with parameters is proved in `generic` and again per instance.

use proc_macro2::{Ident, Literal, TokenStream};
use quote::{format_ident, quote};
use syn::Member;

use super::Gen;
use crate::place::Place;
use crate::plain::generic::is_made_of_one_type;
use crate::plain::model::Field;

/// ```text
/// const _: () = check::field_of::<Pos>("Pos", 0);       // each field
/// const _: () = check::whole_of::<Pos>("Pos", &check::COMPONENT);
/// ```
/// For a type with parameters, the proof for all instances; each one is checked in its `SHAPE`.
pub(super) fn checks(g: &Gen<'_>) -> TokenStream {
    if g.model.is_generic() {
        return crate::plain::generic::proofs(g);
    }
    let (private, of, this) = (&g.private, g.model.name(), &g.ident);
    let limits = format_ident!("{}", g.model.kind.limits());
    let fields = fields(g, |index| quote!(#private::check::field_of::<#this>(#of, #index)));
    let whole = quote!(#private::check::whole_of::<#this>(#of, &#private::check::#limits));
    let whole = Place::of(&g.model.ident).cover(whole);
    let checks = fields.into_iter().chain(declared(g, this)).chain([whole]);
    let lints = &g.model.lints;
    quote!(#(#lints const _: () = #checks;)*)
}

/// ```text
/// check::field("Bag", &shape, 0);                       // each field
/// check::instance("Bag", &shape, &check::COMPONENT);
/// ```
/// The same for an instance of a type with parameters, whose shape is in a variable.
pub(super) fn checks_of_instance(g: &Gen<'_>, shape: &Ident) -> TokenStream {
    let (private, of) = (&g.private, g.model.name());
    let limits = format_ident!("{}", g.model.kind.limits());
    let fields = fields(g, |index| quote!(#private::check::field(#of, &#shape, #index)));
    let whole = quote!(#private::check::instance(#of, &#shape, &#private::check::#limits));
    let whole = Place::of(&g.model.ident).cover(whole);
    let checks = fields.into_iter().chain(declared(g, &quote!(Self))).chain([whole]);
    quote!(#(#checks;)*)
}

/// A check for each field by its number, located at the field's type; none where the fields leave no gap, however large
/// they are.
fn fields(g: &Gen<'_>, check: impl Fn(Literal) -> TokenStream) -> Vec<TokenStream> {
    // In a transparent struct there is one field to speak of, and others without size.
    if g.model.repr.transparent.is_some() || is_made_of_one_type(g.model) {
        return Vec::new();
    }
    let fields = g.model.fields().iter().enumerate();
    let located = |(index, field): (usize, &Field)| {
        Place::of(&field.ty).cover(check(Literal::usize_unsuffixed(index)))
    };
    fields.map(located).collect()
}

pub(in crate::plain) fn offset_of(g: &Gen<'_>, this: &TokenStream, member: &Member) -> TokenStream {
    let private = &g.private;
    let member = crate::place::adopt(member);
    quote!(#private::core::mem::offset_of!(#this, #member))
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
