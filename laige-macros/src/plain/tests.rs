//! What the attribute passes on, and what expansions contain.

use proc_macro2::TokenStream;
use quote::quote;

use super::{Kind, attribute, derive};

fn attribute(args: &TokenStream, item: &TokenStream) -> String {
    attribute::expand(Kind::Component, args, item).to_string()
}

fn mistakes(code: &TokenStream) -> usize {
    code.to_string().matches("compile_error").count()
}

#[test]
fn attribute_adds_repr_and_keeps_the_rest() {
    let item = quote! {
        /// Where it is.
        #[derive(Debug, Clone, Copy, bytemuck::Pod, PartialEq)]
        #[serde(default)]
        pub(crate) struct Pos<T: Ord = u8>(pub T) where T: Send,;
    };
    let code = attribute(&quote!(id = "game.pos"), &item);
    assert!(
        code.starts_with(
            "# [derive (:: laige :: Component)] # [laige (__by_component , id = \"game.pos\")]"
        ),
        "{code}"
    );
    assert!(
        code.contains("# [repr (C)]") && code.contains("# [derive (Debug , PartialEq)]"),
        "{code}"
    );
    assert!(
        code.ends_with(
            "# [serde (default)] pub (crate) struct Pos < T : Ord = u8 > (pub T) where T : Send , ;"
        ),
        "{code}"
    );
}

#[test]
fn attribute_leaves_a_valid_repr_alone() {
    for repr in [quote!(C), quote!(transparent), quote!(C, align(16))] {
        let code = attribute(
            &quote!(),
            &quote!(
                #[repr(#repr)]
                struct Pos(f32);
            ),
        );
        assert_eq!(code.matches("repr").count(), 1, "{code}");
    }
    let code = attribute(
        &quote!(),
        &quote!(
            #[cfg_attr(x, repr(C), derive(Clone, Debug))]
            struct Pos(f32);
        ),
    );
    assert!(code.contains("# [cfg_attr (x , repr (C) , derive (Debug))] struct Pos"), "{code}");
}

#[test]
fn attribute_finds_the_crate_by_its_path() {
    let code = attribute(
        &quote!(checked, crate = crate::ecs),
        &quote!(
            struct Pos(f32);
        ),
    );
    assert!(code.contains("derive (crate :: ecs :: Component)"), "{code}");
}

#[test]
fn all_mistakes_of_an_item_are_reported() {
    let code = derive(
        Kind::Component,
        quote! {
            #[laige(sise = 8, id = "", checked = 1)]
            #[repr(C, packed)]
            struct Player { name: String, at: *const u8, back: &'static u8, #[laige(size = 1)] hp: u32 }
        },
    );
    assert_eq!(mistakes(&code), 8, "{code}");
}

#[test]
fn mistake_in_arguments_leaves_the_expansion_whole() {
    let code = derive(
        Kind::Component,
        quote!(
            #[laige(sise = 8)]
            #[repr(C)]
            struct Pos(f32);
        ),
    );
    assert_eq!(mistakes(&code), 1, "{code}");
    assert!(
        code.to_string().contains("of_struct") && !code.to_string().contains("__LAIGE_MISTAKE"),
        "{code}"
    );
}

#[test]
fn raw_names_lose_their_mark_in_texts_alone() {
    let code = derive(
        Kind::Component,
        quote!(
            #[repr(C)]
            struct r#Move {
                r#type: u32,
            }
        ),
    )
    .to_string();
    assert!(
        code.contains("\"Move\"") && code.contains("\"type\"") && code.contains("r#type"),
        "{code}"
    );
    assert!(!code.contains("\"r#"), "{code}");
}

#[test]
fn no_item_makes_the_macros_panic() {
    let items = "
        |struct|struct A|struct A { x: }|struct A { x: f32 }|enum A {}|enum A { B = 3, C(u8) }|union A { a: u8 }
        |fn a() {}|trait A {}|impl A {}|pub(crate)|const A: u8 = 3;|mod a;
        |struct A { #[laige] x: f32, #[laige()] y: f32, #[laige = 3] z: f32, #[laige(3)] w: f32, #[laige[opaque]] v: f32 }
        |#[laige] struct A;|#[laige = \"x\"] struct A;|#[laige(,)] struct A;|#[laige(3, \"x\", = 4, id, id = id)] struct A;
        |#[repr] struct A;|#[repr(C, align, packed(x), 3)] struct A;|#[repr(align(99999999999999999999))] struct A;
        |struct A<'a, T: ?Sized, const N: usize>(&'a T, [u8; N], Self, dyn A, impl B, !, _, (), (u8,), (u8, u16));
        |struct A(Vec, Option, Box<>, Cow<'a>, std::vec::Vec<u8>, a::Vec<u8>, <A as B>::Vec<u8>, m!(x));
    ";
    for item in items.split('|') {
        let item: TokenStream = item.parse().expect("tokens");
        for kind in [Kind::Component, Kind::Resource, Kind::Fields] {
            let _ = derive(kind, item.clone());
        }
        let _ = crate::bundle::derive(item.clone());
        let _ = crate::resource::derive(quote!(#[laige(transient)] #item));
        for args in [quote!(), quote!(id = , = , crate), quote!(checked, transient, crate = "x")] {
            for kind in [Kind::Component, Kind::Resource] {
                let _ = attribute::expand(kind, &args, &item);
            }
        }
    }
}
