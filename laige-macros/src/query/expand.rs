//! From facts to code: the closure as written, and the call that visits the rows with it.

use proc_macro2::{Delimiter, Group, Ident, Span, TokenStream, TokenTree};
use quote::{quote, quote_spanned};

use super::model::{Model, Param};
use super::parse::{Call, Closure};
use crate::errors::Verdict;
use crate::place::Place;

/// ```text
/// match (|p: &mut Pos, v: &Vel| body) { body => (world).run_query_mut( // of `par(world)`: run_par_query_mut
///     (<&mut Pos as $crate::__private::Term>::term(), <&Vel as $crate::__private::Term>::term(),),
///     ($crate::__private::alone(), const { $crate::__private::distinct("v: &Vel") },),
///     body,
/// ) }
/// ```
/// The closure stands first, so that a structural change in it is one error; in parentheses, for a body that ends with
/// a block would take the braces.
pub(super) fn query(call: &Call, model: &Model) -> TokenStream {
    let Some(closure) = &call.closure else { return TokenStream::new() };
    let tokens = &closure.tokens;
    // A name that the user's tokens cannot see.
    let body = Ident::new("__laige_body", Span::mixed_site());
    let world = parenthesized(&call.world);
    let visit = visit(call, model, closure, &body);
    quote!(match (#tokens) { #body => #world.#visit })
}

/// The method that visits.
fn how(call: &Call, model: &Model) -> &'static str {
    match (&call.par, model.writes()) {
        (None, false) => "run_query",
        (None, true) => "run_query_mut",
        (Some(_), false) => "run_par_query",
        (Some(_), true) => "run_par_query_mut",
    }
}

/// `run_query_mut((terms,), (proofs,), body)`. A body of the wrong type is shown at the body, a hidden writing term at the header.
fn visit(call: &Call, model: &Model, closure: &Closure, body: &Ident) -> TokenStream {
    let laige = &call.laige;
    let name = Ident::new(how(call, model), Span::call_site().located_at(closure.body));
    let body = Ident::new(&body.to_string(), body.span().located_at(closure.body));
    let private = quote!(#laige::__private);
    let terms = model.params.iter().map(|param| {
        let (cfgs, term) = (&param.cfgs, term(&param.ty, &private));
        quote!(#cfgs #term,)
    });
    let mut terms = Group::new(Delimiter::Parenthesis, terms.collect());
    terms.set_span(Place::of(&closure.bars).raw_start());
    let proofs = proofs(&private, &model.params);
    quote!(#name(#terms, (#proofs), #body))
}

/// `alone(), const { distinct("v: &Vel") },`, each located at its parameter's type. Where the first one is behind `cfg`, the
/// next may be the first.
fn proofs(private: &TokenStream, params: &[Param]) -> TokenStream {
    let one = |(index, param): (usize, &Param)| {
        let Param { cfgs, ty, shown, .. } = param;
        if index == 0 && cfgs.is_empty() {
            return quote!(#private::alone(),);
        }
        let place = Place::of(ty);
        let path = place.cover_start(private.clone());
        let call = place.call_end(&path, quote!(#shown));
        let distinct = Ident::new("distinct", place.start());
        quote!(#cfgs const { #path::#distinct #call },)
    };
    params.iter().enumerate().map(one).collect()
}

/// `<&mut Pos as Term>::term()`, with the user's own spans but for the path to `Term`: where a type is no term, the
/// compiler finds that twice, and says it once if both are at the very same place.
fn term(ty: &TokenStream, private: &TokenStream) -> TokenStream {
    let place = Place::of(ty);
    let private = place.cover_start(private.clone());
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
