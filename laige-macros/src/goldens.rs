//! What the macros emit, as people read it: one file in `goldens/` for each form.
//!
//! `INSTA_UPDATE=always cargo test -p laige-macros` writes the files anew; read them as code. They are also where `unsafe`
//! is counted, for no lint looks into expansions.

use proc_macro2::{TokenStream, TokenTree};
use quote::{quote, quote_spanned};

use crate::plain::{self, Kind, attribute};
use crate::{bundle, query, resource, system};

/// A form, as a user writes it.
struct Golden {
    name: &'static str,
    source: TokenStream,
    expand: fn(TokenStream) -> TokenStream,
    /// The number of `unsafe` in the expansion, each before an `impl`.
    unsafe_impls: usize,
}

/// All forms: which macro, its name, the number of `unsafe`, and the source.
macro_rules! goldens {
    ($($macro:ident $name:ident, $unsafe_impls:literal: { $($source:tt)* })*) => {
        vec![$(Golden {
            name: stringify!($name),
            source: quote!($($source)*),
            expand: $macro,
            unsafe_impls: $unsafe_impls,
        }),*]
    };
}

fn goldens() -> Vec<Golden> {
    // Of a component: `Fields`, `Component`, `Bundle`, and two of bytemuck's unless these are the user's to derive. Of a
    // bundle: `Bundle`, `Members`.
    let mut all = goldens! {
        component tag, 5: { #[component(id = "game.visible")] struct Visible; }
        component toggle, 5: { #[component(toggle, id = "game.stunned")] struct Stunned; }
        component plain_struct, 5: { #[component(size = 8)] #[derive(Debug, Clone, PartialEq)] pub struct Pos { pub x: f32, pub cell: u32 } }
        component tuple_struct, 5: { #[component] struct Cells([u8; 3], #[laige(opaque)] Foreign); }
        component generic_struct, 5: { #[component] struct Range<T> { from: T, to: T } }
        component generic_struct_of_one_layout, 5: { #[component] struct Bag<const N: usize> { count: u32, items: [Entity; N] } }
        component checked_struct, 5: { #[component(checked)] struct Door { open: bool, kind: Kind } }
        component checked_enum, 5: { #[component(checked)] #[repr(u8)] enum Team { Red, Blue } }
        component struct_with_older_versions, 5: {
            #[component(id = "game.hp", version = 3, migrate(1 = from_v1, 2 = old::from_v2))] struct Health { hp: u32 }
        }
        component struct_with_a_mistake, 5: { #[component] struct Name { text: String, next: *const u8 } }
        by_hand struct_by_hand, 3: { #[derive(Clone, Copy, Pod, Zeroable, Component)] #[repr(C)] struct Vel(f32); }
        fields fields_of_an_enum, 1: { #[derive(Clone, Copy, Fields)] #[repr(u8)] enum Kind { Wood, Iron = 7 } }
        resource_of resource, 3: { #[resource(id = "game.score")] struct Score { points: u32, leader: Entity } }
        resource_of resource_without_data, 3: { #[resource] struct Paused; }
        resource_of resource_with_an_older_version, 3: {
            #[resource(id = "game.rules", version = 2, migrate(1 = from_v1))] struct Rules { lives: u32 }
        }
        resource_by_hand resource_by_hand, 1: { #[derive(Clone, Copy, Pod, Zeroable, Resource)] #[repr(C)] struct Gravity(f32); }
        both component_and_resource, 5: { #[component] #[derive(Resource)] struct Wind { x: f32 } }
        resource_of transient_resource, 0: { #[resource(transient)] #[derive(Clone)] struct Log { lines: Vec<String>, file: File } }
        resource_of generic_transient_resource, 0: { #[resource(transient, id = "game.cache")] enum Cache<T> { Empty, Full(T) } }
        resource_of resource_with_a_mistake, 3: { #[resource] struct Names { names: Vec<String> } }
        system_of system, 0: {
            #[system(budget_ms = 1.5, after(spawn_wave), run_if(is_day))]
            pub fn movement(mut movers: Query<(&mut Pos, &Vel)>, time: Res<Time>) { body() }
        }
        system_of generic_system, 0: {
            #[system]
            fn decay<'w, T: Component, const N: usize>(all: Query<'w, &mut T>, rng: &mut Prng) { body() }
        }
        system_of system_of_rows, 0: { #[system(for_each, presentation)] fn show(p: &Pos, screen: ResMut<Screen>) { body() } }
        system_of system_with_a_mistake, 0: { #[system] fn movement(world: World) { body() } }
        bundle_of bundle, 2: { #[derive(Bundle)] struct Unit<B> { pos: Pos, rest: B } }
        bundle_of bundle_with_a_mistake, 1: { #[derive(Bundle)] struct Unit { pos: Pos, home: Pos } }
    };
    all.extend(goldens! {
        call reading_query, 0: { query!(world, |p: &Pos| sum += p.x) }
        call query_of_all_terms, 0: {
            query!(world, |e: Entity, p: &mut Pos, v: &Vel, a: Option<&Armor>, h: Option<&mut Hp>, _: With<Tag>, _: Without<Dead>| -> laige::Result<()> { body })
        }
        call query_of_composed_terms, 0: {
            query!(world, |AnyOf((p, v)): AnyOf<(&mut Pos, &Vel)>, asleep: Has<Asleep>, _: Or<(With<Tag>, (With<Armor>, Without<Dead>))>| body)
        }
        call parallel_query, 0: { query!(par(world), |p: &mut Pos, v: &Vel| p.x += v.x) }
        call reading_parallel_query, 0: { query!(par(&world), |p: &Pos| -> laige::Result<()> { check(p) }) }
        call query_of_a_function_named_par, 0: { query!(crate::par(world), |p: &Pos| sum += p.x) }
        call query_with_a_mistake, 0: { query!(world, |p, q: &Pos| body) }
    });
    all
}

/// The item that `#[component]` makes, and what the derive on it adds.
fn component(source: TokenStream) -> TokenStream {
    let item = with_attribute(Kind::Component, source);
    let code = plain::derive(Kind::Component, without_derives(item.clone()));
    quote!(#item #code)
}

/// The same for `#[resource]`.
fn resource_of(source: TokenStream) -> TokenStream {
    let item = with_attribute(Kind::Resource, source);
    let code = resource::derive(without_derives(item.clone()));
    quote!(#item #code)
}

/// A component that derives `Resource` as well.
fn both(source: TokenStream) -> TokenStream {
    let code = component(source.clone());
    let item = with_attribute(Kind::Component, source);
    let of_resource = resource::derive(without_derives(item));
    quote!(#code #of_resource)
}

fn resource_by_hand(source: TokenStream) -> TokenStream {
    resource::derive(without_derives(source))
}

fn by_hand(source: TokenStream) -> TokenStream {
    plain::derive(Kind::Component, without_derives(source))
}

fn fields(source: TokenStream) -> TokenStream {
    plain::derive(Kind::Fields, without_derives(source))
}

fn bundle_of(source: TokenStream) -> TokenStream {
    bundle::derive(without_derives(source))
}

/// What the attribute makes of its item.
fn with_attribute(kind: Kind, source: TokenStream) -> TokenStream {
    let mut tokens = source.into_iter().skip(1);
    let args = match tokens.next() {
        Some(TokenTree::Group(attribute)) => inside_parentheses(attribute.stream()),
        _ => TokenStream::new(),
    };
    attribute::expand(kind, &args, &tokens.collect())
}

/// The function, and what is added to it.
fn system_of(source: TokenStream) -> TokenStream {
    let mut tokens = source.into_iter().skip(1);
    let args = match tokens.next() {
        Some(TokenTree::Group(attribute)) => inside_parentheses(attribute.stream()),
        _ => TokenStream::new(),
    };
    system::expand(&args, &tokens.collect())
}

/// In a function, for a file has items only.
fn call(source: TokenStream) -> TokenStream {
    let arguments = inside_parentheses(source);
    let code = query::expand(quote!([laige] #arguments));
    let end = proc_macro2::Span::call_site();
    quote_spanned!(end=> fn call() { #code })
}

/// What stands in the last parentheses.
fn inside_parentheses(tokens: TokenStream) -> TokenStream {
    match tokens.into_iter().last() {
        Some(TokenTree::Group(group)) => group.stream(),
        _ => TokenStream::new(),
    }
}

/// The item as a derive is given it.
fn without_derives(item: TokenStream) -> TokenStream {
    let mut item: syn::DeriveInput = syn::parse2(item).expect("an item");
    item.attrs.retain(|attr| !attr.path().is_ident("derive"));
    quote!(#item)
}

fn pretty(code: TokenStream) -> String {
    prettyplease::unparse(&syn::parse2(code).expect("code that a file can have"))
}

#[test]
fn expansions_are_those_that_were_read() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/src/goldens");
    insta::with_settings!({ snapshot_path => folder, prepend_module_to_snapshot => false, omit_expression => true }, {
        for golden in goldens() {
            let source = golden.source.clone();
            let written = if golden.name.contains("query") { quote!(fn call() { #source }) } else { source };
            let written = pretty(written);
            let code = pretty((golden.expand)(golden.source));
            insta::assert_snapshot!(golden.name, format!("{written}\n// becomes\n\n{code}"));
        }
    });
}

#[test]
fn unsafe_stands_before_impls_alone_and_as_often_as_counted() {
    for golden in goldens() {
        let code = flat((golden.expand)(golden.source));
        let of_unsafe = code.windows(2).filter(|pair| pair[0].to_string() == "unsafe");
        let after: Vec<String> = of_unsafe.map(|pair| pair[1].to_string()).collect();
        assert!(after.iter().all(|word| word == "impl"), "{}: {after:?}", golden.name);
        assert_eq!(after.len(), golden.unsafe_impls, "{}", golden.name);
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
