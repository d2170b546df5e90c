//! Bounds on the parameters of an item, put where the user's own are.

use proc_macro2::Ident;
use syn::{GenericParam, Generics, Type, TypeParamBound, WherePredicate};

/// The parameters with one more bound on each type parameter: in the `where` clause if it is bounded there, for a bound in
/// two places is a lint of the user's.
pub(crate) fn bound_each(
    mut generics: Generics,
    bound: impl Fn(&Ident) -> TypeParamBound,
) -> Generics {
    let Generics { params, where_clause, .. } = &mut generics;
    for param in params {
        let GenericParam::Type(param) = param else { continue };
        let mut predicates = where_clause.iter_mut().flat_map(|clause| &mut clause.predicates);
        let of_param = predicates.find_map(|predicate| bounds_of(predicate, &param.ident));
        of_param.unwrap_or(&mut param.bounds).push(bound(&param.ident));
    }
    generics
}

/// The bounds in a predicate about that parameter alone.
fn bounds_of<'a>(
    predicate: &'a mut WherePredicate,
    param: &Ident,
) -> Option<&'a mut syn::punctuated::Punctuated<TypeParamBound, syn::Token![+]>> {
    match predicate {
        WherePredicate::Type(predicate) if predicate.lifetimes.is_none() => {
            match &predicate.bounded_ty {
                Type::Path(path) if path.qself.is_none() && path.path.is_ident(param) => {
                    Some(&mut predicate.bounds)
                }
                _ => None,
            }
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::bound_each;
    use quote::{ToTokens, quote};
    use syn::{Generics, parse_quote};

    #[test]
    fn bound_joins_those_of_the_user() {
        let mut generics: Generics = parse_quote!(<'a, T: Ord, U, const N: usize>);
        generics.where_clause = Some(parse_quote!(where U: Send, [T; N]: Sync));
        let bounded = bound_each(generics, |_| parse_quote!(Fields));
        let (params, _, clause) = bounded.split_for_impl();
        assert_eq!(
            params.to_token_stream().to_string(),
            quote!(<'a, T: Ord + Fields, U, const N: usize>).to_string()
        );
        assert_eq!(
            clause.to_token_stream().to_string(),
            quote!(where U: Send + Fields, [T; N]: Sync).to_string()
        );
    }
}
