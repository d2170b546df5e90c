//! From facts to code: the closure as written, the terms one by one, and the call that visits the rows.

use proc_macro2::{Group, Ident, Span, TokenStream, TokenTree};
use quote::quote;

use super::model::{Model, Param};
use super::parse::{Call, Closure};
use crate::errors::Verdict;
use crate::place::Place;

/// ```ignore
/// match (|p: &mut Pos, v: &Vel| body) { body => {
///     let terms = $crate::__private::Builder::new();
///     let terms = $crate::__private::and(terms, <&mut Pos as $crate::__private::Term>::term(), const { $crate::__private::distinct() });
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
    let [body, terms] = ["body", "terms"].map(|name| Ident::new(name, Span::mixed_site()));
    let joins = model.params.iter().map(|param| join(laige, &terms, param));
    let run = run(model, closure);
    let world = parenthesized(world);
    quote! {
        match (#tokens) {
            #body => {
                let #terms = #laige::__private::Builder::new();
                #(#joins)*
                #world.#run(#terms, #body)
            }
        }
    }
}

/// `let terms = and(terms, <&mut Pos as Term>::term(), const { distinct() });`, all of it at the parameter's type.
fn join(laige: &TokenStream, terms: &Ident, Param { cfgs, ty, .. }: &Param) -> TokenStream {
    let place = Place::of(ty);
    let at = |tokens: TokenStream| place.cover_start(tokens);
    let end = place.end_call();
    let private = at(quote!(#laige::__private));
    let and = at(quote!(and));
    let (open, close) = (at(quote!(<)), at(quote!(as #private::Term>::)));
    let term = place.cover(quote!(term));
    let distinct = place.cover_start(quote!(distinct));
    let proof = braced(quote!(#private::#distinct #end), place);
    quote! {
        #cfgs
        let #terms = #private::#and(#terms, #open #ty #close #term #end, const #proof);
    }
}

fn braced(tokens: TokenStream, place: Place) -> TokenTree {
    let mut group = Group::new(proc_macro2::Delimiter::Brace, tokens);
    group.set_span(place.start());
    TokenTree::Group(group)
}

/// Real parentheses: invisible ones are not seen by the parser, and `*world` would take the method's result.
fn parenthesized(world: &TokenStream) -> TokenTree {
    let mut group = Group::new(proc_macro2::Delimiter::Parenthesis, world.clone());
    group.set_span(Place::of(world).start());
    TokenTree::Group(group)
}

/// The method that visits, located at the closure's body: a wrong result is shown there.
fn run(model: &Model, closure: &Closure) -> Ident {
    let name = if model.writes() { "run_query_mut" } else { "run_query" };
    Ident::new(name, Span::call_site().located_at(closure.body))
}

/// ```ignore
/// { let _ = &(world); let _ = |p: &mut Pos| body; compile_error! { .. } }
/// ```
/// The mistakes, beside what the user wrote.
pub(super) fn beside(call: &Call, verdict: &Verdict) -> TokenStream {
    let mistakes = verdict.to_tokens();
    let closure = call.closure.as_ref().map(|closure| {
        let tokens = &closure.tokens;
        quote!(let _ = #tokens;)
    });
    let world = call.closure.as_ref().filter(|_| !call.world.is_empty()).map(|_| {
        let world = parenthesized(&call.world);
        quote!(let _ = &#world;)
    });
    quote!({ #world #closure #mistakes })
}
