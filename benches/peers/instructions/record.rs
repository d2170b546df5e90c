//! The counts on record: a text file with a line for each operation, name and instructions.

use std::fmt;
use std::fs;
use std::path::PathBuf;

const HEADING: &str = "\
# Instructions of the hottest operations, measured by `cargo bench -p laige-peers --bench instructions` and written with `-- --bless`.
";

/// Operations and their instructions, in the order measured.
#[derive(Default)]
pub(crate) struct Record(Vec<(String, f64)>);

impl Record {
    pub(crate) fn push(&mut self, name: &str, count: f64) {
        self.0.push((name.to_owned(), count));
    }

    pub(crate) fn get(&self, name: &str) -> Option<f64> {
        self.iter().find(|&(other, _)| other == name).map(|(_, count)| count)
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = (&str, f64)> {
        self.0.iter().map(|(name, count)| (name.as_str(), *count))
    }

    pub(crate) fn load() -> Result<Self, String> {
        let path = path();
        let text =
            fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        let lines = text.lines().filter(|line| !line.starts_with('#') && !line.is_empty());
        lines
            .map(parse)
            .collect::<Option<_>>()
            .map(Self)
            .ok_or_else(|| format!("{}: a line that is not a name and a number", path.display()))
    }

    pub(crate) fn save(&self) -> Result<(), String> {
        let path = path();
        fs::write(&path, format!("{HEADING}{self}"))
            .map_err(|error| format!("{}: {error}", path.display()))
    }
}

impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.iter().try_for_each(|(name, count)| writeln!(f, "{name:<36} {count:>9.2}"))
    }
}

/// A name, blanks, a number.
fn parse(line: &str) -> Option<(String, f64)> {
    let (name, count) = line.trim_end().rsplit_once(' ')?;
    Some((name.trim_end().to_owned(), count.parse().ok()?))
}

fn path() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../instructions.txt")
}
