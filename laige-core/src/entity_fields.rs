//! Where a plain type holds entities, and how they are read and written there: what remapping handles needs to know.

use crate::{Entity, Kind, Shape};

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

/// The handle in that place of a value's bytes.
pub(crate) fn read_entity(bytes: &[u8], offset: usize) -> Entity {
    let mut field = [0; size_of::<Entity>()];
    field.copy_from_slice(&bytes[offset..offset + size_of::<Entity>()]);
    Entity::from_bits(u32::from_ne_bytes(field))
}

/// Puts a handle there.
pub(crate) fn write_entity(bytes: &mut [u8], offset: usize, entity: Entity) {
    let field = entity.to_bits().to_ne_bytes();
    bytes[offset..offset + size_of::<Entity>()].copy_from_slice(&field);
}
