//! Names of types as constants: what a type is called, where it is, and the stable id that follows.
//! Called by expansions while constants are evaluated.

use core::marker::PhantomData;

use crate::{Fields, StableId};

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
    pub const fn implicit<T: Fields>() -> Self {
        let path = path_of::<T>();
        Self { shown: path, path, declared: false, stable_id: StableId::of_name(path) }
    }

    /// The name of a type that declares an `id`.
    #[must_use]
    pub const fn declared<T: Fields>(id: &'static str) -> Self {
        let path = path_of::<T>();
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

/// The most bytes of a path with a raw identifier in it.
const MAX_RAW: usize = 1_024;

/// The path of `T` without each `r#` at the start of a segment.
const fn path_of<T: Fields>() -> &'static str {
    if has_raw(T::PATH) { Stripped::<T>::TEXT } else { T::PATH }
}

/// Whether a segment starts with `r#`.
const fn has_raw(path: &str) -> bool {
    let mut i = 0;
    while i < path.len() {
        if is_raw(path.as_bytes(), i) {
            return true;
        }
        i += 1;
    }
    false
}

/// A path with `r#` in it, which takes memory of its own.
struct Stripped<T>(PhantomData<T>);

impl<T: Fields> Stripped<T> {
    const BYTES: ([u8; MAX_RAW], usize) = without_raw(T::PATH);

    const TEXT: &'static str = {
        let (bytes, len) = &Self::BYTES;
        match core::str::from_utf8(bytes.split_at(*len).0) {
            Ok(text) => text,
            Err(_) => panic!("a path without its `r#` is still UTF-8"),
        }
    };
}

/// The bytes of `path` without each `r#` at the start of a segment, and how many they are.
const fn without_raw(path: &str) -> ([u8; MAX_RAW], usize) {
    let path = path.as_bytes();
    assert!(path.len() <= MAX_RAW, "a path with `r#` in it has at most 1,024 bytes");
    let mut bytes = [0; MAX_RAW];
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
    (bytes, len)
}

/// Whether a segment with `r#` starts at `i`. No segment ends behind `r#`.
const fn is_raw(path: &[u8], i: usize) -> bool {
    let starts = i == 0 || path[i - 1] == b':';
    starts && i + 2 < path.len() && path[i] == b'r' && path[i + 1] == b'#'
}

#[cfg(test)]
mod tests {
    use alloc::string::String;

    use super::{has_raw, last_segment, same, without_raw};

    fn plain(path: &str) -> String {
        assert!(has_raw(path), "{path}");
        let (bytes, len) = without_raw(path);
        String::from_utf8_lossy(&bytes[..len]).into_owned()
    }

    #[test]
    fn raw_identifiers_lose_their_mark() {
        assert_eq!(plain("game::r#mod::Move"), "game::mod::Move");
        assert_eq!(plain("r#mod::r#type"), "mod::type");
        assert_eq!(plain("r#mod::r::r2::über"), "mod::r::r2::über");
    }

    #[test]
    fn other_names_stay() {
        assert!(!has_raw("game::Pos") && !has_raw("r::r2::über") && !has_raw("r") && !has_raw(""));
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
}
