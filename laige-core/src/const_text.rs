//! Text put together while constants are evaluated, for errors that name the user's types.
//! Not for run time: `core::fmt` is better there.

/// The most bytes of a text; what does not fit is cut off.
const LEN: usize = 1_024;

/// A text in the making.
#[derive(Clone, Copy)]
pub(crate) struct Text {
    bytes: [u8; LEN],
    len: usize,
}

impl Text {
    /// No text yet.
    pub(crate) const fn new() -> Self {
        Self { bytes: [0; LEN], len: 0 }
    }

    /// The text with another piece behind it.
    pub(crate) const fn push(&self, piece: &str) -> Self {
        let mut text = *self;
        let piece = piece.as_bytes();
        let mut i = 0;
        while i < piece.len() && text.len < LEN {
            text.bytes[text.len] = piece[i];
            text.len += 1;
            i += 1;
        }
        text
    }

    /// The text with a number behind it.
    pub(crate) const fn push_number(&self, number: usize) -> Self {
        const DIGITS: [&str; 10] = ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9"];
        let text = if number >= 10 { self.push_number(number / 10) } else { *self };
        text.push(DIGITS[number % 10])
    }

    /// The text with a name in backticks behind it.
    pub(crate) const fn push_quoted(self, name: &str) -> Self {
        self.push("`").push(name).push("`")
    }

    /// The text with a number of bytes behind it.
    pub(crate) const fn push_bytes(self, bytes: usize) -> Self {
        self.push_number(bytes).push(if bytes == 1 { " byte" } else { " bytes" })
    }

    /// The text.
    pub(crate) const fn as_str(&self) -> &str {
        let (text, _) = self.bytes.split_at(self.len);
        match core::str::from_utf8(text) {
            Ok(text) => text,
            Err(_) => "(the text was cut off inside a character)",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{LEN, Text};

    #[test]
    fn pieces_follow_one_another() {
        let text = Text::new().push("size of ").push_quoted("Pos").push(": ").push_bytes(4_096);
        assert_eq!(text.as_str(), "size of `Pos`: 4096 bytes");
        assert_eq!(Text::new().push_bytes(1).push(", ").push_number(0).as_str(), "1 byte, 0");
    }

    #[test]
    fn text_that_is_too_long_is_cut_off() {
        let mut text = Text::new();
        for _ in 0..LEN {
            text = text.push("ab");
        }
        assert_eq!(text.as_str().len(), LEN);
    }
}
