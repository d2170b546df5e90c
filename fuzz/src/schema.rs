//! Schemas as text: a text is refused, or is the schema that it is written as again.

use laige::schema::{Schema, compare};

use super::worlds;

/// Checks the bytes, if they are text.
pub fn check(bytes: &[u8]) {
    let Some(schema) = std::str::from_utf8(bytes).ok().and_then(|text| text.parse::<Schema>().ok())
    else {
        return;
    };
    assert_eq!(schema.to_string().parse::<Schema>().as_ref(), Ok(&schema));
    assert_eq!(compare(&schema, &schema), "");
    let known = worlds::empty().schema();
    assert_eq!(compare(&schema, &known).is_empty(), schema == known);
}

/// A schema to begin with.
pub fn seeds() -> Vec<Vec<u8>> {
    vec![worlds::empty().schema().to_string().into_bytes()]
}
