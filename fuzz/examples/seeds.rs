//! Writes bytes to begin with for each target, where `cargo fuzz run` looks for them: `corpus/<target>/`.

use std::fs;
use std::path::Path;

use laige_fuzz::{contents, delta, replay_log, save, schema};

fn main() -> std::io::Result<()> {
    let targets = [
        ("save", save::seeds()),
        ("delta", delta::seeds()),
        ("replay_log", replay_log::seeds()),
        ("schema", schema::seeds()),
        ("contents", contents::seeds()),
    ];
    for (target, seeds) in targets {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus").join(target);
        fs::create_dir_all(&folder)?;
        for (number, seed) in seeds.iter().enumerate() {
            fs::write(folder.join(format!("seed-{number}")), seed)?;
        }
    }
    Ok(())
}
