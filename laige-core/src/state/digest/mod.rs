//! Digests: two numbers of 128 bits that say whether two worlds look alike, and whether they have the same future. The algorithm is
//! frozen and written down in `docs/digest.md`; a second implementation in Python checks it. For the reference engine's hash see
//! [`hash`](super::hash).
//!
//! ```text
//! content ─ archetypes, by stable ids ─ chunks, by slot ─ columns: handles, then components by stable id
//!         ─ resources, by stable id
//! control ─ options, registered components, births of archetypes, dead slots, the frame, systems
//! ```

mod cache;
mod content;
pub(crate) mod control;
mod recipe;
mod resources;
mod systems;
mod toggles;
mod tree;

pub(crate) use cache::DigestCache;
pub use tree::{DigestDifference, DigestTree};

use alloc::string::ToString;
use alloc::vec::Vec;
use core::fmt;

use twox_hash::XxHash3_128;

use super::image;
use crate::{StableId, World};

/// What a world comes to: see [`World::digest`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Digest {
    /// Of what the world holds. Equal: the worlds look alike.
    pub content: u128,
    /// Of what decides how it goes on besides. Both equal: the same calls have the same results from here on.
    pub control: u128,
}

impl fmt::Debug for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Digest({:032x}, {:032x})", self.content, self.control)
    }
}

impl World {
    /// The digest of the world. It settles, and looks only at what was written since the last time.
    ///
    /// *Content* is which entities are alive, in which generations, what they carry, toggles included, and the resources that are state. Archetypes and components enter by stable id, values in
    /// little-endian order, and handles, those in components too, as slot and generation: capacity, the layout of handles, the
    /// order of registration and the machine change nothing. *Control* is what decides the future besides: options, seed, the components
    /// registered and their order, the order in which archetypes were born, which slots come next and in which generations, what
    /// the guardrails counted in this frame, the tick, and the random streams and local values of systems. Statistics are in neither.
    ///
    /// The values are the same in every build and version, and on every machine.
    ///
    /// ```
    /// use laige_core::{Options, World};
    ///
    /// let mut a = World::new(Options::with_capacity(100))?;
    /// let mut b = World::new(Options::with_capacity(5_000))?;
    /// assert_eq!(a.digest().content, b.digest().content);
    /// assert_ne!(a.digest().control, b.digest().control);
    /// let before = a.digest();
    /// let entity = a.spawn_empty()?;
    /// assert_ne!(a.digest().content, before.content);
    /// a.despawn(entity)?;
    /// assert_eq!(a.digest().content, before.content);
    /// assert_ne!(a.digest().control, before.control, "the slot has lived");
    /// # Ok::<(), laige_core::Error>(())
    /// ```
    #[must_use]
    pub fn digest(&mut self) -> Digest {
        self.settle();
        self.storage.number();
        let mut cache = core::mem::take(&mut self.digests);
        let digest = cache.digest(self);
        self.digests = cache;
        digest
    }

    /// The same digest from scratch: it changes nothing, and takes as long as everything is large.
    ///
    /// ```
    /// # use laige_core::{Options, World};
    /// # let mut world = World::new(Options::with_capacity(100))?;
    /// assert_eq!(world.digest(), world.digest_uncached());
    /// # Ok::<(), laige_core::Error>(())
    /// ```
    #[must_use]
    pub fn digest_uncached(&self) -> Digest {
        let mut scratch = Scratch::default();
        let content = content::of(self, &mut scratch);
        Digest { content, control: control::of(self, None, &mut scratch).root(&mut scratch) }
    }

    /// The digest of every chunk and column, to find out where two worlds differ: [`DigestTree::compare`].
    #[must_use]
    pub fn digest_tree(&self) -> DigestTree {
        DigestTree::of(self)
    }

    /// The digest of the components that are registered: of the text of [`schema`](Self::schema), in whatever order they were registered.
    ///
    /// ```
    /// # use laige_core::{Options, World};
    /// let world = World::new(Options::with_capacity(100))?;
    /// assert_eq!(world.schema_digest(), 0xF005_3CF9_5F0E_9918_0492_4EB7_BE06_8AC0);
    /// # Ok::<(), laige_core::Error>(())
    /// ```
    #[must_use]
    pub fn schema_digest(&self) -> u128 {
        hash(self.schema().to_string().as_bytes())
    }
}

/// The hash that everything is made of: XXH3 with 128 bits, seed 0 and the default secret.
#[inline]
pub(crate) fn hash(bytes: &[u8]) -> u128 {
    XxHash3_128::oneshot(bytes)
}

/// Memory for what is hashed, kept from one hash to the next.
#[derive(Default)]
struct Scratch {
    /// The images of a column's values.
    images: Vec<u8>,
    /// The images of handles.
    handles: Vec<u64>,
    /// Hashes of columns.
    hashes: Vec<u128>,
    /// Hashes of the toggles that rows of a chunk have.
    toggles: Vec<(StableId, u128)>,
    /// The steps of a resource's image.
    steps: Vec<image::Step>,
    /// The stable id, the name and the hash of each resource.
    resources: Vec<(StableId, &'static str, u128)>,
    /// Numbers and hashes of a node.
    node: Vec<u8>,
}

/// The numbers and hashes that a node of the tree is hashed from, each little-endian.
struct Node<'a>(&'a mut Vec<u8>);

impl<'a> Node<'a> {
    fn new(bytes: &'a mut Vec<u8>) -> Self {
        bytes.clear();
        Self(bytes)
    }

    #[inline]
    fn word(&mut self, word: u64) {
        self.0.extend_from_slice(&word.to_le_bytes());
    }

    fn words(&mut self, words: impl IntoIterator<Item = u64>) {
        for word in words {
            self.word(word);
        }
    }

    fn half(&mut self, half: u32) {
        self.0.extend_from_slice(&half.to_le_bytes());
    }

    #[inline]
    fn hash(&mut self, hash: u128) {
        self.0.extend_from_slice(&hash.to_le_bytes());
    }

    fn hashes(&mut self, hashes: impl IntoIterator<Item = u128>) {
        for hash in hashes {
            self.hash(hash);
        }
    }

    fn finish(self) -> u128 {
        hash(self.0)
    }
}

/// The hash of a head and of the sections that are there, each under its number.
fn root<const N: usize>(
    head: [u8; 16],
    sections: [Option<u128>; N],
    scratch: &mut Scratch,
) -> u128 {
    let mut node = Node::new(&mut scratch.node);
    node.hash(u128::from_le_bytes(head));
    for (number, section) in (1..).zip(sections) {
        if let Some(section) = section {
            node.word(number);
            node.hash(section);
        }
    }
    node.finish()
}
