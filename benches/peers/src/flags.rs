//! The flags this was compiled with: whether hot loops lie in one line of the instruction cache, which decides by a factor of two how fast a
//! loop of five instructions is.

/// What to put into `RUSTFLAGS`.
pub const ALIGNED_LOOPS: &str = "-C llvm-args=-x86-experimental-pref-innermost-loop-alignment=6";

/// The flags of this build.
pub const GIVEN: &str = env!("LAIGE_PEERS_FLAGS");

/// Whether this build aligns its loops.
#[must_use]
pub fn loops_are_aligned() -> bool {
    GIVEN.contains("x86-experimental-pref-innermost-loop-alignment=6")
}
