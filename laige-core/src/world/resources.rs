//! Resources of a world: values by type, which it has at most once.

use super::World;
use crate::{Resource, ResourceView};

impl World {
    /// Gives the world a resource, in the place of the one of that type it may have, which is given back.
    ///
    /// ```
    /// # use laige_core::{Options, World};
    /// # mod hidden {
    /// #     use laige_core::__private::Transient;
    /// #     pub struct Log(pub Vec<String>);
    /// #     impl laige_core::Resource for Log { type Part = Transient; const NAME: &'static str = "log"; }
    /// # }
    /// # use hidden::Log;
    /// let mut world = World::new(Options::with_capacity(8))?;
    /// // with `#[resource(transient)] struct Log(Vec<String>);`
    /// world.insert_resource(Log(Vec::new()));
    /// if let Some(log) = world.resource_mut::<Log>() {
    ///     log.0.push("started".into());
    /// }
    /// assert_eq!(world.resource::<Log>().map(|log| log.0.len()), Some(1));
    /// # Ok::<(), laige_core::Error>(())
    /// ```
    pub fn insert_resource<R: Resource>(&mut self, value: R) -> Option<R> {
        self.resources.insert(value)
    }

    /// Lets the world know a type of resource that it may get later, as from a [save](crate::Snapshot::from_bytes).
    ///
    /// ```
    /// # use laige_core::{Options, World};
    /// # mod hidden {
    /// #     use laige_core::__private::Transient;
    /// #     pub struct Log(pub Vec<String>);
    /// #     impl laige_core::Resource for Log { type Part = Transient; const NAME: &'static str = "log"; }
    /// # }
    /// # use hidden::Log;
    /// let mut world = World::new(Options::with_capacity(8))?;
    /// world.register_resource::<Log>();
    /// assert!(!world.has_resource::<Log>());
    /// # Ok::<(), laige_core::Error>(())
    /// ```
    pub fn register_resource<R: Resource>(&mut self) {
        self.resources.register::<R>();
    }

    /// Takes a resource out of the world; `None` if it was not there.
    pub fn remove_resource<R: Resource>(&mut self) -> Option<R> {
        self.resources.remove()
    }

    /// A resource; `None` if the world does not have it.
    #[must_use]
    #[inline]
    pub fn resource<R: Resource>(&self) -> Option<&R> {
        self.resources.get()
    }

    /// A resource, to be written; `None` if the world does not have it.
    #[must_use]
    #[inline]
    pub fn resource_mut<R: Resource>(&mut self) -> Option<&mut R> {
        self.resources.get_mut()
    }

    /// Whether the world has the resource.
    #[must_use]
    pub fn has_resource<R: Resource>(&self) -> bool {
        self.resource::<R>().is_some()
    }

    /// The resources that the world has, in the order in which each first came.
    pub fn resources(&self) -> impl Iterator<Item = ResourceView<'_>> + '_ {
        self.resources.iter()
    }
}
