//! Simulations: what a replay drives. A world with its schedule is one, and so is anything else that ticks and can be hashed.

use super::Checkpoint;

/// Something that is fed the input of one tick after the other and can say what it looks like.
///
/// Replaying needs two of these to be functions of the inputs alone: `tick`, and the hashes.
pub trait Simulation {
    /// What a tick can fail with.
    type Error;

    /// The hash of the registered components: `World::schema_hash`.
    fn schema_hash(&self) -> u64;

    /// The digest of the schema, if there is one. A log that has one too must have the same.
    fn schema_digest(&self) -> Option<u128> {
        None
    }

    /// Runs tick number `tick` (1, 2, 3, ..) on that input.
    ///
    /// # Errors
    ///
    /// Whatever keeps the tick from being run to its end. The replay ends with it.
    fn tick(&mut self, tick: u64, input: &[u8]) -> Result<(), Self::Error>;

    /// The hash of the whole state after `tick` ticks: `World::state_hash`.
    fn state_hash(&self, tick: u64) -> u64;

    /// What the run looks like after `tick` ticks, for recording and verifying.
    fn checkpoint(&mut self, tick: u64) -> Checkpoint;
}
