//! The writing direction of texts.

use crate::parse::columns::Table;
use crate::parse::names::attr;

/// A direction that a page declares.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) enum Direction {
    #[default]
    LeftToRight,
    RightToLeft,
    /// By the first letter of the text.
    Auto,
}

impl Direction {
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::LeftToRight => "ltr",
            Self::RightToLeft => "rtl",
            Self::Auto => "auto",
        }
    }

    fn from_name(name: &str) -> Option<Self> {
        let all = [Self::LeftToRight, Self::RightToLeft, Self::Auto];
        all.into_iter().find(|direction| direction.name().eq_ignore_ascii_case(name.trim()))
    }
}

/// The direction of each row; empty if the whole page runs from left to right.
pub(super) fn directions(table: &Table) -> Vec<Direction> {
    let own = |row: usize| table.value(row, attr::DIR).and_then(|name| Direction::from_name(&name));
    let is_usual =
        |entry: &[i32; 4]| own(entry[0] as usize).unwrap_or_default() == Direction::LeftToRight;
    let mut declared =
        table.attributes.entries.iter().filter(|entry| entry[1] == i32::from(attr::DIR));
    let mut directions = Vec::new();
    if declared.all(is_usual) {
        return directions;
    }
    for row in 0..table.len() {
        let above =
            usize::try_from(table.parent[row]).map_or(Direction::LeftToRight, |at| directions[at]);
        directions.push(own(row).unwrap_or(above));
    }
    directions
}
