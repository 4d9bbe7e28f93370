//! The direction that texts are written in.

use crate::parse::columns::Table;
use crate::parse::names::attr;

/// A direction as pages tell it; the usual one is from left to right.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) enum Direction {
    #[default]
    Usual,
    Other,
    /// As the first letter has it.
    Auto,
}

impl Direction {
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Usual => "ltr",
            Self::Other => "rtl",
            Self::Auto => "auto",
        }
    }

    fn of(name: &str) -> Option<Self> {
        let all = [Self::Usual, Self::Other, Self::Auto];
        all.into_iter().find(|one| one.name().eq_ignore_ascii_case(name.trim()))
    }
}

/// The direction of each row; empty where a page tells of none but the usual one.
pub(super) fn directions(table: &Table) -> Vec<Direction> {
    let own = |row: usize| table.value(row, attr::DIR).and_then(|name| Direction::of(&name));
    let is_told = |entry: &&[i32; 4]| entry[1] == i32::from(attr::DIR);
    let told = table.attributes.entries.iter().filter(is_told);
    let mut directions = Vec::new();
    if told.into_iter().all(|entry| own(entry[0] as usize).unwrap_or_default() == Direction::Usual)
    {
        return directions;
    }
    for row in 0..table.len() {
        let above =
            usize::try_from(table.parent[row]).map_or(Direction::Usual, |at| directions[at]);
        directions.push(own(row).unwrap_or(above));
    }
    directions
}
