//! Where a plain type holds entities: what remapping handles needs to know.

use crate::{Kind, Shape};

/// Whether a value of the type holds an [`Entity`](crate::Entity) somewhere.
pub(crate) fn has_entities(shape: &Shape) -> bool {
    let mut any = false;
    each_entity(shape, 0, &mut |_| any = true);
    any
}

/// Gives the offset of each `Entity` in a value of the type, ascending, if the value begins at `base`.
pub(crate) fn each_entity(shape: &Shape, base: usize, each: &mut dyn FnMut(usize)) {
    match shape.kind {
        Kind::Entity => each(base),
        Kind::Array { element, len } => {
            for index in 0..len {
                each_entity(element, base + index * element.size, each);
            }
        }
        Kind::Struct { fields } => {
            for field in fields {
                each_entity(field.shape, base + field.offset, each);
            }
        }
        _ => {}
    }
}
