//! From facts to code. Everything was checked; nothing here can fail.
//! One file for each thing that is emitted.

mod by_hand;
mod bytes;
mod describe;
mod layout;

pub(super) use self::layout::offset_of;

use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;
use syn::{Generics, WherePredicate, parse_quote};

use super::model::{Form, Model};
use crate::generics;
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

    /// `fn name<..>() where ..`, a function with the same parameters.
    pub(super) fn function(&self, name: &Ident) -> TokenStream {
        let (before, _, bounds) = self.generics.split_for_impl();
        quote!(fn #name #before () #bounds)
    }

    /// Attributes of every impl.
    pub(super) fn attrs(&self) -> TokenStream {
        let lints = &self.model.lints;
        quote!(#[automatically_derived] #lints)
    }
}

/// The item's parameters with the bounds that a plain type needs.
fn bounded(model: &Model, private: &TokenStream) -> Generics {
    generics::bound_each(model.generics.clone(), |ident| {
        if model.is_checked() {
            parse_quote!(#private::Fields<Me = #ident>)
        } else {
            parse_quote!(#private::Parameter)
        }
    })
}

/// The whole expansion.
pub(super) fn expand(model: &Model) -> TokenStream {
    let mut g = Gen::new(model);
    let proofs = proofs(&g);
    // A constant cannot ask about a type with parameters.
    let by_hand = model.form != Form::Attribute && !model.is_generic();
    if by_hand {
        g.bound(by_hand::bound(&g));
    }
    let impls = impls(&g);
    let impls = if by_hand { by_hand::wrap(&g, &impls) } else { impls };
    quote!(#proofs #impls)
}

fn proofs(g: &Gen<'_>) -> TokenStream {
    let layout = layout::checks(g);
    let fields = bytes::proof(g);
    quote!(#layout #fields)
}

fn impls(g: &Gen<'_>) -> TokenStream {
    let form = g.model.form;
    let bytes = (form == Form::Attribute).then(|| {
        let copy = bytes::copy(g);
        let bytemuck = bytes::bytemuck(g);
        quote!(#copy #bytemuck)
    });
    let any_bits = describe::any_bits(g);
    let fields = describe::fields(g);
    let component = (form != Form::Fields).then(|| component(g));
    quote!(#bytes #any_bits #fields #component)
}

/// ```text
/// impl Part for Pos { type Me = Self; }
/// unsafe impl Component for Pos {}
/// unsafe impl Bundle for Pos { .. }        // of one member
/// ```
fn component(g: &Gen<'_>) -> TokenStream {
    let (private, attrs) = (&g.private, g.attrs());
    let part = g.head(&quote!(#private::Part));
    let component = g.head(&quote!(#private::Component));
    let bundle = bundle(g);
    quote! {
        #attrs
        #part {
            type Me = Self;
        }
        #attrs
        unsafe #component {}
        #bundle
    }
}

/// ```text
/// unsafe impl Bundle for Pos {
///     const ACCESS: Access = Access::member::<Self>();
///     fn describe(each: &mut dyn FnMut(ComponentType)) { each(ComponentType::of::<Self>()) }
///     fn put(self, row: &mut RowWriter<'_>) { row.write(self) }
/// }
/// ```
fn bundle(g: &Gen<'_>) -> TokenStream {
    let (private, attrs) = (&g.private, g.attrs());
    let [each, row] =
        ["__laige_each", "__laige_row"].map(|name| Ident::new(name, Span::mixed_site()));
    let head = g.head(&quote!(#private::Bundle));
    quote! {
        #attrs
        unsafe #head {
            const ACCESS: #private::Access = #private::Access::member::<Self>();
            #[inline]
            fn describe(#each: &mut dyn #private::core::ops::FnMut(#private::ComponentType)) {
                #each(#private::ComponentType::of::<Self>())
            }
            #[inline]
            fn put(self, #row: &mut #private::RowWriter<'_>) {
                #row.write(self)
            }
        }
    }
}
