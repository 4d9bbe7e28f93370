//! Seams: where two inline elements meet, and whether what is in them are words of their own.

use crate::parse::classes::{WORD, class};
use crate::parse::columns::Table;
use crate::parse::names::{STANDARD_END, tag};

/// How two elements without a blank between them are kept apart.
#[derive(Clone, Copy)]
pub(crate) enum Seam {
    /// Always.
    Words,
    /// Where a word would change its kind: `Year2013`, `NewOffers`.
    Parts,
}

impl Seam {
    /// Whether two characters belong to different words.
    pub(crate) fn parts(self, last: char, next: char) -> bool {
        let is_word = |c: char| class(c) & WORD != 0;
        match self {
            Self::Words => is_word(last) && is_word(next),
            Self::Parts => {
                (last.is_lowercase() && next.is_uppercase())
                    || (last.is_alphabetic() && next.is_numeric())
                    || (last.is_numeric() && next.is_alphabetic())
            }
        }
    }
}

impl Table {
    /// Whether an element stands right behind another of its kind. Pages draw such elements apart,
    /// by their styles, so that what is in them are words of their own.
    pub(crate) fn seam_before(&self, row: usize) -> Option<Seam> {
        let parent = self.parent[row];
        let mut before = row.checked_sub(1)?;
        // It is the first of its parent, or follows a text.
        let is_behind_text = self.tag[before] == tag::TEXT && self.parent[before] == parent;
        if before as i32 == parent || is_behind_text {
            return None;
        }
        // Every element is climbed out of once.
        while self.parent[before] != parent {
            before = usize::try_from(self.parent[before]).ok()?;
            if before as i32 == parent {
                return None;
            }
        }
        match (self.tag[before], self.tag[row]) {
            (tag::A, tag::A) | (tag::BUTTON, tag::BUTTON) => Some(Seam::Words),
            (before, here) if is_plain(before) && is_plain(here) => Some(Seam::Parts),
            _ => None,
        }
    }
}

/// Inline elements that say nothing of the text in them.
fn is_plain(tag: u16) -> bool {
    matches!(tag, tag::SPAN | tag::A | tag::BUTTON | tag::LABEL | tag::TIME) || tag >= STANDARD_END
}
