//! Tells the benchmark which flags it was compiled with, so that it can say in its first line whether loops are aligned.
//! Cargo gives a build script the flags of `RUSTFLAGS` and of its configuration in one variable.

fn main() {
    println!("cargo::rerun-if-env-changed=CARGO_ENCODED_RUSTFLAGS");
    println!("cargo::rerun-if-changed=build.rs");
    let flags = std::env::var("CARGO_ENCODED_RUSTFLAGS").unwrap_or_default();
    println!("cargo::rustc-env=LAIGE_PEERS_FLAGS={}", flags.replace('\x1f', " "));
}
