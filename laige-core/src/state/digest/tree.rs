//! The digest as a tree that is kept: every chunk and column with its hash, to find where two worlds differ without the worlds. What differs there
//! is for [`report`](crate::diff::report()) to tell.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::fmt;
use core::ops::Range;

use super::super::union::union;
use super::content::{self, Look, Told};
use super::control::{self, Control};
use super::recipe::Recipe;
use super::toggles::Toggles;
use super::{Digest, Scratch, resources};
use crate::sorting;
use crate::{ComponentInfo, StableId, World};

/// The digest of every chunk and column of a world: see [`World::digest_tree`].
pub struct DigestTree {
    digest: Digest,
    /// By stable ids.
    archetypes: Vec<ArchetypeHashes>,
    /// By stable id: the name and the hash.
    resources: Vec<(StableId, &'static str, u128)>,
    control: Control,
}

struct ArchetypeHashes {
    ids: Box<[StableId]>,
    /// The names of its components, and of its columns, both by stable id.
    components: Vec<&'static str>,
    columns: Vec<&'static str>,
    chunks: Vec<ChunkHashes>,
}

struct ChunkHashes {
    /// Its range of slots.
    range: Range<u32>,
    /// Of its handles, then of its columns by stable id.
    columns: Box<[u128]>,
    /// Of the toggles that any of its rows has, by stable id.
    toggles: Vec<(StableId, (&'static str, u128))>,
}

impl ChunkHashes {
    fn of(told: Told<'_>, world: &World) -> Self {
        let named = |&(id, hash): &(StableId, u128)| {
            Some((id, (world.registry.by_stable_id(id)?.name(), hash)))
        };
        Self {
            range: told.range,
            columns: told.columns.into(),
            toggles: told.toggles.iter().filter_map(named).collect(),
        }
    }

    /// The names of the columns and toggles in which two chunks of one range differ.
    fn differing(&self, other: &Self, columns: &[&'static str]) -> Vec<&'static str> {
        let names = core::iter::once("entities").chain(columns.iter().copied());
        let hashes = self.columns.iter().zip(&*other.columns);
        let mut differing: Vec<&'static str> = names
            .zip(hashes)
            .filter_map(|(name, (one, other))| (one != other).then_some(name))
            .collect();
        let toggles = |chunk: &Self| chunk.toggles.clone();
        for (_, one, other) in union(toggles(self), toggles(other)) {
            if one != other {
                differing.extend(one.or(other).map(|(name, _)| name));
            }
        }
        differing
    }
}

/// Where two worlds differ: see [`DigestTree::compare`].
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum DigestDifference {
    /// The entities of one archetype in a range of slots.
    Chunk {
        /// The archetype's components, by stable id.
        components: Vec<&'static str>,
        /// The range.
        slots: Range<u32>,
        /// The components whose values differ, and the toggles; `entities` is first if there are others or other generations. Empty if one
        /// world has no such chunk.
        columns: Vec<&'static str>,
    },
    /// The value of a resource, or whether it is there.
    Resource {
        /// Its name.
        name: &'static str,
    },
    /// A section of control.
    Control {
        /// What it is called.
        section: &'static str,
    },
}

impl fmt::Display for DigestDifference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Resource { name } => write!(f, "resource {name}"),
            Self::Control { section } => write!(f, "control: {section}"),
            Self::Chunk { components, slots, columns } => {
                let (start, end) = (slots.start, slots.end);
                write!(f, "{{{}}} slots {start}..{end}: ", components.join(", "))?;
                match columns[..] {
                    [] => f.write_str("in one world only"),
                    _ => f.write_str(&columns.join(", ")),
                }
            }
        }
    }
}

impl fmt::Debug for DigestTree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("DigestTree").field("digest", &self.digest).finish_non_exhaustive()
    }
}

impl DigestTree {
    pub(super) fn of(world: &World) -> Self {
        let mut scratch = Scratch::default();
        let control = control::of(world, None, &mut scratch);
        let live = world.storage.archetypes().iter().filter(|archetype| archetype.live() > 0);
        let toggles = &Toggles::of(world);
        let mut nodes = Vec::new();
        for archetype in live {
            let recipe = Recipe::of(archetype, &world.registry);
            let (mut chunks, mut hashes) = (Vec::new(), Vec::new());
            let look = Look { archetype, recipe: &recipe, toggles, layout: world.layout() };
            look.chunks(&mut scratch, &mut |told| {
                hashes.push(told.node);
                chunks.push(ChunkHashes::of(told, world));
            });
            let hash = recipe.archetype(archetype.live(), hashes.into_iter(), &mut scratch);
            nodes.push((hash, ArchetypeHashes::new(world, recipe, chunks)));
        }
        sorting::sort_by(&mut nodes, |(_, one), (_, other)| one.ids < other.ids);
        let section = resources::section(world, &mut scratch);
        let content = content::join(nodes.iter().map(|&(hash, _)| hash), section, &mut scratch);
        Self {
            digest: Digest { content, control: control.root(&mut scratch) },
            archetypes: nodes.into_iter().map(|(_, archetype)| archetype).collect(),
            resources: scratch.resources,
            control,
        }
    }

    /// The digest of the world.
    #[must_use]
    pub fn digest(&self) -> Digest {
        self.digest
    }

    /// Where two worlds differ. Empty if their digests are equal.
    ///
    /// ```
    /// use laige_core::{Options, World};
    ///
    /// let mut world = World::new(Options::with_capacity(2_000))?;
    /// let before = world.digest_tree();
    /// world.spawn_empty()?;
    /// let places: Vec<String> =
    ///     before.compare(&world.digest_tree()).iter().map(ToString::to_string).collect();
    /// assert_eq!(places, ["{} slots 0..16777216: in one world only", "control: dead slots"]);
    /// # Ok::<(), laige_core::Error>(())
    /// ```
    ///
    /// # Order
    ///
    /// Chunks by stable ids of their archetypes, then by range of slots; then resources by stable id; then control.
    #[must_use]
    pub fn compare(&self, other: &Self) -> Vec<DigestDifference> {
        let mut found = Vec::new();
        for (_, one, other) in union(self.by_ids(), other.by_ids()) {
            compare_archetypes(one, other, &mut found);
        }
        for (_, one, other) in union(self.resources(), other.resources()) {
            if one != other {
                let name = one.or(other).map(|(name, _)| name);
                found.extend(name.map(|name| DigestDifference::Resource { name }));
            }
        }
        for ((section, one), (_, other)) in
            self.control.sections().into_iter().zip(other.control.sections())
        {
            if one != other {
                found.push(DigestDifference::Control { section });
            }
        }
        found
    }

    fn resources(&self) -> impl Iterator<Item = (StableId, (&'static str, u128))> + '_ {
        self.resources.iter().map(|&(id, name, hash)| (id, (name, hash)))
    }

    fn by_ids(&self) -> impl Iterator<Item = (&[StableId], &ArchetypeHashes)> {
        self.archetypes.iter().map(|archetype| (&*archetype.ids, archetype))
    }
}

impl ArchetypeHashes {
    /// The hashes of the chunks, by range.
    fn by_range(&self) -> impl Iterator<Item = ((u32, u32), &ChunkHashes)> {
        self.chunks.iter().map(|chunk| ((chunk.range.start, chunk.range.end), chunk))
    }

    fn new(world: &World, recipe: Recipe, chunks: Vec<ChunkHashes>) -> Self {
        let name = |id: &StableId| world.registry.by_stable_id(*id).map(ComponentInfo::name);
        Self {
            components: recipe.ids.iter().filter_map(name).collect(),
            columns: recipe.columns_by_id().map(|column| column.info.name()).collect(),
            ids: recipe.ids,
            chunks,
        }
    }
}

/// Appends where the rows of one signature differ.
fn compare_archetypes<'a>(
    one: Option<&'a ArchetypeHashes>,
    other: Option<&'a ArchetypeHashes>,
    found: &mut Vec<DigestDifference>,
) {
    let Some(names) = one.or(other) else { return };
    let chunks =
        |side: Option<&'a ArchetypeHashes>| side.into_iter().flat_map(ArchetypeHashes::by_range);
    for ((start, end), one, other) in union(chunks(one), chunks(other)) {
        let columns = match (one, other) {
            (Some(one), Some(other)) => one.differing(other, &names.columns),
            _ => Vec::new(),
        };
        if columns.is_empty() && one.is_some() && other.is_some() {
            continue;
        }
        found.push(DigestDifference::Chunk {
            components: names.components.clone(),
            slots: start..end,
            columns,
        });
    }
}
