//! Convert byte offsets of the source to positions in Python strings and in browsers.

use crate::parse::columns::Table;

/// The unit of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// Code points, as in Python.
    Char,
    /// UTF-16 code units, as in browsers.
    Utf16,
}

impl Table {
    /// The position of each byte offset. An offset inside a character gives the character's start,
    /// and an offset past the end gives the end.
    pub fn points(&self, offsets: &[i64], unit: Unit) -> Vec<i64> {
        let bytes = self.source.bytes();
        let mut order: Vec<usize> = (0..offsets.len()).collect();
        order.sort_unstable_by_key(|at| offsets[*at]);
        let mut points = vec![0; offsets.len()];
        let (mut at, mut position) = (0usize, 0i64);
        for wanted in order {
            let mut offset = usize::try_from(offsets[wanted]).unwrap_or(0).min(bytes.len());
            while offset > 0 && offset < bytes.len() && bytes[offset] & 0xC0 == 0x80 {
                offset -= 1;
            }
            position += bytes[at..offset].iter().map(|byte| width(*byte, unit)).sum::<i64>();
            at = offset;
            points[wanted] = position;
        }
        points
    }
}

/// The width of the character that starts at a byte, or 0 inside a character.
fn width(byte: u8, unit: Unit) -> i64 {
    let starts = i64::from(byte & 0xC0 != 0x80);
    let is_astral = i64::from(byte >= 0xF0 && unit == Unit::Utf16);
    starts + is_astral
}
