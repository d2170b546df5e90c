//! What the attribute passes on, and what expansions contain.

use proc_macro2::{TokenStream, TokenTree};
use quote::quote;

use super::{Form, attribute, derive};

fn attribute(args: &TokenStream, item: &TokenStream) -> String {
    attribute::expand(args, item).to_string()
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
            "# [derive (:: laige :: Component)] # [laige (__by_attribute , id = \"game.pos\")]"
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
fn unsafe_stands_before_impls_alone() {
    let items = [
        quote!(
            #[laige(__by_attribute)]
            #[repr(C)]
            struct Pos {
                x: f32,
                y: f32,
            }
        ),
        quote!(
            #[laige(__by_attribute, checked)]
            #[repr(C)]
            struct Pair<T, const N: usize>([T; N], T);
        ),
        quote!(
            #[laige(__by_attribute, checked)]
            #[repr(u8)]
            enum Team {
                Red,
                Blue,
            }
        ),
        quote!(
            #[repr(C)]
            struct ByHand(f32);
        ),
        quote!(
            #[laige(__by_attribute)]
            #[repr(C)]
            struct Faulty(String);
        ),
    ];
    for item in items {
        let code: Vec<TokenTree> = flat(derive(Form::Component, item));
        let of_unsafe = code.windows(2).filter(|pair| pair[0].to_string() == "unsafe");
        let after: Vec<String> = of_unsafe.map(|pair| pair[1].to_string()).collect();
        assert!(!after.is_empty() && after.iter().all(|word| word == "impl"), "{after:?}");
    }
}

fn flat(tokens: TokenStream) -> Vec<TokenTree> {
    let mut list = Vec::new();
    for token in tokens {
        if let TokenTree::Group(group) = &token {
            list.extend(flat(group.stream()));
        } else {
            list.push(token);
        }
    }
    list
}

#[test]
fn all_mistakes_of_an_item_are_reported() {
    let code = derive(
        Form::Component,
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
        Form::Component,
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
        Form::Component,
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
    let items = [
        quote!(),
        quote!(struct),
        quote!(struct A),
        quote!(struct A { x: }),
        quote!(
            struct A {
                x: f32,
            }
        ),
        quote!(
            struct A {
                #[laige]
                x: f32,
                #[laige()]
                y: f32,
                #[laige = 3]
                z: f32,
                #[laige(3)]
                w: f32,
            }
        ),
        quote!(
            #[laige]
            struct A;
        ),
        quote!(
            #[laige = "x"]
            struct A;
        ),
        quote!(
            #[laige(,)]
            struct A;
        ),
        quote!(
            #[laige(3, "x", = 4, id)]
            struct A;
        ),
        quote!(
            #[repr]
            struct A;
        ),
        quote!(
            #[repr(C, align, packed(x), 3)]
            struct A;
        ),
        quote!(
            enum A {}
        ),
        quote!(
            enum A {
                B = 3,
                C(u8),
            }
        ),
        quote!(union A { a: u8 }),
        quote!(
            fn a() {}
        ),
        quote!(
            trait A {}
        ),
        quote!(pub(crate)),
    ];
    for item in items {
        for form in [Form::Component, Form::Fields] {
            let _ = derive(form, item.clone());
        }
        let _ = attribute::expand(&quote!(), &item);
        let _ = attribute::expand(&quote!(id = , = , crate), &item);
    }
}
