//! Points, directions and crossing lines, in plain f32 and f64 arithmetic that is the same on every machine.
//! No function of the standard library that may differ between machines (such as `sin`) is used.

use std::f64::consts::PI;
use std::ops::{Add, Mul, Sub};

/// A point of the map, or the way from one point to another; in map units.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Vec2 {
    pub x: f32,
    pub y: f32,
}

impl Vec2 {
    pub const fn new(x: f32, y: f32) -> Self {
        Self { x, y }
    }

    pub fn from_words(x: i16, y: i16) -> Self {
        Self::new(f32::from(x), f32::from(y))
    }

    pub fn dot(self, other: Self) -> f32 {
        self.x * other.x + self.y * other.y
    }

    pub fn length(self) -> f32 {
        self.dot(self).sqrt()
    }

    pub fn distance(self, other: Self) -> f32 {
        (other - self).length()
    }

    /// Whether `other` lies in the square of `reach` around this point.
    pub fn is_within(self, reach: f32, other: Self) -> bool {
        (self.x - other.x).abs() < reach && (self.y - other.y).abs() < reach
    }

    /// The same direction with length 1; nothing stays nothing.
    pub fn unit(self) -> Self {
        let length = self.length();
        if length > 0.0 { self * (1.0 / length) } else { self }
    }
}

impl Add for Vec2 {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self::new(self.x + other.x, self.y + other.y)
    }
}

impl Sub for Vec2 {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self::new(self.x - other.x, self.y - other.y)
    }
}

impl Mul<f32> for Vec2 {
    type Output = Self;
    fn mul(self, factor: f32) -> Self {
        Self::new(self.x * factor, self.y * factor)
    }
}

/// Sines of 1/256 circles. Computed by the compiler, so the same numbers are in every build.
static SINES: [f32; 256] = sine_table();

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    reason = "f32 is the table's precision"
)]
const fn sine_table() -> [f32; 256] {
    let mut table = [0.0; 256];
    let mut i = 0;
    while i <= 64 {
        let sine = sine_of_quarter(i as f64 * PI / 128.0) as f32;
        table[i] = sine;
        table[128 - i] = sine;
        table[128 + i] = -sine;
        table[(256 - i) % 256] = -sine;
        i += 1;
    }
    table[0] = 0.0;
    table
}

/// Taylor's series, more than exact enough from 0 to a quarter circle.
const fn sine_of_quarter(x: f64) -> f64 {
    let (mut sum, mut term, mut n) = (x, x, 1.0);
    while n < 20.0 {
        term = -term * x * x / ((n + 1.0) * (n + 2.0));
        sum += term;
        n += 2.0;
    }
    sum
}

/// The unit vector of an angle in 1/256 of a circle: 0 is east, 64 north.
pub fn direction(angle: u8) -> Vec2 {
    Vec2::new(SINES[usize::from(angle.wrapping_add(64))], SINES[usize::from(angle)])
}

/// The angle whose direction is nearest to `towards`.
pub fn angle_of(towards: Vec2) -> u8 {
    let mut best = (0, f32::MIN);
    for angle in 0..=255 {
        let fit = direction(angle).dot(towards);
        if fit > best.1 {
            best = (angle, fit);
        }
    }
    best.0
}

/// How far two angles are apart, in 1/256 of a circle, at most 128.
pub fn angle_between(a: u8, b: u8) -> u8 {
    a.wrapping_sub(b).min(b.wrapping_sub(a))
}

/// Positive if `p` lies to the left of the way from `a` to `b`, negative to its right.
pub fn side(a: Vec2, b: Vec2, p: Vec2) -> f64 {
    let wide = |v: Vec2| (f64::from(v.x), f64::from(v.y));
    let ((ax, ay), (bx, by), (px, py)) = (wide(a), wide(b), wide(p));
    (bx - ax) * (py - ay) - (by - ay) * (px - ax)
}

/// Whether two segments have a point in common, be it an end.
pub fn segments_meet(a: Vec2, b: Vec2, c: Vec2, d: Vec2) -> bool {
    let apart = |a: f32, b: f32, c: f32, d: f32| a.max(b) < c.min(d) || c.max(d) < a.min(b);
    !apart(a.x, b.x, c.x, d.x)
        && !apart(a.y, b.y, c.y, d.y)
        && side(a, b, c) * side(a, b, d) <= 0.0
        && side(c, d, a) * side(c, d, b) <= 0.0
}

/// The distance of `p` from the nearest point of the segment `a` to `b`, squared.
pub fn distance_squared(p: Vec2, a: Vec2, b: Vec2) -> f32 {
    let (along, to_p) = (b - a, p - a);
    let length_squared = along.dot(along);
    let share = if length_squared > 0.0 { to_p.dot(along) / length_squared } else { 0.0 };
    let offset = to_p - along * share.clamp(0.0, 1.0);
    offset.dot(offset)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn directions_have_length_one_and_angles_lead_back() {
        for angle in 0..=255 {
            assert!((direction(angle).length() - 1.0).abs() < 1e-6);
            assert_eq!(angle_of(direction(angle) * 40.0), angle);
        }
        assert_eq!(direction(0), Vec2::new(1.0, 0.0));
        assert_eq!(direction(64), Vec2::new(0.0, 1.0));
        assert_eq!(direction(128), Vec2::new(-1.0, 0.0));
    }

    #[test]
    fn angles_are_compared_the_short_way_round() {
        assert_eq!(angle_between(250, 6), 12);
        assert_eq!(angle_between(6, 250), 12);
        assert_eq!(angle_between(0, 128), 128);
    }

    #[test]
    fn segments_that_only_touch_meet() {
        let [a, b, c] = [Vec2::new(0.0, 0.0), Vec2::new(8.0, 0.0), Vec2::new(8.0, 5.0)];
        assert!(segments_meet(a, b, b, c));
        assert!(!segments_meet(a, Vec2::new(7.0, 0.0), b, c));
    }

    #[test]
    fn distance_to_a_segment_is_to_its_nearest_point() {
        let (a, b) = (Vec2::new(0.0, 0.0), Vec2::new(10.0, 0.0));
        assert_eq!(distance_squared(Vec2::new(5.0, 3.0), a, b).to_bits(), 9.0_f32.to_bits());
        assert_eq!(distance_squared(Vec2::new(13.0, 4.0), a, b).to_bits(), 25.0_f32.to_bits());
        assert_eq!(distance_squared(Vec2::new(3.0, 4.0), a, a).to_bits(), 25.0_f32.to_bits());
    }
}
