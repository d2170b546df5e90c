//! Schemas as text: `Schema::from_str`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| laige_fuzz::schema::check(bytes));
