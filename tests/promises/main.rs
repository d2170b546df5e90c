//! What laige promises, one file per promise. The names of the tests are sentences: their list is the list of features.
//!
//! A header names the public reports about other libraries (`Case Q05`) whose kind of fault the file's tests rule out.

#![expect(
    clippy::cast_possible_wrap,
    clippy::cast_sign_loss,
    reason = "numbers of rows and values in tests are small"
)]

mod scene;
mod scripts;

#[cfg(feature = "tracing")]
mod listener;

mod appends;
mod archetype_zero;
mod auto_traits;
mod batches;
mod budgets;
mod bulk;
mod bundles;
mod by_handle_together;
mod chunk_slices;
mod clear;
mod commands;
#[cfg(feature = "rayon")]
mod commands_per_chunk;
mod components;
mod configuration;
mod deltas;
mod digests;
mod documentation;
mod early_exit;
mod entry_by_handle;
mod errors;
#[cfg(feature = "tracing")]
mod events;
mod filters;
mod fixed_loop;
#[cfg(feature = "fixed")]
mod fixed_point;
mod floats;
mod foreign_handles;
#[cfg(feature = "serde")]
mod fuzz_targets;
mod generations;
mod guardrails;
mod handles;
mod iterators;
mod known_answers;
mod layout;
mod loops;
mod malformed_saves;
mod many_archetypes;
mod matching;
mod memory;
mod migrations;
mod one_row;
mod order;
mod pairs;
mod panics;
#[cfg(feature = "rayon")]
mod parallel;
#[cfg(feature = "rayon")]
mod parallel_systems;
mod prepared;
mod prints;
mod random_streams;
mod registration;
#[cfg(feature = "std")]
mod replay_files;
#[cfg(feature = "std")]
mod replay_logs;
#[cfg(feature = "std")]
mod replay_runs;
#[cfg(any(feature = "std", feature = "tracing"))]
mod replay_scene;
mod resources;
mod saves;
mod schedules;
mod schemas;
#[cfg(feature = "serde")]
mod serial;
mod shapes;
mod sizes;
mod slots;
mod snapshots;
mod sorted_rows;
mod split;
mod stale_handles;
mod state_diffs;
mod state_hashes;
mod state_reports;
mod statistics;
mod structure;
mod system_macro;
mod system_scenes;
mod system_state;
mod system_timing;
mod systems;
mod terms;
mod threads;
mod timelines;
mod timing;
mod toggle_queries;
mod toggles;
