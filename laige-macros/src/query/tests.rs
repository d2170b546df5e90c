//! Half-typed calls still give the user's tokens back.

use proc_macro2::TokenStream;
use quote::quote;

use super::expand;

fn expanded(call: &TokenStream) -> String {
    expand(quote!([laige] #call)).to_string()
}

#[test]
fn half_typed_body_passes_through() {
    let code = expanded(&quote!(world, |p: &mut Pos| { p. }));
    assert!(code.starts_with("match (| p : & mut Pos | { p . })"), "{code}");
    assert!(code.contains("run_query_mut"), "{code}");
}

#[test]
fn reading_query_borrows_the_world_shared() {
    let code = expanded(&quote!(world, |p: &Pos, _: With<Tag>| go(p.x, p.y),));
    assert!(code.contains("(world) . run_query ((") && !code.contains("run_query_mut"), "{code}");
    assert!(!code.contains("compile_error"), "{code}");
}

#[test]
fn closure_stands_beside_mistakes() {
    let code = expanded(&quote!(world, |p| { p.x }));
    assert!(code.contains("let _ = | p | { p . x }") && code.contains("compile_error"), "{code}");
}

#[test]
fn no_call_makes_the_macro_panic() {
    for call in [
        quote!(),
        quote!(world),
        quote!(world,),
        quote!(, |p: &Pos| ()),
        quote!(world, |),
        quote!(world, ||),
        quote!(world, |p),
        quote!(world, |p:|),
        quote!(world, |p: &mut | ()),
        quote!(world, |p: Option<&Pos| ()),
        quote!(world, |: &Pos| ()),
        quote!(world, |#[cfg(x)]| ()),
        quote!(world, move),
        quote!(world, |,| ()),
    ] {
        let _ = expanded(&call);
    }
}

#[test]
fn parameters_behind_cfg_keep_it() {
    let code = expanded(&quote!(world, |#[cfg(a)] p: &mut Pos, #[cfg(not(a))] q: &mut Pos| ()));
    // The term, and its proof, for the second may be the first.
    for kept in ["# [cfg (a)] < & mut Pos as", "# [cfg (a)] const", "# [cfg (not (a))] const"] {
        assert!(code.contains(kept) && !code.contains("compile_error"), "{code}");
    }
}
