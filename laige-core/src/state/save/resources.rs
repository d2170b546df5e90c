//! The section of resources: those that are there and are state, in the order in which they first came, as lines of a schema and images.

use alloc::vec::Vec;

use super::archetypes::no_handle;
use super::components::{key_of, lines, same_layout, text, write_text};
use super::reader::{Loaded, Reader};
use super::versions::Saved;
use super::writer::Writer;
use super::{LoadFault, Loading, SavePart};
use crate::resource::ResourcesCopy;
use crate::state::image::Image;
use crate::{HandleLayout, Options, Result, Shape};

pub(super) fn write(
    resources: &ResourcesCopy,
    options: &Options,
    layout: HandleLayout,
    writer: &mut Writer,
) -> Result<()> {
    let shapes = resources.values().filter_map(|(kind, _)| Some((kind.shape?, false)));
    let Some(text) = text(shapes, options.implicit_ids)? else { return Ok(()) };
    writer.section(SavePart::Resources, |out| {
        write_text(&text, out);
        resources.values().for_each(|(kind, _)| out.half(kind.version));
        for (kind, bytes) in resources.values() {
            if let Some(shape) = kind.shape {
                Image::of(shape).append(bytes, layout, &mut out.0);
            }
        }
    });
    Ok(())
}

pub(super) fn read(reader: Option<Reader<'_>>, loading: &Loading<'_>) -> Loaded<ResourcesCopy> {
    let mut resources = ResourcesCopy::default();
    let Some(mut reader) = reader else { return Ok(resources) };
    let (mut kinds, mut seen) = (Vec::new(), Vec::new());
    for (at, line) in lines(&mut reader)? {
        let (id, name) = key_of(&reader, at, line)?;
        let Err(place) = seen.binary_search(&id) else {
            return reader.fail_behind(at, LoadFault::Repeated("the resource"));
        };
        seen.insert(place, id);
        let Some((kind, shape)) = loading.world.resources.by_stable_id(id) else {
            return reader.fail_behind(at, LoadFault::UnknownResource(name.into()));
        };
        kinds.push((kind, shape, (at, line)));
    }
    let text = reader;
    let mut saved = Vec::with_capacity(kinds.len());
    for (kind, shape, line) in kinds {
        let of = Saved::read(&mut reader, (shape, kind.version, kind.migrations))?;
        same_layout(&text, line, (of.shape, shape), false)?;
        saved.push((kind, shape, of));
    }
    for (kind, shape, saved) in saved {
        resources.add(kind, &value(&mut reader, shape, &saved, loading)?);
    }
    reader.finish()?;
    Ok(resources)
}

/// The value of a resource of that shape.
fn value(
    reader: &mut Reader<'_>,
    shape: &Shape,
    saved: &Saved,
    loading: &Loading<'_>,
) -> Loaded<Vec<u8>> {
    let images = reader.take(saved.bytes() as u64)?;
    let mut value = alloc::vec![0; saved.shape.size];
    let handle = |slot, generation| loading.handle(slot, generation);
    if let Err(at) = saved.image.read(images, &mut value, &handle) {
        return reader.fail_behind(at, no_handle(&images[at..]));
    }
    let value = if saved.steps.is_empty() { Some(value) } else { saved.migrated(&value) };
    let accepted = value.filter(|value| value.len() == shape.size && shape.accepts(value));
    accepted.map_or_else(|| reader.fail(LoadFault::Value(shape.name)), Ok)
}
