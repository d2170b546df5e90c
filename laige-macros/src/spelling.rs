//! Tokens as they are spelled: for comparing types, for showing them in messages, for finding a word.

use proc_macro2::{Delimiter, TokenStream, TokenTree};
use quote::ToTokens;
use syn::Member;
use syn::ext::IdentExt;

/// The tokens as text for comparing, without invisible groups: types spelled alike in one place are the same type.
pub(crate) fn spelling(tokens: impl ToTokens) -> String {
    let mut text = String::new();
    spell(tokens.to_token_stream(), &mut |token| {
        text.push_str(token);
        text.push(' ');
    });
    text
}

/// The tokens as people write them.
pub(crate) fn shown(tokens: impl ToTokens) -> String {
    let mut text = String::new();
    spell(tokens.to_token_stream(), &mut |token| {
        if token == ">" && text.ends_with('-') {
            text.truncate(text.trim_end_matches([' ', '-']).len());
            text.push_str(" ->");
            return;
        }
        if has_space_between(&text, token) {
            text.push(' ');
        }
        text.push_str(token);
    });
    text
}

/// Whether a space is needed, or usual, between what was written and the next token.
fn has_space_between(text: &str, next: &str) -> bool {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let after_colon = text.ends_with(':') && !text.ends_with("::") && next != ":";
    let after_arrow = text.ends_with("->");
    let between_words = text.ends_with(is_word) && next.starts_with(is_word);
    let opens = text.is_empty() || text.ends_with(['<', '(', '[']);
    let around = !opens && ["=", "+", "{", "}"].contains(&next);
    let after = text.ends_with([',', ';', '=', '+', '{']) && next != ",";
    between_words || around || after || after_colon || after_arrow
}

/// A member's name, without `r#`; its number in a tuple struct.
pub(crate) fn name_of(member: &Member) -> String {
    match member {
        Member::Named(ident) => ident.unraw().to_string(),
        Member::Unnamed(index) => index.index.to_string(),
    }
}

/// Whether `tokens` name `word`, at any depth.
pub(crate) fn mentions(tokens: TokenStream, word: &str) -> bool {
    tokens.into_iter().any(|token| match token {
        TokenTree::Ident(ident) => ident == word,
        TokenTree::Group(group) => mentions(group.stream(), word),
        TokenTree::Punct(_) | TokenTree::Literal(_) => false,
    })
}

/// Gives each token as text.
fn spell(tokens: TokenStream, give: &mut dyn FnMut(&str)) {
    for token in tokens {
        let TokenTree::Group(group) = token else {
            give(&token.to_string());
            continue;
        };
        let Some((open, close)) = marks(group.delimiter()) else {
            spell(group.stream(), give);
            continue;
        };
        give(open);
        spell(group.stream(), give);
        give(close);
    }
}

/// What a group is written with; nothing for an invisible one.
fn marks(delimiter: Delimiter) -> Option<(&'static str, &'static str)> {
    match delimiter {
        Delimiter::Brace => Some(("{", "}")),
        Delimiter::Bracket => Some(("[", "]")),
        Delimiter::Parenthesis => Some(("(", ")")),
        Delimiter::None => None,
    }
}

#[cfg(test)]
mod tests {
    use super::{shown, spelling};
    use proc_macro2::{Delimiter, Group, TokenTree};
    use quote::quote;

    #[test]
    fn invisible_groups_do_not_count() {
        let group = TokenTree::Group(Group::new(Delimiter::None, quote!(a::Pos)));
        assert_eq!(shown(quote!(&mut #group)), "&mut a::Pos");
        assert_eq!(spelling(quote!(Wrap<#group>)), spelling(quote!(Wrap<a::Pos>)));
    }

    #[test]
    fn parameters_and_attributes_are_shown_as_people_write_them() {
        assert_eq!(shown(quote!(Pos { x, .. }: &Pos)), "Pos { x, .. }: &Pos");
        assert_eq!(
            shown(quote!(#[laige(size = 4, id = "a b")])),
            "#[laige(size = 4, id = \"a b\")]"
        );
    }

    #[test]
    fn types_are_shown_as_people_write_them() {
        assert_eq!(shown(quote!(Option<&mut Grid<u8, 4>>)), "Option<&mut Grid<u8, 4>>");
        assert_eq!(shown(quote!([u8; N])), "[u8; N]");
        assert_eq!(shown(quote!(a::b::C<{ N }, T = u8>)), "a::b::C<{ N }, T = u8>");
        assert_eq!(shown(quote!(fn(&'a A, B) -> C)), "fn(&'a A, B) -> C");
    }
}
