//! What a schedule looks like: as text, and as a picture for Graphviz or Mermaid.

use alloc::string::String;
use core::fmt::{self, Write as _};

use super::{Described, Edge, Reason, Schedule, Stage};

impl Schedule {
    /// The stages with their systems in the order in which they run, what each touches, which come before which and why, and which conflict.
    ///
    /// ```text
    /// stage 1
    ///   2 game::movement: writes game.pos; reads game.vel
    ///   1 game::score: reads game.pos
    /// stage 2, `late`
    ///   3 game::cleanup: nothing
    /// edges
    ///   game::movement, then game::score: said
    /// conflicts
    ///   game::score and game::movement: game.pos
    /// ```
    #[must_use]
    pub fn describe(&self) -> impl fmt::Display + '_ {
        Text(self)
    }

    /// The graph in the language of Graphviz: a box for each stage, systems in them, solid edges for what was said, dashed ones for the
    /// order of a list.
    #[must_use]
    pub fn to_dot(&self) -> String {
        let mut dot =
            String::from("digraph schedule {\n    rankdir = LR;\n    node [shape = box];\n");
        for (number, stage) in (1..).zip(&self.stages) {
            // A `String` takes whatever is written to it, here and below.
            let _ = writeln!(dot, "    subgraph cluster_{number} {{");
            let _ = writeln!(dot, "        label = \"{}\";", Escaped(&title(number, stage)));
            for &at in &stage.order {
                let name = self.systems[at as usize].name;
                let _ = writeln!(dot, "        s{} [label = \"{}\"];", at + 1, Escaped(name));
            }
            dot.push_str("    }\n");
        }
        for &Edge { first, second, reason } in &self.edges {
            let _ = write!(dot, "    s{} -> s{}", first + 1, second + 1);
            let _ = match reason {
                Reason::Said => writeln!(dot, ";"),
                Reason::Set(set) => writeln!(dot, " [label = \"{}\"];", Escaped(set)),
                Reason::Listed(on) => {
                    writeln!(dot, " [style = dashed, label = \"{}\"];", Escaped(on))
                }
            };
        }
        dot.push_str("}\n");
        dot
    }

    /// The graph in the language of Mermaid, as [`to_dot`](Self::to_dot) has it.
    #[must_use]
    pub fn to_mermaid(&self) -> String {
        let mut mermaid = String::from("flowchart LR\n");
        for (number, stage) in (1..).zip(&self.stages) {
            let _ = writeln!(
                mermaid,
                "    subgraph stage{number}[\"{}\"]",
                Plain(&title(number, stage))
            );
            for &at in &stage.order {
                let name = self.systems[at as usize].name;
                let _ = writeln!(mermaid, "        s{}[\"{}\"]", at + 1, Plain(name));
            }
            mermaid.push_str("    end\n");
        }
        for &Edge { first, second, reason } in &self.edges {
            let (first, second) = (first + 1, second + 1);
            let _ = match reason {
                Reason::Said => writeln!(mermaid, "    s{first} --> s{second}"),
                Reason::Set(set) => {
                    writeln!(mermaid, "    s{first} -->|\"{}\"| s{second}", Plain(set))
                }
                Reason::Listed(on) => {
                    writeln!(mermaid, "    s{first} -.->|\"{}\"| s{second}", Plain(on))
                }
            };
        }
        mermaid
    }

    fn name(&self, at: super::Place) -> &'static str {
        self.systems[at as usize].name
    }
}

/// What a stage is called.
fn title(number: usize, stage: &Stage) -> String {
    let mut title = String::from("stage ");
    let _ = write!(title, "{number}");
    if !stage.name.is_empty() {
        let _ = write!(title, ", `{}`", stage.name);
    }
    title
}

/// The text of a schedule.
struct Text<'a>(&'a Schedule);

impl fmt::Display for Text<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(schedule) = self;
        for (number, stage) in (1..).zip(&schedule.stages) {
            writeln!(f, "{}", title(number, stage))?;
            for &at in &stage.order {
                writeln!(f, "  {} {}", at + 1, schedule.systems[at as usize])?;
            }
        }
        if !schedule.edges.is_empty() {
            f.write_str("edges\n")?;
        }
        for &Edge { first, second, reason } in &schedule.edges {
            let [first, second] = [first, second].map(|at| schedule.name(at));
            writeln!(f, "  {first}, then {second}: {reason}")?;
        }
        if !schedule.conflicts.is_empty() {
            f.write_str("conflicts\n")?;
        }
        for conflict in &schedule.conflicts {
            let [first, second] = [conflict.first, conflict.second].map(|at| schedule.name(at));
            writeln!(f, "  {first} and {second}: {}", conflict.on)?;
        }
        Ok(())
    }
}

impl fmt::Display for Described {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { name, touches } = self;
        write!(f, "{name}: ")?;
        if touches.is_alone {
            return f.write_str("has the world to itself");
        }
        let mut between = "";
        for (verb, writes) in [("writes", true), ("reads", false)] {
            let items = || touches.items.iter().filter(|item| item.writes == writes);
            for (item, at) in items().zip(0..) {
                match at {
                    0 => write!(f, "{between}{verb} ")?,
                    _ => f.write_str(", ")?,
                }
                write!(f, "{}{}", if item.is_resource() { "resource " } else { "" }, item.name)?;
                between = "; ";
            }
        }
        if touches.reads_world {
            write!(f, "{between}reads the world")?;
        } else if between.is_empty() {
            f.write_str("touches nothing")?;
        }
        Ok(())
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Said => f.write_str("said"),
            Self::Set(set) => write!(f, "set `{set}`"),
            Self::Listed(on) => write!(f, "listed, both touch {on}"),
        }
    }
}

/// A text between the quotes of Graphviz.
struct Escaped<'a>(&'a str);

impl fmt::Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.chars().try_for_each(|c| match c {
            '"' | '\\' => write!(f, "\\{c}"),
            c => f.write_char(c),
        })
    }
}

/// A text between the quotes of Mermaid, which knows entities as HTML does.
struct Plain<'a>(&'a str);

impl fmt::Display for Plain<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.chars().try_for_each(|c| match c {
            '"' => f.write_str("#quot;"),
            '<' => f.write_str("#lt;"),
            '>' => f.write_str("#gt;"),
            c => f.write_char(c),
        })
    }
}
