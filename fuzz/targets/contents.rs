//! Contents as JSON: `World::contents_into`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| laige_fuzz::contents::check(bytes));
