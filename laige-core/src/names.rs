//! Names of types as constants: what a type is called, where it is, and the stable id that follows.
//! Called by expansions while constants are evaluated.

use crate::StableId;

/// What a plain type is called.
#[derive(Debug, Clone, Copy)]
pub struct Name {
    /// The declared `id`, or else the path.
    pub(crate) shown: &'static str,
    /// Module path and type name, which tell types apart that declare one `id`.
    pub(crate) path: &'static str,
    /// Whether an `id` is declared.
    pub(crate) declared: bool,
    /// The id that is the same in every build.
    pub(crate) stable_id: StableId,
}

impl Name {
    /// The name of a type without an `id`.
    #[must_use]
    pub const fn implicit(path: &'static str) -> Self {
        Self { shown: path, path, declared: false, stable_id: StableId::of_name(path) }
    }

    /// The name of a type that declares an `id`.
    #[must_use]
    pub const fn declared(id: &'static str, path: &'static str) -> Self {
        Self { shown: id, path, declared: true, stable_id: StableId::of_name(id) }
    }

    /// The name with a type parameter of that id.
    #[must_use]
    pub const fn with_type(self, parameter: StableId) -> Self {
        Self { stable_id: self.stable_id.with_type(parameter), ..self }
    }

    /// The name with a const parameter of that value.
    #[must_use]
    pub const fn with_value(self, value: i128) -> Self {
        Self { stable_id: self.stable_id.with_value(value), ..self }
    }
}

/// Whether two texts are one.
pub(crate) const fn same(one: &str, two: &str) -> bool {
    let (one, two) = (one.as_bytes(), two.as_bytes());
    let mut i = 0;
    while i < one.len() && i < two.len() && one[i] == two[i] {
        i += 1;
    }
    i == one.len() && i == two.len()
}

/// The last segment of a path.
pub(crate) const fn last_segment(path: &str) -> &str {
    let mut start = path.len();
    while start > 0 && path.as_bytes()[start - 1] != b':' {
        start -= 1;
    }
    let (_, last) = path.as_bytes().split_at(start);
    match core::str::from_utf8(last) {
        Ok(last) => last,
        Err(_) => path,
    }
}

/// How many bytes `path` has without each `r#` at the start of a segment.
#[must_use]
pub const fn len(path: &str) -> usize {
    let path = path.as_bytes();
    let mut len = 0;
    let mut i = 0;
    while i < path.len() {
        if is_raw(path, i) {
            i += 2;
        }
        len += 1;
        i += 1;
    }
    len
}

/// The bytes of `path` without each `r#` at the start of a segment.
#[must_use]
pub const fn without_raw<const N: usize>(path: &str) -> [u8; N] {
    let path = path.as_bytes();
    let mut bytes = [0; N];
    let mut len = 0;
    let mut i = 0;
    while i < path.len() {
        if is_raw(path, i) {
            i += 2;
        }
        bytes[len] = path[i];
        len += 1;
        i += 1;
    }
    bytes
}

/// The bytes as text.
///
/// # Panics
///
/// Where they are no text, which a path without its `r#` is.
#[must_use]
pub const fn text(bytes: &'static [u8]) -> &'static str {
    match core::str::from_utf8(bytes) {
        Ok(text) => text,
        Err(_) => panic!("a path without its `r#` is still UTF-8"),
    }
}

/// Whether a segment with `r#` starts at `i`. No segment ends behind `r#`.
const fn is_raw(path: &[u8], i: usize) -> bool {
    let starts = i == 0 || path[i - 1] == b':';
    starts && i + 2 < path.len() && path[i] == b'r' && path[i + 1] == b'#'
}

#[cfg(test)]
mod tests {
    use super::{last_segment, len, same, text, without_raw};

    /// The whole way, as in an expansion.
    macro_rules! plain {
        ($path:literal) => {{
            const BYTES: [u8; len($path)] = without_raw($path);
            text(&BYTES)
        }};
    }

    #[test]
    fn raw_identifiers_lose_their_mark() {
        assert_eq!(plain!("game::r#mod::Move"), "game::mod::Move");
        assert_eq!(plain!("r#mod::r#type"), "mod::type");
    }

    #[test]
    fn texts_are_compared_whole() {
        assert!(same("Pos", "Pos") && same("", ""));
        assert!(!same("Pos", "Po") && !same("Po", "Pos") && !same("Pos", "Vel"));
    }

    #[test]
    fn last_segment_is_what_follows_the_last_colons() {
        assert_eq!(last_segment("game::über::Pos"), "Pos");
        assert_eq!((last_segment("Pos"), last_segment("game::")), ("Pos", ""));
    }

    #[test]
    fn other_names_stay() {
        assert_eq!(plain!("game::Pos"), "game::Pos");
        assert_eq!(plain!("r::r2::über"), "r::r2::über");
    }
}
