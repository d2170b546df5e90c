//! Names of types as constants: module path and type name, without the `r#` of raw identifiers.
//! Called by expansions while constants are evaluated.

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
    use super::{len, text, without_raw};

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
    fn other_names_stay() {
        assert_eq!(plain!("game::Pos"), "game::Pos");
        assert_eq!(plain!("r::r2::über"), "r::r2::über");
    }
}
