//! What each chunk of a parallel visit has for itself: commands, a random stream. It is divided before the visit and joined after it, in the order of
//! the chunks, so that nothing depends on threads.

use std::sync::{MutexGuard, PoisonError};

use crate::command::Parts;
use crate::{Commands, Fork, Prng};

/// Something of which each chunk of a parallel visit is given a part of its own: `&mut Commands`, `&mut Prng`, or a pair of such, which may be
/// pairs themselves. See [`par_for_each_with`](crate::QueryMut::par_for_each_with).
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be divided among the chunks of a query",
    label = "expected `&mut Commands`, `&mut Prng`, or a pair of them"
)]
pub trait PerChunk: Sized {
    /// What the body is given for a row: the part of the row's chunk.
    type Part<'p>;

    /// All parts.
    #[doc(hidden)]
    type Parts: Sync;

    /// A part in the hands of the thread that visits its chunk.
    #[doc(hidden)]
    type Held<'p>;

    /// Makes so many parts.
    #[doc(hidden)]
    fn divide(&mut self, chunks: usize) -> Self::Parts;

    /// Takes the part of a chunk in hand.
    #[doc(hidden)]
    fn hold(parts: &Self::Parts, chunk: usize) -> Self::Held<'_>;

    /// Lends it to the body.
    #[doc(hidden)]
    fn lend<'p>(held: &'p mut Self::Held<'_>) -> Self::Part<'p>;

    /// Takes the parts back.
    #[doc(hidden)]
    fn join(self, parts: Self::Parts, chunks: usize);
}

/// The stream is forked once, which takes one draw, and chunk number `n` of the visit draws from [`Fork::stream`] number `n`.
impl PerChunk for &mut Prng {
    type Part<'p> = &'p mut Prng;
    type Parts = Fork;
    type Held<'p> = Prng;

    fn divide(&mut self, _chunks: usize) -> Fork {
        self.fork()
    }

    fn hold(parts: &Fork, chunk: usize) -> Prng {
        parts.stream(chunk as u64)
    }

    fn lend(held: &mut Prng) -> &mut Prng {
        held
    }

    fn join(self, _parts: Fork, _chunks: usize) {}
}

/// What is queued comes behind what was, by chunk and then as it was queued. Pending handles from before the visit can be used in it, and
/// those of a chunk in the commands of that chunk.
impl PerChunk for &mut Commands {
    type Part<'p> = &'p mut Commands;
    type Parts = Parts;
    type Held<'p> = MutexGuard<'p, Commands>;

    fn divide(&mut self, chunks: usize) -> Parts {
        Commands::divide(self, chunks)
    }

    fn hold(parts: &Parts, chunk: usize) -> MutexGuard<'_, Commands> {
        // Nobody else visits the chunk, so nobody waits.
        parts[chunk].lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn lend<'p>(held: &'p mut MutexGuard<'_, Commands>) -> &'p mut Commands {
        held
    }

    fn join(self, parts: Parts, chunks: usize) {
        Commands::join(self, parts, chunks);
    }
}

impl<A: PerChunk, B: PerChunk> PerChunk for (A, B) {
    type Part<'p> = (A::Part<'p>, B::Part<'p>);
    type Parts = (A::Parts, B::Parts);
    type Held<'p> = (A::Held<'p>, B::Held<'p>);

    fn divide(&mut self, chunks: usize) -> Self::Parts {
        (self.0.divide(chunks), self.1.divide(chunks))
    }

    fn hold(parts: &Self::Parts, chunk: usize) -> Self::Held<'_> {
        (A::hold(&parts.0, chunk), B::hold(&parts.1, chunk))
    }

    fn lend<'p>(held: &'p mut Self::Held<'_>) -> Self::Part<'p> {
        (A::lend(&mut held.0), B::lend(&mut held.1))
    }

    fn join(self, parts: Self::Parts, chunks: usize) {
        self.0.join(parts.0, chunks);
        self.1.join(parts.1, chunks);
    }
}
