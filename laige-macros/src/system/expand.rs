//! From facts to code: a type of the function's name, what it says to a schedule, and the question at each parameter whether it may stand
//! there. The function itself is emitted as it was.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote};
use syn::ext::IdentExt;
use syn::{GenericParam, Generics, Type, TypeParam, parse_quote};

use super::check::{is_generic, naming_bound};
use super::model::{Model, Param};
use crate::place::{Place, adopt, member_of};

/// What every part of the expansion needs.
struct Gen<'a> {
    model: &'a Model,
    /// The trait of the parameters.
    param: TokenStream,
}

/// ```text
/// pub struct movement {}
/// const _: () = {
///     use ::laige::__private as __laige;
///     const ACCESS: &[ParamAccess] = &[<Query<(&mut Pos, &Vel)>>::ACCESS, <Res<Time> as Param>::ACCESS];
///     const _: () = check_param(__LaigeParams::ACCESS, &["movers", "time"], 0, false);       // each parameter
///     const PARAMS_OF_movement: usize = ACCESS.len();
///     impl System for movement where [(); PARAMS_OF_movement]: Sized { .. }
/// };
/// ```
/// Where a parameter cannot stand the bound is unknown, and the compiler keeps quiet about all that follows. A system with parameters of its own is checked where instances of it are added.
pub(super) fn expand(model: &Model) -> TokenStream {
    let param = if model.args.for_each.is_some() { "RowParam" } else { "Param" };
    let param = Ident::new(param, Span::call_site());
    let g = Gen { model, param: quote!(__laige::#param) };
    let (laige, cfgs) = (model.args.laige(), cfgs(model));
    let declaration = declaration(model);
    let checks = if is_generic(model) { None } else { Some(checks(&g)) };
    let instance = is_generic(model).then(|| instance(model));
    let system = system(&g);
    quote! {
        #declaration
        #cfgs
        const _: () = {
            use #laige::__private as __laige;
            #checks
            #instance
            #system
        };
    }
}

/// What stands for a system with mistakes: the type, so that its uses are no further errors.
pub(super) fn stub(model: &Model) -> TokenStream {
    let (laige, declaration, cfgs) = (model.args.laige(), declaration(model), cfgs(model));
    let mut generics = model.generics.clone();
    for param in model.generics.type_params() {
        let ident = &param.ident;
        generics.make_where_clause().predicates.push(parse_quote!(#ident: 'static));
    }
    let (before, after, bounds) = generics.split_for_impl();
    let ident = model.ident();
    quote! {
        #declaration
        #cfgs
        const _: () = {
            use #laige::__private as __laige;
            impl #before __laige::System for #ident #after #bounds {
                const NAME: &'static __laige::core::primitive::str = "";
                fn body() -> __laige::Body {
                    loop {}
                }
            }
        };
    }
}

/// The `cfg` attributes of the function.
fn cfgs(model: &Model) -> TokenStream {
    let cfgs = model.attrs.iter().filter(|attr| attr.path().is_ident("cfg"));
    quote!(#(#cfgs)*)
}

/// ```text
/// #[doc = ".."]
/// pub struct decay<T> { of: PhantomData<fn() -> (T,)> }
/// ```
/// Braces are for types alone, so the name is free for the function.
fn declaration(model: &Model) -> TokenStream {
    let (laige, ident, vis) = (model.args.laige(), model.ident(), adopt(&model.vis));
    let doc = format!(
        "The system of the function [`{0}`]({0}()), to be added to a world and named in the order of others.",
        model.signature.ident.unraw()
    );
    let cfgs = cfgs(model);
    let generics = model.generics.params.iter().filter_map(|param| match param {
        GenericParam::Type(param) => Some(adopt(&param.ident)),
        GenericParam::Const(param) => {
            let (ident, ty) = (adopt(&param.ident), adopt(&param.ty));
            Some(quote!(const #ident: #ty))
        }
        GenericParam::Lifetime(_) => None,
    });
    let generics = is_generic(model).then(|| quote!(<#(#generics),*>));
    let types = model.generics.type_params().map(|param| adopt(&param.ident));
    let of = model.generics.type_params().next().is_some().then(|| {
        let core = quote!(#laige::__private::core);
        quote!(of: #core::marker::PhantomData<fn() -> (#(#types,)*)>)
    });
    quote! {
        #cfgs
        #[doc = #doc]
        #vis struct #ident #generics { #of }
    }
}

/// `const ACCESS: ..`, and a constant for each parameter that fails under `cargo check` where it cannot stand.
fn checks(g: &Gen<'_>) -> TokenStream {
    let access = g.told_members("ACCESS");
    let are_terms = g.model.args.for_each.as_ref().map(|_| {
        let are_terms = g.told_members("IS_TERM");
        quote!(const ARE_TERMS: &'static [__laige::core::primitive::bool] = #are_terms;)
    });
    let access_of_params = quote!(__LaigeParams::ACCESS);
    let each = g.model.params.iter().enumerate().map(|(number, param)| {
        let check = g.check(&access_of_params, number, param);
        quote!(const _: () = #check;)
    });
    let rows =
        g.check_rows(&quote!(__LaigeParams::ARE_TERMS)).map(|check| quote!(const _: () = #check;));
    let params = params(g.model);
    let types = g.model.params.iter().map(|param| &param.ty);
    quote! {
        const __LAIGE_ARE_TYPES: __laige::core::primitive::usize = {
            #(let _ = __laige::core::marker::PhantomData::<#types>;)*
            0
        };
        struct __LaigeParams;
        impl __LaigeParams
        where
            [(); __LAIGE_ARE_TYPES]: __laige::core::marker::Sized,
        {
            const ACCESS: &'static [__laige::ParamAccess] = #access;
            #are_terms
        }
        #(#each)*
        #rows
        #[allow(non_upper_case_globals)]
        const #params: __laige::core::primitive::usize = __LaigeParams::ACCESS.len();
    }
}

/// The name of the constant on which the impl depends.
fn params(model: &Model) -> Ident {
    format_ident!("PARAMS_OF_{}", model.signature.ident.unraw())
}

/// ```text
/// impl Instance for decay<T> {
///     const FUNCTION: &'static str = "game::decay";
///     const PARTS: &'static [NamePart] = &[NamePart::Type(&<T as Fields>::SHAPE)];
/// }
/// ```
fn instance(model: &Model) -> TokenStream {
    let (before, after, bounds) = model.generics.split_for_impl();
    let (ident, name) = (model.ident(), name(model));
    let parts = model.generics.params.iter().filter_map(|param| match param {
        GenericParam::Type(param) => Some(part(model, param)),
        GenericParam::Const(param) => {
            let ident = &param.ident;
            Some(quote!(__laige::NamePart::Value(#ident as __laige::core::primitive::i128)))
        }
        GenericParam::Lifetime(_) => None,
    });
    quote! {
        impl #before __laige::Instance for #ident #after #bounds {
            const FUNCTION: &'static __laige::core::primitive::str = #name;
            const PARTS: &'static [__laige::NamePart] = &[#(#parts),*];
        }
    }
}

/// What a type parameter is called.
fn part(model: &Model, param: &TypeParam) -> TokenStream {
    let ident = &param.ident;
    match naming_bound(model, param) {
        Some("Resource") => {
            quote!(__laige::NamePart::Text(<#ident as __laige::Resource>::NAME))
        }
        Some("System") => quote!(__laige::NamePart::Text(<#ident as __laige::System>::NAME)),
        _ => quote!(__laige::NamePart::Type(&<#ident as __laige::Fields>::SHAPE)),
    }
}

/// The declared name, or `concat!(module_path!(), "::", "movement")`
fn name(model: &Model) -> TokenStream {
    let of = model.signature.ident.unraw().to_string();
    match &model.args.name {
        Some(name) => quote!(#name),
        None => quote!(__laige::core::concat!(__laige::core::module_path!(), "::", #of)),
    }
}

/// ```text
/// impl System for movement {
///     const NAME: &'static str = ..;
///     const SPEC: SystemSpec = SystemSpec::new().budget(..);
///     fn body() -> Body { Body::of::<(Query<(&mut Pos, &Vel)>, Res<Time>)>(movement) }
/// }
/// ```
fn system(g: &Gen<'_>) -> TokenStream {
    let model = g.model;
    let mut generics = model.generics.clone();
    if !is_generic(model) {
        let params = params(model);
        let bound = parse_quote!([(); #params]: __laige::core::marker::Sized);
        generics.make_where_clause().predicates.push(bound);
    }
    let (before, after, bounds) = generics.split_for_impl();
    let ident = model.ident();
    let (name, spec, body) = (name(model), spec(model), g.body());
    let name = if is_generic(model) { quote!(__laige::InstanceName::<Self>::TEXT) } else { name };
    quote! {
        impl #before __laige::System for #ident #after #bounds {
            const NAME: &'static __laige::core::primitive::str = #name;
            const SPEC: __laige::SystemSpec = #spec;
            fn body() -> __laige::Body {
                #body
            }
        }
    }
}

/// `SystemSpec::new().budget(Duration::from_nanos(..)).after(&[<spawn_wave as System>::NAME])`
fn spec(model: &Model) -> TokenStream {
    let args = &model.args;
    let mut spec = quote!(__laige::SystemSpec::new());
    if let Some(budget) = &args.budget {
        let nanos = u64::try_from(budget.as_nanos()).unwrap_or(u64::MAX);
        spec.extend(quote!(.budget(__laige::core::time::Duration::from_nanos(#nanos))));
    }
    for (method, systems) in [("after", &args.after), ("before", &args.before)] {
        let Some(systems) = systems else { continue };
        let method = Ident::new(method, Span::call_site());
        let names =
            systems.iter().map(|path| member_of(&adopt(path), &quote!(__laige::System), "NAME"));
        spec.extend(quote!(.#method(&[#(#names),*])));
    }
    if let Some(condition) = &args.run_if {
        spec.extend(quote!(.run_if(#condition)));
    }
    if args.presentation.is_some() {
        spec.extend(quote!(.presentation()));
    }
    spec
}

impl Gen<'_> {
    /// `&[<Query<(&mut Pos, &Vel)> as Param>::item, ..]`, each located at the parameter's type; of a reference by the trait that says what its author
    /// may have meant.
    fn told_members(&self, item: &str) -> TokenStream {
        let for_each = self.model.args.for_each.is_some();
        let told = |param: &Param| match (&param.written, for_each) {
            (Type::Reference(_), false) => quote!(__laige::ReferenceParam),
            (Type::Reference(_), true) => quote!(__laige::ReferenceInRow),
            _ => self.param.clone(),
        };
        let members = self.model.params.iter();
        let members = members.map(|param| member_of(&param.ty, &told(param), item));
        quote!(&[#(#members),*])
    }

    /// `check_param(__LaigeParams::ACCESS, &["movers", "time"], 0, SystemKind::Once)`, located at the parameter's type.
    fn check(&self, access: &TokenStream, number: usize, param: &Param) -> TokenStream {
        self.at("check_param", Some(access), number, param)
    }

    /// A call of that function about a parameter, located at its type.
    fn at(
        &self,
        function: &str,
        access: Option<&TokenStream>,
        number: usize,
        param: &Param,
    ) -> TokenStream {
        let function = Ident::new(function, Span::call_site());
        let access = access.map(|access| quote!(#access,));
        let names = self.model.params.iter().map(|param| &param.name);
        let kind = match (&self.model.args.for_each, &self.model.args.presentation) {
            (_, Some(_)) => quote!(Presentation),
            (Some(_), None) => quote!(ForEach),
            (None, None) => quote!(Once),
        };
        let place = Place::of(&param.written);
        let path = place.cover_start(quote!(__laige::#function));
        let arguments = quote!(#access &[#(#names),*], #number, __laige::SystemKind::#kind);
        let arguments = place.call_end(&path, arguments);
        quote!(#path #arguments)
    }

    /// `check_rows(__LaigeParams::ARE_TERMS, "movement")`, for functions of rows.
    fn check_rows(&self, are_terms: &TokenStream) -> Option<TokenStream> {
        let for_each = self.model.args.for_each.as_ref()?;
        let name = self.model.signature.ident.unraw().to_string();
        let place = Place::of(for_each);
        let path = place.cover_start(quote!(__laige::check_rows));
        let arguments = place.call_end(&path, quote!(#are_terms, #name));
        Some(quote!(#path #arguments))
    }

    /// What runs.
    fn body(&self) -> TokenStream {
        let function = self.function();
        let params = self.model.params.iter().map(|param| &param.ty);
        let generic = is_generic(self.model);
        let of = match (self.model.args.for_each.is_some(), generic) {
            (false, false) => "of",
            (false, true) => "proved",
            (true, false) => "for_each",
            (true, true) => "for_each_proved",
        };
        let of = Ident::new(of, Span::call_site());
        let checks = generic.then(|| self.checks_of_instance());
        let proofs = generic.then(|| self.proofs());
        quote!(#checks __laige::Body::#of::<(#(#params,)*)>(#function, #proofs))
    }

    /// `movement`, or `decay::<T, N>`
    fn function(&self) -> TokenStream {
        let ident = self.model.ident();
        let generics: &Generics = &self.model.generics;
        let (_, arguments, _) = generics.split_for_impl();
        let arguments = arguments.as_turbofish();
        quote!(#ident #arguments)
    }

    /// What is asked of an instance beside the proofs: whether its parameters are some, and of a function of rows whether one of them is a term.
    fn checks_of_instance(&self) -> TokenStream {
        let access = self.told_members("ACCESS");
        let are_terms = self.told_members("IS_TERM");
        let rows = self.check_rows(&are_terms).map(|check| quote!(const { #check };));
        quote!(const { let _: &[__laige::ParamAccess] = #access; } #rows)
    }

    /// `&[const { prove_param(&["movers", "time"], 0, SystemKind::Once) }, ..]`, each located at its parameter's type: that it conflicts with none
    /// before it, proved when code is generated for an instance.
    fn proofs(&self) -> TokenStream {
        let prove =
            if self.model.args.for_each.is_some() { "prove_row_param" } else { "prove_param" };
        let proofs = self.model.params.iter().enumerate().map(|(number, param)| {
            let proof = self.at(prove, None, number, param);
            quote!(const { #proof })
        });
        quote!(&[#(#proofs),*])
    }
}
