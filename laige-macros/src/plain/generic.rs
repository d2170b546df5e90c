//! Types with parameters: which of them cannot have padding, whatever they are given.
//!
//! Padding found at first use would be unsound (`Pod` would already be implemented), so a type is accepted only where
//! its definition proves the point: in one of three ways, see [`Proof`].

use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::{ToTokens, format_ident, quote};
use syn::{GenericParam, Generics, Member, Type};

use super::expand::{Gen, offset_of};
use super::model::{Field, Model};
use crate::place::{Place, adopt, member_of};
use crate::spelling::{shown, spelling};

/// How the absence of padding is proved for all instances at once.
pub(super) enum Proof<'a> {
    /// No field but `PhantomData` mentions a parameter: the layout is the same for all, and is checked on a twin.
    Same(Vec<&'a Field>),
    /// All fields are one type or arrays of it.
    OneType,
    /// Only lengths of arrays depend on parameters, and the elements have one size and alignment.
    OneLayout(Vec<&'a Field>),
    /// There is none: these two fields differ.
    None(&'a Field, &'a Field),
}

impl<'a> Proof<'a> {
    /// The proof for `model`, which has parameters.
    pub(super) fn of(model: &'a Model) -> Self {
        let fields: Vec<&Field> =
            model.fields().iter().filter(|field| !is_phantom(&field.ty)).collect();
        let depends = |ty: &Type| names_parameter(ty, &model.generics);
        if !fields.iter().any(|field| depends(&field.ty)) {
            return Self::Same(fields);
        }
        if model.repr.transparent.is_some() {
            return Self::OneType;
        }
        let Some((first, other)) = first_difference(&fields) else {
            return Self::OneType;
        };
        if fields.iter().any(|field| depends(element(&field.ty))) {
            return Self::None(first, other);
        }
        Self::OneLayout(fields)
    }
}

/// Whether all fields are one type or arrays of it: one behind the other, they leave no gap on any target.
pub(super) fn is_made_of_one_type(model: &Model) -> bool {
    let fields: Vec<&Field> = model.fields().iter().collect();
    first_difference(&fields).is_none()
}

/// The first field and the first one made of something else.
fn first_difference<'a>(fields: &[&'a Field]) -> Option<(&'a Field, &'a Field)> {
    let first = *fields.first()?;
    let spelled = spelling(element(&first.ty));
    let other = fields
        .iter()
        .find(|field| spelling(element(&field.ty)) != spelled || is_macro(element(&field.ty)))?;
    Some((first, other))
}

/// A macro may give another type each time.
fn is_macro(ty: &Type) -> bool {
    matches!(ty, Type::Macro(_))
}

/// What an array, however deep, is made of.
pub(super) fn element(ty: &Type) -> &Type {
    match ty {
        Type::Array(array) => element(&array.elem),
        Type::Group(group) => element(&group.elem),
        Type::Paren(paren) => element(&paren.elem),
        ty => ty,
    }
}

/// Whether the type is written as `PhantomData<..>`. The expansion proves that it is core's.
pub(super) fn is_phantom(ty: &Type) -> bool {
    match element_of_group(ty) {
        Type::Path(path) => {
            path.path.segments.last().is_some_and(|last| last.ident == "PhantomData")
        }
        _ => false,
    }
}

/// The type inside invisible groups and parentheses.
pub(super) fn element_of_group(ty: &Type) -> &Type {
    match ty {
        Type::Group(group) => element_of_group(&group.elem),
        Type::Paren(paren) => element_of_group(&paren.elem),
        ty => ty,
    }
}

/// Whether a parameter of the item, or `Self`, stands anywhere in `ty`.
fn names_parameter(ty: &Type, generics: &Generics) -> bool {
    let names: Vec<String> =
        generics.params.iter().map(parameter_name).chain(["Self".to_owned()]).collect();
    names_any(ty.to_token_stream(), &names)
}

fn parameter_name(param: &GenericParam) -> String {
    match param {
        GenericParam::Type(param) => param.ident.to_string(),
        GenericParam::Const(param) => param.ident.to_string(),
        GenericParam::Lifetime(param) => param.lifetime.ident.to_string(),
    }
}

fn names_any(tokens: TokenStream, names: &[String]) -> bool {
    tokens.into_iter().any(|token| match token {
        TokenTree::Ident(ident) => names.iter().any(|name| ident == name),
        TokenTree::Group(group) => names_any(group.stream(), names),
        _ => false,
    })
}

/// The assertions at the definition of a type with parameters.
pub(super) fn proofs(g: &Gen<'_>) -> TokenStream {
    match Proof::of(g.model) {
        Proof::Same(fields) => twin(g, &fields),
        Proof::OneLayout(fields) => one_layout(g, &fields),
        Proof::OneType | Proof::None(..) => TokenStream::new(),
    }
}

/// ```text
/// const _: () = {
///     #[repr(C)] struct __LaigeTwin { id: u32, .. }       // the fields that have a size
///     const _: () = check::place(&check::Place { of: "Typed", field: "id", .. });
/// };
/// ```
fn twin(g: &Gen<'_>, fields: &[&Field]) -> TokenStream {
    let name = format_ident!("__LaigeTwin");
    let hints = g.model.repr.to_hints();
    let body = twin_body(g, fields);
    let next = fields.iter().skip(1).map(|field| Some(*field)).chain([None]);
    let checks = fields.iter().zip(next).map(|(field, next)| place_check(g, field, next, &name));
    let lints = &g.model.lints;
    quote! {
        const _: () = {
            #[repr(#hints)]
            #lints
            struct #name #body
            #(#lints const _: () = #checks;)*
        };
    }
}

/// `check::place(&check::Place { of: "Typed", field: "id", offset, size, align, next, before: "kind" })`, located at the
/// field's type.
fn place_check(g: &Gen<'_>, field: &Field, next: Option<&Field>, twin: &Ident) -> TokenStream {
    let (private, of, twin) = (&g.private, g.model.name(), quote!(#twin));
    let (ty, name) = (field.ty(), field.name());
    let place = Place::of(&ty);
    let offset = offset_of(g, &twin, &field.member);
    let shape = if field.opaque {
        quote!(#private::Shape::opaque::<#ty>(""))
    } else {
        member_of(&ty, &quote!(#private::Fields), "SHAPE")
    };
    let before = next.map(Field::name).unwrap_or_default();
    let next = next.map_or_else(
        || quote!(#private::core::mem::size_of::<#twin>()),
        |next| offset_of(g, &twin, &next.member),
    );
    place.cover(quote!(#private::check::place(&#private::check::Place {
        of: #of,
        field: #name,
        offset: #offset,
        size: #private::core::mem::size_of::<#ty>(),
        align: #shape.natural_align,
        next: #next,
        before: #before,
    })))
}

/// `{ id: u32, .. }`, or `((), u32);` for a tuple struct, whose fields keep their places.
fn twin_body(g: &Gen<'_>, fields: &[&Field]) -> TokenStream {
    if fields.iter().all(|field| matches!(field.member, Member::Named(_))) {
        let members = fields.iter().map(|field| adopt(&field.member));
        let types = fields.iter().map(|field| field.ty());
        return quote!({ #(#members: #types),* });
    }
    let sized = |field: &Field| fields.iter().any(|other| other.member == field.member);
    let types =
        g.model.fields().iter().map(|field| if sized(field) { field.ty() } else { quote!(()) });
    quote!((#(#types),*);)
}

/// ```text
/// const _: () = check::one_layout("Bag", &Element { field: "count", ty: "u32", layout: .. }, &Element { .. });
/// ```
/// for each field after the first, against the first.
fn one_layout(g: &Gen<'_>, fields: &[&Field]) -> TokenStream {
    let Some((first, rest)) = fields.split_first() else { return TokenStream::new() };
    let (private, of) = (&g.private, g.model.name());
    let lints = &g.model.lints;
    let one = element_of(private, first);
    let checks = rest.iter().map(|field| {
        let other = element_of(private, field);
        let call = quote!(#private::check::one_layout(#of, &#one, &#other));
        let call = Place::of(&field.ty).cover(call);
        quote!(#lints const _: () = #call;)
    });
    checks.collect()
}

/// `check::Element { field: "count", ty: "u32", layout: (size_of::<u32>(), align_of::<u32>()) }`
fn element_of(private: &TokenStream, field: &Field) -> TokenStream {
    let element = element(&field.ty);
    let (name, shown, ty) = (field.name(), shown(element), adopt(element));
    quote! {
        #private::check::Element {
            field: #name,
            ty: #shown,
            layout: (#private::core::mem::size_of::<#ty>(), #private::core::mem::align_of::<#ty>()),
        }
    }
}
