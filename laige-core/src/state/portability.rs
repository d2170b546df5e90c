//! Portability: which components of a schema mean the same on every machine, and which only under a condition. It goes by types; what a
//! program computes with them it cannot know.

use alloc::string::String;
use core::fmt::Write as _;

use super::schema::Schema;

impl Schema {
    /// What in the components is not portable without condition, a line for each field. Empty where everything is the same on every machine.
    ///
    /// A float is stored, hashed and compared by its bits, but two machines agree about them only as far as their arithmetic does: the same operations in
    /// the same order, no fused ones, the same `sin`. [`Options::forbid_floats`](crate::Options::forbid_floats) refuses them at all. What is opaque is whatever
    /// its bytes are on each machine.
    ///
    /// ```
    /// use laige_core::schema::Schema;
    ///
    /// let schema: Schema = "laige schema 1\n00000000000000aa 12 4 {x: f32, n: u32, deep: [{y: f32}; 1]} game.pos\n".parse()?;
    /// let expected = "game.pos.x is f32: portable only where the arithmetic is\n\
    ///                 game.pos.deep has f32: portable only where the arithmetic is\n";
    /// assert_eq!(schema.portability(), expected);
    /// # Ok::<(), laige_core::schema::ParseSchemaError>(())
    /// ```
    ///
    /// # Order
    ///
    /// By stable id of the component, then by offset of the field.
    #[must_use]
    pub fn portability(&self) -> String {
        let mut text = String::new();
        for (component, field, kind) in self.fields() {
            let verb = if TYPES.iter().any(|(name, _)| *name == kind) { "is" } else { "has" };
            for (name, condition) in TYPES.iter().filter(|(name, _)| has_type(kind, name)) {
                // A `String` takes whatever is written to it.
                let _ = writeln!(text, "{component}.{field} {verb} {name}: {condition}");
            }
        }
        text
    }
}

/// The types that are not portable without condition.
const TYPES: [(&str, &str); 3] = [
    ("f32", "portable only where the arithmetic is"),
    ("f64", "portable only where the arithmetic is"),
    ("opaque", "portable only among machines that lay it out alike"),
];

/// Whether a type is among those that the words of a layout name. Names of fields and variants are none of them.
fn has_type(layout: &str, name: &str) -> bool {
    let is_part = |letter: char| letter.is_alphanumeric() || letter == '_';
    layout.match_indices(name).any(|(start, _)| {
        let (before, behind) = (&layout[..start], &layout[start + name.len()..]);
        let is_word = !before.ends_with(is_part) && !behind.starts_with(is_part);
        is_word && !behind.starts_with(':') && !behind.starts_with(" =")
    })
}
