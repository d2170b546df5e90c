//! How the values of a component or resource are saved: in its version of now, or in an older one from which migrations lead there.

use alloc::vec::Vec;

use super::LoadFault;
use super::reader::{Loaded, Reader};
use crate::Shape;
use crate::migration::Migration;
use crate::state::image::Image;

/// How the values of a type are saved.
pub(super) struct Saved {
    /// The type that they had.
    pub(super) shape: &'static Shape,
    pub(super) image: Image,
    /// The steps from that type to the one of now.
    pub(super) steps: &'static [Migration],
}

impl Saved {
    /// As values of that type.
    pub(super) fn as_it_is(shape: &'static Shape) -> Self {
        Self { shape, image: Image::of(shape), steps: &[] }
    }

    /// Reads in which version the values of a type are saved, of which the world knows shape, version and migrations.
    pub(super) fn read(
        reader: &mut Reader<'_>,
        (shape, version, steps): (&'static Shape, u32, &'static [Migration]),
    ) -> Loaded<Self> {
        let name = shape.name;
        let found = reader.half_in("version", 1..=u32::MAX)?;
        if found > version {
            return reader.fail(LoadFault::Newer { name, found, known: version });
        }
        if found == version {
            return Ok(Self::as_it_is(shape));
        }
        match steps.iter().position(|step| step.from() == found) {
            Some(first) => {
                Ok(Self { steps: &steps[first..], ..Self::as_it_is(steps[first].shape()) })
            }
            None => reader.fail(LoadFault::NoMigration { name, from: found, to: version }),
        }
    }

    /// The bytes of one saved value.
    pub(super) fn bytes(&self) -> usize {
        self.image.bytes(self.shape.size)
    }

    /// The value of the type of now, for that of the type in which it is saved; `None` if that is none.
    pub(super) fn migrated(&self, old: &[u8]) -> Option<Vec<u8>> {
        let (first, others) = self.steps.split_first()?;
        others.iter().try_fold(first.run(old)?, |value, step| step.run(&value))
    }
}
