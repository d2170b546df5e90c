//! Where the compiler shows a fault: spans that resolve as our tokens and lie where the user's do.
//! Nothing here looks at what the tokens mean.

use proc_macro2::{Delimiter, Group, Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote_spanned};

/// The first and the last place of some tokens. A path whose first token has the first place and whose last token has
/// the last one is underlined as a whole.
#[derive(Clone, Copy)]
pub(crate) struct Place {
    first: Span,
    last: Span,
}

impl Place {
    /// The place of these tokens; the call itself where there are none.
    pub(crate) fn of(tokens: impl ToTokens) -> Self {
        let mut flat = Vec::new();
        flatten(tokens.to_token_stream(), &mut flat);
        let first = flat.first().map_or_else(Span::call_site, first_span);
        let last = flat.last().map_or_else(Span::call_site, last_span);
        Self { first, last }
    }

    /// A span at the last token that resolves as ours.
    pub(crate) fn end(self) -> Span {
        Span::call_site().located_at(self.last)
    }

    /// A span at the first token that resolves as ours.
    pub(crate) fn start(self) -> Span {
        Span::call_site().located_at(self.first)
    }

    /// The user's own first span.
    pub(crate) fn raw_start(self) -> Span {
        self.first
    }

    /// The user's own last span.
    pub(crate) fn raw_end(self) -> Span {
        self.last
    }

    /// `(arguments)` at the last place, to end a call of a function in `path`. It resolves as the path does, or the compiler
    /// would not see one expression from here to there.
    pub(crate) fn call_end(self, path: &TokenStream, arguments: TokenStream) -> TokenStream {
        let first = path.clone().into_iter().next();
        let like = first.map_or_else(Span::call_site, |token| token.span());
        let mut group = Group::new(Delimiter::Parenthesis, arguments);
        group.set_span(like.located_at(self.last));
        TokenTree::Group(group).into()
    }

    /// The tokens, each at the first place but for the last one, which is at the last place. What the tokens resolve to
    /// stays as it was (`$crate` among them).
    pub(crate) fn cover(self, tokens: TokenStream) -> TokenStream {
        let mut list: Vec<TokenTree> = tokens.into_iter().collect();
        let count = list.len();
        for (i, token) in list.iter_mut().enumerate() {
            let place = if i + 1 == count { self.last } else { self.first };
            token.set_span(token.span().located_at(place));
        }
        list.into_iter().collect()
    }

    /// The tokens, all at the first place. What they resolve to stays as it was.
    pub(crate) fn cover_start(self, tokens: TokenStream) -> TokenStream {
        Self { first: self.first, last: self.first }.cover(tokens)
    }
}

/// `tokens` without invisible groups.
fn flatten(tokens: TokenStream, into: &mut Vec<TokenTree>) {
    for token in tokens {
        match token {
            TokenTree::Group(group) if group.delimiter() == Delimiter::None => {
                flatten(group.stream(), into);
            }
            token => into.push(token),
        }
    }
}

fn first_span(token: &TokenTree) -> Span {
    match token {
        TokenTree::Group(group) => group.span_open(),
        token => token.span(),
    }
}

fn last_span(token: &TokenTree) -> Span {
    match token {
        TokenTree::Group(group) => group.span_close(),
        token => token.span(),
    }
}

/// Words that are identifiers in one edition and keywords in another: they keep the edition of where they were written.
const EDITION_WORDS: [&str; 5] = ["async", "await", "dyn", "gen", "try"];

/// The user's tokens as tokens of this expansion, at their own place, so that lints about what they name
/// (`deprecated`) are not given a second time. `$crate` keeps its meaning.
pub(crate) fn adopt(tokens: impl ToTokens) -> TokenStream {
    tokens.to_token_stream().into_iter().map(adopt_token).collect()
}

fn adopt_token(token: TokenTree) -> TokenTree {
    match token {
        TokenTree::Group(group) => {
            let mut new = Group::new(group.delimiter(), adopt(group.stream()));
            new.set_span(Span::call_site().located_at(group.span()));
            TokenTree::Group(new)
        }
        TokenTree::Ident(mut ident) => {
            adopt_ident(&mut ident);
            TokenTree::Ident(ident)
        }
        mut token => {
            token.set_span(Span::call_site().located_at(token.span()));
            token
        }
    }
}

fn adopt_ident(ident: &mut Ident) {
    if *ident != "$crate" && !EDITION_WORDS.iter().any(|word| *ident == word) {
        ident.set_span(Span::call_site().located_at(ident.span()));
    }
}

/// `<ty as of>::item`, shown at the whole of `ty`: where `ty` lacks the trait, that is one error under the type.
pub(crate) fn member_of(ty: &TokenStream, of: &TokenStream, item: &str) -> TokenStream {
    let place = Place::of(ty);
    let of = place.cover_start(of.clone());
    let item = Ident::new(item, place.end());
    quote_spanned!(place.start()=> <#ty as #of>::#item)
}
