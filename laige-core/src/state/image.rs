//! The image of a value: its bytes as they are hashed and saved, little-endian, each handle as slot and generation in four bytes each. On a
//! little-endian machine a value without handles is its own image.

use alloc::boxed::Box;
use alloc::vec::Vec;

use crate::{Entity, HandleLayout, Kind, Shape};

/// How values of one type become images.
pub(crate) enum Image {
    /// They are images.
    Same,
    /// Step by step.
    Steps(Box<[Step]>),
}

/// What is done with the next bytes of a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Step {
    /// So many are copied.
    Copy(usize),
    /// So many are a number whose bytes stand the other way round.
    Reverse(usize),
    /// They are a handle.
    Entity,
}

impl Image {
    pub(crate) fn of(shape: &Shape) -> Self {
        let mut steps = Vec::new();
        Step::of(shape, &mut steps);
        match steps[..] {
            [] | [Step::Copy(_)] => Self::Same,
            _ => Self::Steps(steps.into()),
        }
    }

    /// The images of values that lie one behind the other; `room` is for those that have to be made.
    #[inline]
    pub(crate) fn images<'a>(
        &self,
        values: &'a [u8],
        layout: HandleLayout,
        room: &'a mut Vec<u8>,
    ) -> &'a [u8] {
        match self {
            Self::Same => values,
            Self::Steps(steps) => {
                room.clear();
                Self::append_steps(steps, values, layout, room);
                room
            }
        }
    }

    /// Appends the images of values that lie one behind the other.
    pub(crate) fn append(&self, values: &[u8], layout: HandleLayout, to: &mut Vec<u8>) {
        match self {
            Self::Same => to.extend_from_slice(values),
            Self::Steps(steps) => Self::append_steps(steps, values, layout, to),
        }
    }

    /// The same for values whose steps are known; without steps values are images.
    pub(crate) fn append_steps(
        steps: &[Step],
        mut values: &[u8],
        layout: HandleLayout,
        to: &mut Vec<u8>,
    ) {
        if steps.is_empty() {
            return to.extend_from_slice(values);
        }
        while !values.is_empty() {
            for &step in steps {
                let (next, rest) = values.split_at(step.len());
                match step {
                    Step::Copy(_) => to.extend_from_slice(next),
                    Step::Reverse(_) => to.extend(next.iter().rev()),
                    Step::Entity => {
                        let bits = next.first_chunk().copied().map_or(0, u32::from_ne_bytes);
                        let image = of_handle(Entity::from_bits(bits), layout);
                        to.extend_from_slice(&image.to_ne_bytes());
                    }
                }
                values = rest;
            }
        }
    }
}

impl Image {
    /// The bytes of the image of one value of that size.
    pub(crate) fn bytes(&self, size: usize) -> usize {
        match self {
            Self::Same => size,
            Self::Steps(steps) => steps.iter().map(|step| step.image_len()).sum(),
        }
    }

    /// Writes the values whose images lie one behind the other; `handle` gives the handle for a slot and a generation. Fails with the
    /// place of the handle that is none.
    pub(crate) fn read(
        &self,
        images: &[u8],
        values: &mut [u8],
        handle: &dyn Fn(u32, u32) -> Option<Entity>,
    ) -> Result<(), usize> {
        let Self::Steps(steps) = self else {
            values.copy_from_slice(images);
            return Ok(());
        };
        let (mut rest, mut at) = (values, 0);
        while !rest.is_empty() {
            for step in steps {
                let (value, behind) = rest.split_at_mut(step.len());
                let image = &images[at..at + step.image_len()];
                match step {
                    Step::Copy(_) => value.copy_from_slice(image),
                    Step::Reverse(_) => {
                        value.iter_mut().rev().zip(image).for_each(|(to, from)| *to = *from);
                    }
                    Step::Entity => {
                        let half = |start: usize| {
                            let half = image[start..].first_chunk().copied();
                            half.map_or(0, u32::from_le_bytes)
                        };
                        let entity = handle(half(0), half(size_of::<u32>())).ok_or(at)?;
                        value.copy_from_slice(&entity.to_bits().to_ne_bytes());
                    }
                }
                (rest, at) = (behind, at + step.image_len());
            }
        }
        Ok(())
    }
}

/// The image of a handle, as a number whose bytes in memory are that.
#[inline]
fn of_handle(entity: Entity, layout: HandleLayout) -> u64 {
    let (slot, generation) = (layout.slot_of(entity), layout.generation_of(entity));
    (u64::from(generation) << 32 | u64::from(slot)).to_le()
}

/// Appends the images of handles.
pub(crate) fn append_handles(handles: &[Entity], layout: HandleLayout, to: &mut Vec<u64>) {
    to.extend(handles.iter().map(|&entity| of_handle(entity, layout)));
}

impl Step {
    /// Puts the steps of a type into `steps`.
    pub(crate) fn of(shape: &Shape, steps: &mut Vec<Self>) {
        steps.clear();
        add_steps(shape, steps);
    }

    /// The bytes of the value that it takes.
    const fn len(self) -> usize {
        match self {
            Self::Copy(len) | Self::Reverse(len) => len,
            Self::Entity => size_of::<Entity>(),
        }
    }

    /// The bytes of the image that it makes.
    const fn image_len(self) -> usize {
        match self {
            Self::Copy(len) | Self::Reverse(len) => len,
            Self::Entity => 2 * size_of::<u32>(),
        }
    }
}

/// Appends the steps of a type; copies that follow one another are one.
fn add_steps(shape: &Shape, steps: &mut Vec<Step>) {
    match shape.kind {
        Kind::Entity => steps.push(Step::Entity),
        Kind::Struct { fields } => {
            for field in fields {
                add_steps(field.shape, steps);
            }
        }
        Kind::Array { element, len } => {
            for _ in 0..len {
                add_steps(element, steps);
            }
        }
        Kind::Opaque => copy(shape.size, steps),
        _ if cfg!(target_endian = "little") || shape.size < 2 => copy(shape.size, steps),
        _ => steps.push(Step::Reverse(shape.size)),
    }
}

fn copy(len: usize, steps: &mut Vec<Step>) {
    match steps.last_mut() {
        Some(Step::Copy(before)) => *before += len,
        _ => steps.push(Step::Copy(len)),
    }
}
