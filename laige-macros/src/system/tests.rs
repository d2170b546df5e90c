//! What passes through, and what no function does to the macro.

use proc_macro2::TokenStream;
use quote::quote;

use super::expand;

fn expanded(args: &TokenStream, item: &TokenStream) -> String {
    expand(args, item).to_string()
}

#[test]
fn function_passes_through_as_it_is() {
    let item = quote! {
        /// Moves.
        #[inline]
        pub(crate) fn r#move<'a, T: Component>(mut movers: Query<'a, &mut T>, Tick(tick): Tick) where T: Ord { movers. }
    };
    let code = expanded(&quote!(name = "game.move"), &item);
    let rest = code.split_once("type_complexity)] ").map(|(_, rest)| rest).unwrap_or_default();
    assert!(rest.starts_with(&item.to_string()), "{code}");
    assert!(code.contains("pub (crate) struct r#move < T >"), "{code}");
    assert!(code.contains("\"game.move\"") && code.contains("Query < '_ , & mut T >"), "{code}");
    assert!(!code.contains("compile_error"), "{code}");
}

#[test]
fn type_is_there_beside_mistakes() {
    let code = expanded(
        &quote!(),
        &quote!(
            pub async fn movement(world: World) -> u8 {
                3
            }
        ),
    );
    assert_eq!(code.matches("compile_error").count(), 3, "{code}");
    assert!(code.contains("pub struct movement { }"), "{code}");
}

#[test]
fn cfg_goes_for_all_that_is_emitted() {
    let code = expanded(
        &quote!(),
        &quote!(
            #[cfg(a)]
            fn movement() {}
        ),
    );
    assert_eq!(code.matches("# [cfg (a)]").count(), 3, "{code}");
}

#[test]
fn no_item_makes_the_macro_panic() {
    let items = "
        |fn|fn a|fn a(|struct A;|pub(crate)|mod a { fn b() {} }|#[x]|impl A { fn b() {} }|trait A {}
        |fn a(self, &self, mut b: &'static mut [u8]) -> impl A {}|unsafe extern fn a(...) {}|fn a<'a, const N: u8>(_: &'a ()) {}
        |fn a(#[cfg(x)] (b, c): (Res<u8>, Query)) -> ! {}|fn a<T>(b: T) where T: Sized + 'static, [T]: Sized {}
    ";
    let arguments = [
        quote!(),
        quote!(
            for_each,
            presentation,
            budget_ms = 2,
            after(a::b<u8>),
            before(c),
            run_if(|w| true),
            crate = x
        ),
        quote!(after, after(,), after("a"), budget_ms = 1e400, budget_ms = 0, run_if(), name, = , 3),
    ];
    for item in items.split('|') {
        let item: TokenStream = item.parse().unwrap_or_default();
        for args in &arguments {
            let _ = expanded(args, &item);
        }
    }
}
