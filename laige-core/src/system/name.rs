//! Names of instances of generic systems: the function's name, and what each of its parameters is called. They are put together while constants
//! are evaluated, and are the same in every build.

use core::marker::PhantomData;

use crate::const_text::Text;
use crate::{Shape, StableId};

/// A piece of a name.
#[doc(hidden)]
#[derive(Debug, Clone, Copy)]
pub enum NamePart {
    /// A text, as the name of a resource or system.
    Text(&'static str),
    /// The name of plain data; where it has parameters of its own, with its stable id.
    Type(&'static Shape),
    /// The value of a const parameter.
    Value(i128),
}

/// A generic system, of which each instance has a name.
#[doc(hidden)]
pub trait Instance {
    /// The function's name.
    const FUNCTION: &'static str;
    /// What its parameters are called, in order.
    const PARTS: &'static [NamePart];
}

/// The name of the instance `S`.
#[doc(hidden)]
#[derive(Debug)]
pub struct InstanceName<S>(PhantomData<S>);

impl<S: Instance> InstanceName<S> {
    const NAME: Text = {
        let mut text = Text::new().push(S::FUNCTION).push("<");
        let mut i = 0;
        while i < S::PARTS.len() {
            let before = if i == 0 { "" } else { ", " };
            text = S::PARTS[i].push_to(&text.push(before));
            i += 1;
        }
        text.push(">")
    };

    /// `game::decay<game::Health>`
    pub const TEXT: &'static str = Self::NAME.as_str();
}

impl NamePart {
    const fn push_to(self, text: &Text) -> Text {
        match self {
            Self::Text(name) => text.push(name),
            Self::Type(shape) => {
                let text = text.push(shape.name);
                if shape.stable_id.to_u64() == StableId::of_name(shape.name).to_u64() {
                    text
                } else {
                    push_hex(&text.push("#"), shape.stable_id.to_u64())
                }
            }
            Self::Value(value) => push_value(text, value),
        }
    }
}

const fn push_hex(text: &Text, id: u64) -> Text {
    const DIGITS: &str = "0123456789abcdef";
    let mut text = *text;
    let mut shift = 64;
    while shift > 0 {
        shift -= 4;
        let digit = (id >> shift & 15) as usize;
        let (_, from) = DIGITS.as_bytes().split_at(digit);
        let (digit, _) = from.split_at(1);
        text = match core::str::from_utf8(digit) {
            Ok(digit) => text.push(digit),
            Err(_) => text,
        };
    }
    text
}

const fn push_value(text: &Text, value: i128) -> Text {
    let text = if value < 0 { text.push("-") } else { *text };
    let value = value.unsigned_abs();
    // No const parameter has more than 128 bits, and few have values of more than 64.
    let (high, low) = ((value / 1_000_000_000) as usize, (value % 1_000_000_000) as usize);
    if high == 0 {
        return text.push_number(low);
    }
    let mut text = text.push_number(high);
    let mut scale = 100_000_000;
    while scale > 0 {
        text = text.push_number(low / scale % 10);
        scale /= 10;
    }
    text
}

#[cfg(test)]
mod tests {
    use super::{Instance, InstanceName, NamePart};
    use crate::Fields;

    struct Decay;

    impl Instance for Decay {
        const FUNCTION: &'static str = "game::decay";
        const PARTS: &'static [NamePart] = &[
            NamePart::Text("game::Health"),
            NamePart::Type(&<u32 as Fields>::SHAPE),
            NamePart::Value(-12_000_000_034),
            NamePart::Value(7),
        ];
    }

    #[test]
    fn name_has_each_parameter() {
        let name = InstanceName::<Decay>::TEXT;
        assert_eq!(name, "game::decay<game::Health, u32, -12000000034, 7>");
    }
}
