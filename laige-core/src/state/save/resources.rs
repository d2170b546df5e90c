//! The section of resources: those that are there and are state, in the order in which they first came, as lines of a schema and images.

use alloc::collections::BTreeSet;
use alloc::vec::Vec;

use super::archetypes::no_handle;
use super::components::{FIRST_VERSION, key_of, lines, same_layout, text, write_text};
use super::reader::{Loaded, Reader};
use super::writer::Writer;
use super::{LoadFault, Loading, SavePart};
use crate::resource::ResourcesCopy;
use crate::state::image::Image;
use crate::{HandleLayout, Options, Result};

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
        resources.values().for_each(|_| out.half(FIRST_VERSION));
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
    let (mut kinds, mut seen) = (Vec::new(), BTreeSet::new());
    for (at, line) in lines(&mut reader)? {
        let (id, name) = key_of(&reader, at, line)?;
        if !seen.insert(id) {
            return reader.fail_behind(at, LoadFault::Repeated("the resource"));
        }
        let Some((kind, shape)) = loading.world.resources.by_stable_id(id) else {
            return reader.fail_behind(at, LoadFault::UnknownResource(name.into()));
        };
        same_layout(&reader, (at, line), (shape, shape), false)?;
        kinds.push((kind, shape));
    }
    for (_, shape) in &kinds {
        let (name, known) = (shape.name, FIRST_VERSION);
        let found = reader.half_in("version", 1..=u32::MAX)?;
        if found > known {
            return reader.fail(LoadFault::Newer { name, found, known });
        }
    }
    for (kind, shape) in kinds {
        let image = Image::of(shape);
        let images = reader.take(image.bytes(shape.size) as u64)?;
        let mut value = alloc::vec![0; shape.size];
        let handle = |slot, generation| loading.handle(slot, generation);
        if let Err(at) = image.read(images, &mut value, &handle) {
            return reader.fail_behind(at, no_handle(&images[at..]));
        }
        if !shape.accepts(&value) {
            return reader.fail(LoadFault::Value(shape.name));
        }
        resources.add(kind, &value);
    }
    reader.finish()?;
    Ok(resources)
}
