//! From facts to code. Everything was checked; nothing here can fail.
//! One file for each thing that is emitted.

mod by_hand;
mod bytes;
mod describe;
mod layout;
mod versions;

pub(super) use self::layout::offset_of;

use proc_macro2::TokenStream;
use quote::quote;
use syn::{Generics, WherePredicate, parse_quote};

use super::kind::{Form, Kind};
use super::model::Model;
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
    /// For what stands beside the item.
    pub(super) fn new(model: &'a Model) -> Self {
        let laige = &model.laige;
        Self::with(model, quote!(#laige::__private))
    }

    /// For what stands in a [`block`].
    pub(super) fn in_block(model: &'a Model) -> Self {
        Self::with(model, quote!(__laige))
    }

    fn with(model: &'a Model, private: TokenStream) -> Self {
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

    /// Attributes of every impl.
    pub(super) fn attrs(&self) -> &TokenStream {
        &self.model.lints
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
    let checks = (model.form != Form::Beside).then(|| layout::checks(&Gen::new(model)));
    let mut g = Gen::in_block(model);
    // A constant cannot ask about a type with parameters.
    let by_hand = model.form == Form::ByHand && !model.is_generic();
    let demand = by_hand.then(|| {
        g.bound(by_hand::bound(&g));
        by_hand::demand(&g)
    });
    let impls = impls(&g);
    let block = block(model, &quote!(#demand #impls));
    quote!(#checks #block)
}

/// ```text
/// const _: () = { use ::laige::__private as __laige; .. };
/// ```
/// A short name for a path that stands in nearly every line: each token has its cost.
pub(super) fn block(model: &Model, code: &TokenStream) -> TokenStream {
    let laige = &model.laige;
    quote! {
        const _: () = {
            use #laige::__private as __laige;
            #code
        };
    }
}

fn impls(g: &Gen<'_>) -> TokenStream {
    let form = g.model.form;
    let bytes = (form == Form::Attribute).then(|| {
        let copy = bytes::copy(g);
        let bytemuck = bytes::bytemuck(g);
        quote!(#copy #bytemuck)
    });
    let fields = (form != Form::Beside).then(|| describe::fields(g));
    let own = match g.model.kind {
        Kind::Component => component(g),
        Kind::Resource => resource(g),
        Kind::Fields => TokenStream::new(),
    };
    quote!(#bytes #fields #own)
}

/// ```text
/// impl Resource for Score { type Part = State; }                // with what `versions` says of it
/// ```
fn resource(g: &Gen<'_>) -> TokenStream {
    let (private, attrs) = (&g.private, g.attrs());
    let resource = g.head(&quote!(#private::Resource));
    let versions = versions::consts(g);
    quote! {
        #attrs
        #resource {
            type Part = #private::State;
            #versions
        }
    }
}

/// ```text
/// impl Part for Pos { type Me = Self; }
/// unsafe impl Component for Pos {}                              // with what `versions` says of them
/// unsafe impl Bundle for Pos { type Members = Alone; }          // `Bit` for a toggle
/// impl Toggle for Stunned {}                                    // for a toggle alone
/// ```
fn component(g: &Gen<'_>) -> TokenStream {
    let (private, attrs) = (&g.private, g.attrs());
    let part = g.head(&quote!(#private::Part));
    let component = g.head(&quote!(#private::Component));
    let bundle = g.head(&quote!(#private::Bundle));
    let versions = versions::consts(g);
    let is_toggle = g.model.args.toggle.is_some();
    let members = if is_toggle { quote!(Bit) } else { quote!(Alone) };
    let toggle = is_toggle.then(|| {
        let toggle = g.head(&quote!(#private::Toggle));
        quote!(#attrs #toggle {})
    });
    quote! {
        #attrs
        #part {
            type Me = Self;
        }
        #attrs
        unsafe #component { #versions }
        #attrs
        unsafe #bundle {
            type Members = #private::#members;
        }
        #toggle
    }
}
