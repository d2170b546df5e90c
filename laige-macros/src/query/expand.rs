//! From facts to code: the closure as written, the terms one by one, and the call that visits the rows.

use proc_macro2::{Delimiter, Group, Ident, Span, TokenStream, TokenTree};
use quote::{quote, quote_spanned};

use super::model::{Model, Param};
use super::parse::{Call, Closure};
use crate::errors::Verdict;
use crate::place::Place;

/// ```text
/// match (|p: &mut Pos, v: &Vel| body) { body => {
///     let terms = $crate::__private::first(<&mut Pos as $crate::__private::Term>::term());
///     let terms = $crate::__private::and(terms, <&Vel as $crate::__private::Term>::term(), const { $crate::__private::distinct("v: &Vel") });
///     ..
///     (world).run_query_mut(terms, body)
/// } }
/// ```
/// The closure stands first, so that a structural change in it is one error; in parentheses, for a body that ends with
/// a block would take the braces.
pub(super) fn query(call: &Call, model: &Model) -> TokenStream {
    let Some(closure) = &call.closure else { return TokenStream::new() };
    let Call { laige, world, .. } = call;
    let tokens = &closure.tokens;
    // Names that the user's tokens cannot see.
    let [body, terms] =
        ["__laige_body", "__laige_terms"].map(|name| Ident::new(name, Span::mixed_site()));
    let joins = joins(laige, model, &terms);
    let world = parenthesized(world);
    let visit = visit(model, closure, &terms, &body);
    quote! {
        match (#tokens) {
            #body => {
                #joins
                #world.#visit
            }
        }
    }
}

/// `let terms = first(<&mut Pos as Term>::term());`, and each other parameter. A first one behind `cfg` may not be there, and
/// the next one is the first then.
fn joins(laige: &TokenStream, model: &Model, terms: &Ident) -> TokenStream {
    let (start, others) = match model.params.split_first() {
        Some((first, others)) if first.cfgs.is_empty() => (begin(laige, terms, first), others),
        _ => (quote!(let #terms = #laige::__private::Builder::new();), &model.params[..]),
    };
    let others = others.iter().map(|param| join(laige, terms, param));
    quote!(#start #(#others)*)
}

fn begin(laige: &TokenStream, terms: &Ident, Param { ty, .. }: &Param) -> TokenStream {
    let place = Place::of(ty);
    let private = place.cover_start(quote!(#laige::__private));
    let term = term(ty, &private, place);
    let first = Ident::new("first", place.start());
    quote!(let #terms = #private::#first(#term);)
}

/// `let terms = and(terms, <&Vel as Term>::term(), const { distinct("v: &Vel") });`, located at the parameter's type.
fn join(laige: &TokenStream, terms: &Ident, param: &Param) -> TokenStream {
    let Param { cfgs, ty, shown, .. } = param;
    let place = Place::of(ty);
    let private = place.cover_start(quote!(#laige::__private));
    let call = place.call_end(&private, quote!(#shown));
    let term = term(ty, &private, place);
    let [and, distinct] = ["and", "distinct"].map(|name| Ident::new(name, place.start()));
    quote! {
        #cfgs
        let #terms = #private::#and(#terms, #term, const { #private::#distinct #call });
    }
}

/// `<&mut Pos as Term>::term()`, with the user's own spans but for the path to `Term`: where a type is no term, the
/// compiler finds that twice, and says it once if both are at the very same place.
fn term(ty: &TokenStream, private: &TokenStream, place: Place) -> TokenStream {
    let (first, last) = (place.raw_start(), place.raw_end());
    let mut arguments = Group::new(Delimiter::Parenthesis, TokenStream::new());
    arguments.set_span(last);
    let path = quote_spanned!(first=> as #private::Term>::);
    let term = Ident::new("term", last);
    quote_spanned!(first=> <#ty #path #term #arguments)
}

/// Real parentheses: invisible ones are not seen by the parser, and `*world` would take the method's result.
fn parenthesized(world: &TokenStream) -> TokenTree {
    let mut group = Group::new(Delimiter::Parenthesis, world.clone());
    group.set_span(Place::of(world).start());
    TokenTree::Group(group)
}

/// `run_query_mut(terms, body)`. A body of the wrong type is shown at the body, a hidden writing term at the header.
fn visit(model: &Model, closure: &Closure, terms: &Ident, body: &Ident) -> TokenStream {
    let name = if model.writes() { "run_query_mut" } else { "run_query" };
    let name = Ident::new(name, Span::call_site().located_at(closure.body));
    let at =
        |name: &Ident, place: Span| Ident::new(&name.to_string(), name.span().located_at(place));
    let terms = at(terms, Place::of(&closure.bars).start());
    let body = at(body, closure.body);
    quote!(#name(#terms, #body))
}

/// ```text
/// { let _ = &(world); let mistake = compile_error! { .. }; let _ = |p: &mut Pos| body; mistake }
/// ```
/// The mistakes, beside what the user wrote. They stand before the closure, since the compiler does not complain of types
/// that it cannot infer where it knows of a mistake.
pub(super) fn beside(call: &Call, verdict: &Verdict) -> TokenStream {
    let Call { world, closure, .. } = call;
    let world = closure.as_ref().filter(|_| !world.is_empty()).map(|_| {
        let world = parenthesized(world);
        quote!(let _ = &#world;)
    });
    let closure = closure.as_ref().map(|Closure { tokens, .. }| quote!(let _ = #tokens;));
    let mistake = Ident::new("__laige_mistake", Span::mixed_site());
    let mistakes = verdict.mistakes.iter().map(syn::Error::to_compile_error);
    quote!({ #world #(let #mistake = #mistakes;)* #closure #mistake })
}
