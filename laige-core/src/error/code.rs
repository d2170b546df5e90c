//! Error codes: the five stable kinds of errors, as number and as text. They say what sort of thing happened, never
//! which thing: that is the error's variant.

use core::fmt;

/// The stable kind of an error. Numbers and texts never change; kinds may be added.
///
/// ```
/// use laige_core::ErrorCode;
/// assert_eq!(ErrorCode::from_number(4), ErrorCode::BudgetExhausted);
/// assert_eq!(ErrorCode::from_number(77), ErrorCode::Unknown);
/// assert_eq!(ErrorCode::InvalidArgument.as_str(), "invalid_argument");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
#[repr(u32)]
pub enum ErrorCode {
    /// None of the others; also what an unlisted number means.
    Unknown = 1,
    /// The call cannot be right as it was made.
    InvalidArgument = 2,
    /// Bytes from outside do not have the form they should have.
    MalformedInput = 3,
    /// A declared limit is reached.
    BudgetExhausted = 4,
    /// The operating system refused to read or write.
    IoError = 5,
}

impl ErrorCode {
    /// The text of the code, in snake case.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Unknown => "unknown",
            Self::InvalidArgument => "invalid_argument",
            Self::MalformedInput => "malformed_input",
            Self::BudgetExhausted => "budget_exhausted",
            Self::IoError => "io_error",
        }
    }

    /// The code with that number; [`Unknown`](Self::Unknown) for numbers that are not listed.
    #[must_use]
    pub const fn from_number(number: u32) -> Self {
        match number {
            2 => Self::InvalidArgument,
            3 => Self::MalformedInput,
            4 => Self::BudgetExhausted,
            5 => Self::IoError,
            _ => Self::Unknown,
        }
    }

    /// The number of the code.
    #[must_use]
    pub const fn number(self) -> u32 {
        self as u32
    }
}

impl fmt::Display for ErrorCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::ErrorCode;

    #[test]
    fn numbers_and_texts_are_the_published_ones() {
        let published = [
            (1, "unknown"),
            (2, "invalid_argument"),
            (3, "malformed_input"),
            (4, "budget_exhausted"),
            (5, "io_error"),
        ];
        for (number, text) in published {
            let code = ErrorCode::from_number(number);
            assert_eq!((code.number(), code.as_str()), (number, text));
        }
        for unlisted in [0, 6, u32::MAX] {
            assert_eq!(ErrorCode::from_number(unlisted), ErrorCode::Unknown);
        }
    }
}
