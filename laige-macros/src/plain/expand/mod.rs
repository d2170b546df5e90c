//! From facts to code. Everything was checked; nothing here can fail.
//! One file for each thing that is emitted.

mod bytes;
mod describe;
mod layout;

pub(super) use self::layout::fields_in_order;

use proc_macro2::{Ident, TokenStream};
use quote::quote;
use syn::{GenericParam, Generics, WherePredicate, parse_quote};

use super::model::{Form, Model};
use crate::place::adopt;

/// What every part of the expansion needs: the facts, and the head of an impl.
pub(super) struct Gen<'a> {
    pub(super) model: &'a Model,
    /// The hidden module of the crate.
    pub(super) private: TokenStream,
    /// The type's name as a token of the expansion.
    pub(super) ident: TokenStream,
    generics: Generics,
}

impl<'a> Gen<'a> {
    pub(super) fn new(model: &'a Model) -> Self {
        let laige = &model.laige;
        let private = quote!(#laige::__private);
        let generics = bounded(model, &private);
        Self { model, private, ident: adopt(&model.ident), generics }
    }

    /// Puts every impl under one more bound.
    pub(super) fn bound(&mut self, predicate: WherePredicate) {
        self.generics.make_where_clause().predicates.push(predicate);
    }

    /// `impl<..> of for Type<..> where ..`
    pub(super) fn head(&self, of: &TokenStream) -> TokenStream {
        let (before, after, bounds) = self.generics.split_for_impl();
        let ident = &self.ident;
        quote!(impl #before #of for #ident #after #bounds)
    }

    /// `#keyword name<..> where ..`, for an item with the same parameters; `middle` stands before the bounds.
    pub(super) fn item(&self, keyword: &TokenStream, name: &Ident, middle: &TokenStream) -> TokenStream {
        let (before, _, bounds) = self.generics.split_for_impl();
        quote!(#keyword #name #before #middle #bounds)
    }

    /// Attributes of every impl.
    pub(super) fn attrs(&self) -> TokenStream {
        let lints = &self.model.lints;
        quote!(#[automatically_derived] #lints)
    }
}

/// The item's parameters with the bounds that a plain type needs.
fn bounded(model: &Model, private: &TokenStream) -> Generics {
    let mut generics = model.generics.clone();
    for param in &mut generics.params {
        if let GenericParam::Type(param) = param {
            let ident = &param.ident;
            param.bounds.push(if model.is_checked() {
                parse_quote!(#private::Fields<Me = #ident>)
            } else {
                parse_quote!(#private::AnyBits)
            });
        }
    }
    generics
}

/// The whole expansion.
pub(super) fn expand(model: &Model) -> TokenStream {
    let g = Gen::new(model);
    let mut code = layout::checks(&g);
    code.extend(bytes::proof(&g));
    if model.form == Form::Attribute {
        code.extend(bytes::copy(&g));
        code.extend(bytes::bytemuck(&g));
    }
    code.extend(describe::any_bits(&g));
    code.extend(describe::fields(&g));
    if model.form != Form::Fields {
        code.extend(component(&g));
    }
    code
}

/// ```ignore
/// impl Part for Pos { type Me = Self; type Ref = Read<Self>; type Mut = Write<Self>; }
/// unsafe impl Component for Pos {}
/// ```
pub(super) fn component(g: &Gen<'_>) -> TokenStream {
    let (private, attrs) = (&g.private, g.attrs());
    let part = g.head(&quote!(#private::Part));
    let component = g.head(&quote!(#private::Component));
    quote! {
        #attrs
        #part {
            type Me = Self;
            type Ref = #private::Read<Self>;
            type Mut = #private::Write<Self>;
        }
        #attrs
        unsafe #component {}
    }
}
