//! A picture of a run: the level's lines, what was placed on it, and where the player went.
//! It only draws what it is given, as text; nothing here touches the world.

use std::fmt::Write as _;

use super::catalogue::Kind;
use super::game::Trace;
use super::geometry::Vec2;
use super::level::Level;

/// The longer side of the level in the picture, and the space around it.
const LONG_SIDE: f32 = 1200.0;
const MARGIN: f32 = 28.0;
const TITLE: f32 = 44.0;
const LEGEND: f32 = 70.0;

/// The least width, so that the legend has room.
const LEAST_WIDTH: f32 = 900.0;

/// Things of one sort look alike: what the legend calls them, their colour, and their radius in map units.
#[derive(Clone, Copy)]
struct Look {
    name: &'static str,
    colour: &'static str,
    radius: f32,
}

const MONSTER: Look = Look { name: "monster", colour: "#d1495b", radius: 20.0 };
const HEALTH: Look = Look { name: "health, armour", colour: "#3a8f5c", radius: 12.0 };
const ARMS: Look = Look { name: "weapon, rounds", colour: "#d99a2b", radius: 12.0 };
const KEY: Look = Look { name: "key, power", colour: "#8e5bb5", radius: 14.0 };
const BARREL: Look = Look { name: "barrel", colour: "#8a5a3b", radius: 11.0 };
const SCENERY: Look = Look { name: "scenery", colour: "#b9b6ad", radius: 11.0 };
const LOOKS: [Look; 6] = [MONSTER, HEALTH, ARMS, KEY, BARREL, SCENERY];

const PATH_COLOUR: &str = "#2667c9";
const KILL_COLOUR: &str = "#8f1d2c";

fn look_of(kind: Kind) -> Option<Look> {
    match kind {
        Kind::Monster(_) => Some(MONSTER),
        Kind::Medicine { .. } | Kind::Armour { .. } => Some(HEALTH),
        Kind::Supplies { .. } | Kind::Backpack | Kind::Weapon { .. } => Some(ARMS),
        Kind::Key { .. } | Kind::Power { .. } => Some(KEY),
        Kind::Barrel => Some(BARREL),
        Kind::Pillar { .. } | Kind::Lamp { .. } | Kind::Hanging | Kind::Gore | Kind::Scenery => {
            Some(SCENERY)
        }
        Kind::Start { .. } | Kind::Arena | Kind::TeleportTarget => None,
    }
}

/// What to draw.
pub struct Picture<'a> {
    pub title: String,
    pub level: &'a Level,
    pub things: &'a [(Kind, Vec2)],
    pub trace: &'a Trace,
}

/// A picture being written, and how map units become its own.
struct Canvas {
    text: String,
    low: Vec2,
    scale: f32,
    width: f32,
    height: f32,
}

impl Picture<'_> {
    /// The whole picture.
    pub fn draw(&self) -> String {
        let mut canvas = Canvas::over(self.level);
        canvas.open(&self.title);
        canvas.lines(self.level);
        canvas.things(self.things);
        canvas.trace(self.trace);
        canvas.legend();
        canvas.text.push_str("</svg>\n");
        canvas.text
    }
}

impl Canvas {
    fn over(level: &Level) -> Self {
        let ends = || level.lines.iter().flat_map(|line| [line.from, line.to]);
        let least = ends().reduce(|a, b| Vec2::new(a.x.min(b.x), a.y.min(b.y))).unwrap_or_default();
        let most = ends().reduce(|a, b| Vec2::new(a.x.max(b.x), a.y.max(b.y))).unwrap_or_default();
        let size = most - least;
        let scale = LONG_SIDE / size.x.max(size.y).max(1.0);
        let (width, height) = ((size.x * scale).max(LEAST_WIDTH), size.y * scale);
        Self { text: String::new(), low: least, scale, width, height }
    }

    /// A point of the map in the picture, where y grows downward.
    fn place(&self, p: Vec2) -> Vec2 {
        let offset = (p - self.low) * self.scale;
        Vec2::new(MARGIN + offset.x, MARGIN + TITLE + self.height - offset.y)
    }

    /// Writes text; writing to a string cannot fail.
    fn put(&mut self, text: std::fmt::Arguments<'_>) {
        let _ = self.text.write_fmt(text);
    }

    fn open(&mut self, title: &str) {
        let (width, height) =
            (self.width + 2.0 * MARGIN, self.height + 2.0 * MARGIN + TITLE + LEGEND);
        self.put(format_args!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.0} {height:.0}\" \
             font-family=\"Helvetica, Arial, sans-serif\">\n\
             <rect width=\"{width:.0}\" height=\"{height:.0}\" rx=\"14\" fill=\"#fbfaf6\"/>\n\
             <text x=\"{MARGIN}\" y=\"48\" font-size=\"24\" fill=\"#333\">{title}</text>\n"
        ));
    }

    fn lines(&mut self, level: &Level) {
        self.lines_that(level, false, "stroke=\"#c9c5b9\" stroke-width=\"0.8\"");
        self.lines_that(
            level,
            true,
            "stroke=\"#3d3d3d\" stroke-width=\"1.8\" stroke-linecap=\"round\"",
        );
    }

    /// Walls or the lines between two areas, all in one path.
    fn lines_that(&mut self, level: &Level, one_sided: bool, style: &str) {
        self.put(format_args!("<path fill=\"none\" {style} d=\""));
        for line in level.lines.iter().filter(|line| line.one_sided == one_sided) {
            let (a, b) = (self.place(line.from), self.place(line.to));
            self.put(format_args!("M{:.1} {:.1}L{:.1} {:.1}", a.x, a.y, b.x, b.y));
        }
        self.put(format_args!("\"/>\n"));
    }

    fn things(&mut self, things: &[(Kind, Vec2)]) {
        for look in LOOKS.iter().rev() {
            self.put(format_args!("<g fill=\"{}\">\n", look.colour));
            let alike = |kind: Kind| look_of(kind).is_some_and(|other| other.name == look.name);
            for &(_, at) in things.iter().filter(|(kind, _)| alike(*kind)) {
                let (at, radius) = (self.place(at), look.radius * self.scale);
                self.put(format_args!(
                    "<circle cx=\"{:.1}\" cy=\"{:.1}\" r=\"{radius:.1}\"/>\n",
                    at.x, at.y
                ));
            }
            self.put(format_args!("</g>\n"));
        }
    }

    fn trace(&mut self, trace: &Trace) {
        self.put(format_args!(
            "<polyline fill=\"none\" stroke=\"{PATH_COLOUR}\" stroke-width=\"2.6\" stroke-opacity=\"0.75\" \
             stroke-linejoin=\"round\" stroke-linecap=\"round\" points=\""
        ));
        for &p in &trace.path {
            let p = self.place(p);
            self.put(format_args!("{:.1},{:.1} ", p.x, p.y));
        }
        self.put(format_args!("\"/>\n"));
        for &at in &trace.kills {
            let at = self.place(at);
            self.cross(at);
        }
        for &at in &trace.pick_ups {
            let at = self.place(at);
            self.ring(at);
        }
        if let Some(&start) = trace.path.first() {
            let at = self.place(start);
            self.dot(at);
        }
    }

    fn cross(&mut self, Vec2 { x, y }: Vec2) {
        self.put(format_args!(
            "<path stroke=\"{KILL_COLOUR}\" stroke-width=\"2.4\" stroke-linecap=\"round\" \
             d=\"M{:.1} {:.1}l9 9m0 -9l-9 9\"/>\n",
            x - 4.5,
            y - 4.5
        ));
    }

    fn ring(&mut self, Vec2 { x, y }: Vec2) {
        self.put(format_args!(
            "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"6.5\" fill=\"none\" stroke=\"{PATH_COLOUR}\" stroke-width=\"1.8\"/>\n"
        ));
    }

    fn dot(&mut self, Vec2 { x, y }: Vec2) {
        self.put(format_args!(
            "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"7\" fill=\"{PATH_COLOUR}\" stroke=\"#fbfaf6\" stroke-width=\"2\"/>\n"
        ));
    }

    /// Two rows below the level: what each colour and sign means.
    fn legend(&mut self) {
        for (look, place) in LOOKS.into_iter().zip(0..) {
            let Vec2 { x, y } = self.legend_place(place);
            self.put(format_args!(
                "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"6\" fill=\"{}\"/>\n",
                look.colour
            ));
            self.label(Vec2::new(x, y), look.name);
        }
        let signs = [
            (Self::dot as fn(&mut Self, Vec2), "start and path"),
            (Self::ring, "picked up"),
            (Self::cross, "killed"),
        ];
        for ((sign, name), place) in signs.into_iter().zip(6..) {
            let at = self.legend_place(place);
            sign(self, at);
            self.label(at, name);
        }
    }

    /// Where a sign of the legend stands: five in a row.
    fn legend_place(&self, place: u16) -> Vec2 {
        let (column, row) = (f32::from(place % 5), f32::from(place / 5));
        let y = MARGIN + TITLE + self.height + 36.0 + 28.0 * row;
        Vec2::new(MARGIN + 8.0 + column * self.width / 5.0, y)
    }

    fn label(&mut self, Vec2 { x, y }: Vec2, name: &str) {
        let (x, y) = (x + 13.0, y + 5.5);
        self.put(format_args!(
            "<text x=\"{x:.1}\" y=\"{y:.1}\" font-size=\"15\" fill=\"#333\">{name}</text>\n"
        ));
    }
}

#[cfg(test)]
mod tests {
    use super::super::arguments::Arguments;
    use super::super::session::Session;
    use super::*;

    #[test]
    fn a_picture_has_every_line_and_every_thing() {
        let Session { game, things, .. } = Session::load(&Arguments::default()).expect("own data");
        let title = String::from("a level");
        let picture =
            Picture { title, level: &game.level, things: &things, trace: &game.trace }.draw();
        let walls = picture.matches('M').count();
        assert_eq!(
            walls,
            game.level.lines.len() + 1,
            "one for each line, one for the sign of a kill"
        );
        let drawn = things.iter().filter(|(kind, _)| look_of(*kind).is_some()).count();
        assert_eq!(picture.matches("<circle").count(), drawn + LOOKS.len() + 2);
    }
}
