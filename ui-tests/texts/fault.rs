//! A text of the compiler taken apart: what is ours in it, and what users read first.

/// One error.
pub(crate) struct Fault {
    /// `E0277`; empty where there is none.
    pub(crate) code: String,
    /// The first line, without `error`.
    pub(crate) headline: String,
    /// Each `help:` behind the first line, and each note of ours.
    pub(crate) helps: Vec<String>,
    /// The lines with marks below the user's code.
    pub(crate) labels: Vec<String>,
    /// Which part of the text comes next.
    part: Part,
}

/// A part of a text.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    /// Before the place in the user's code.
    Head,
    /// The user's code.
    Code,
    /// Notes, and code that they are about.
    Notes,
}

/// How notes of the compiler start.
const OF_RUSTC: [&str; 7] =
    ["required ", "this ", "the trait ", "the following ", "multiple ", "in edition", "`Result` "];

impl Fault {
    /// The errors in a `.stderr`.
    pub(crate) fn all_in(stderr: &str) -> Vec<Self> {
        let mut faults: Vec<Self> = Vec::new();
        for line in stderr.lines() {
            if let Some(rest) = line.strip_prefix("error") {
                faults.push(Self::new(rest));
            } else if let Some(fault) = faults.last_mut() {
                fault.add(line);
            }
        }
        faults
    }

    /// From `[E0277]: the headline`.
    fn new(rest: &str) -> Self {
        let (code, headline) = rest.split_once(": ").unwrap_or(("", rest));
        let headline = headline.strip_prefix("evaluation panicked: ").unwrap_or(headline);
        Self {
            code: code.trim_matches(['[', ']']).to_owned(),
            headline: headline.to_owned(),
            helps: Vec::new(),
            labels: Vec::new(),
            part: Part::Head,
        }
    }

    fn add(&mut self, line: &str) {
        let text = line.trim_start();
        if self.part == Part::Head && text.starts_with("-->") {
            // Code of ours is shown where a constant of ours has no place in the user's.
            self.part = if text.contains("$WORKSPACE") { Part::Notes } else { Part::Code };
        } else if self.part == Part::Code && (text.starts_with('=') || line.starts_with(['n', 'h']))
        {
            self.part = Part::Notes;
        }
        if self.part == Part::Head {
            let help = text.strip_prefix("help: ");
            help.map_or_else(
                || self.headline.push_str(text),
                |help| self.helps.push(help.to_owned()),
            );
        } else if let Some(note) = text.strip_prefix("= note: ") {
            let of_rustc = OF_RUSTC.iter().any(|start| note.starts_with(start));
            if !of_rustc && !note.starts_with(|c: char| c.is_ascii_digit()) {
                self.helps.push(note.to_owned());
            }
        } else if self.part == Part::Code && text.starts_with('|') && text.contains(['^', '-', '|'])
        {
            self.labels.push(text.to_owned());
        }
    }

    /// Whether the text is ours: from a macro, a constant's evaluation, or an attribute of a trait.
    pub(crate) fn is_ours(&self) -> bool {
        match self.code.as_str() {
            "" | "E0080" => true,
            "E0277" => !self.headline.starts_with("the `?` operator"),
            _ => false,
        }
    }

    /// What users read first.
    pub(crate) fn all(&self) -> impl Iterator<Item = &str> {
        let first = std::iter::once(&self.headline);
        first.chain(&self.helps).chain(&self.labels).map(String::as_str)
    }

    /// The headline with `_` for each piece of code: two texts that differ in names alone are one.
    pub(crate) fn without_names(&self) -> String {
        let pieces = self.headline.split('`').enumerate();
        pieces.map(|(i, piece)| if i % 2 == 0 { piece } else { "_" }).collect()
    }

    /// The pieces of code in the headline.
    pub(crate) fn headline_codes(&self) -> impl Iterator<Item = &str> {
        codes(&self.headline)
    }
}

/// The pieces of code in a text: what stands between two backticks.
pub(crate) fn codes(text: &str) -> impl Iterator<Item = &str> {
    text.split('`').skip(1).step_by(2)
}
