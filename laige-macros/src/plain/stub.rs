//! What stands for an item with mistakes: impls that make its uses silent, so that a user reads the mistakes alone.
//!
//! Each impl is under a bound on a type that cannot be known, because the length in it is the mistake itself. The
//! compiler takes such a bound for met and keeps quiet about all that follows from it.

use proc_macro2::TokenStream;
use quote::quote;
use syn::WherePredicate;

use super::expand::{Gen, block};
use super::kind::{Form, Kind};
use super::model::Model;
use crate::errors::Verdict;

/// ```text
/// const _: () = {
///     const __LAIGE_MISTAKE: usize = compile_error! { .. };
///     impl Fields for Pos where [(); __LAIGE_MISTAKE]: Sized { .. }     // and so on
/// };
/// compile_error! { .. }      // the other mistakes
/// ```
pub(super) fn stub(model: &Model, verdict: &Verdict) -> TokenStream {
    let Some((first, others)) = verdict.mistakes.split_first() else { return TokenStream::new() };
    let others = others.iter().map(syn::Error::to_compile_error);
    let first = first.to_compile_error();
    let mut g = Gen::in_block(model);
    g.bound(unknown(&g.private));
    let (private, impls) = (&g.private, impls(&g));
    let block = block(
        model,
        &quote! {
            const __LAIGE_MISTAKE: #private::core::primitive::usize = #first;
            #impls
        },
    );
    quote!(#block #(#others)*)
}

/// A bound that cannot be worked out.
fn unknown(private: &TokenStream) -> WherePredicate {
    syn::parse_quote!([(); __LAIGE_MISTAKE]: #private::core::marker::Sized)
}

fn impls(g: &Gen<'_>) -> TokenStream {
    let bytes = bytes(g);
    let fields = (g.model.form != Form::Beside).then(|| fields(g));
    let own = match g.model.kind {
        Kind::Component => component(g),
        Kind::Resource => resource(g),
        Kind::Fields => TokenStream::new(),
    };
    quote!(#bytes #fields #own)
}

/// Those of bytemuck's traits and `Clone` that are ours to emit.
fn bytes(g: &Gen<'_>) -> TokenStream {
    if g.model.form != Form::Attribute {
        return TokenStream::new();
    }
    let private = &g.private;
    let clone = g.head(&quote!(#private::core::clone::Clone));
    let zeroable = g.head(&quote!(#private::bytemuck::Zeroable));
    let pod = g.head(&quote!(#private::bytemuck::Pod));
    quote! {
        #clone { fn clone(&self) -> Self { loop {} } }
        unsafe #zeroable {}
        unsafe #pod {}
    }
}

fn fields(g: &Gen<'_>) -> TokenStream {
    let private = &g.private;
    let fields = g.head(&quote!(#private::Fields));
    let name = g.model.name();
    quote! {
        unsafe #fields {
            type Me = Self;
            const SHAPE: #private::Shape = #private::Shape::opaque::<Self>(#name);
        }
    }
}

fn resource(g: &Gen<'_>) -> TokenStream {
    let private = &g.private;
    let resource = g.head(&quote!(#private::Resource));
    quote! {
        #resource {
            type Part = #private::State;
        }
    }
}

/// `Me` is a type of which nothing is known: terms of one with lifetimes would break rules of their own.
fn component(g: &Gen<'_>) -> TokenStream {
    let private = &g.private;
    let part = g.head(&quote!(#private::Part));
    let component = g.head(&quote!(#private::Component));
    let bundle = g.head(&quote!(#private::Bundle));
    let toggle = g.model.args.toggle.is_some().then(|| {
        let toggle = g.head(&quote!(#private::Toggle));
        quote!(#toggle {})
    });
    quote! {
        #part {
            type Me = [(); __LAIGE_MISTAKE];
        }
        unsafe #component {}
        unsafe #bundle {
            type Members = #private::Nobody;
        }
        #toggle
    }
}
