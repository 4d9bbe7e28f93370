//! Seams: places where two inline elements meet, which may separate words.

use crate::parse::classes::{WORD, class};
use crate::parse::columns::Table;
use crate::parse::names::{STANDARD_END, tag};

/// When to separate two elements without a blank between them.
#[derive(Clone, Copy)]
pub(crate) enum Seam {
    /// Always.
    Words,
    /// If the joined word would change its kind of characters: `Year2013`, `NewOffers`.
    Parts,
    /// Before a word, because a note in brackets ends here.
    Note,
}

impl Seam {
    /// Whether two characters belong to different words.
    pub(crate) fn separates(self, last: char, next: char) -> bool {
        let is_word = |c: char| class(c) & WORD != 0;
        match self {
            Self::Words => is_word(last) && is_word(next),
            Self::Note => is_word(next),
            Self::Parts => {
                (last.is_lowercase() && next.is_uppercase())
                    || (last.is_alphabetic() && next.is_numeric())
                    || (last.is_numeric() && next.is_alphabetic())
            }
        }
    }
}

impl Table {
    /// The seam between an element and a sibling of its kind right before it. Pages separate such
    /// elements by their style, so their texts are different words.
    pub(crate) fn seam_before(&self, row: usize) -> Option<Seam> {
        let parent = self.parent[row];
        let mut before = row.checked_sub(1)?;
        // The element is the first child, or follows a text.
        let follows_text = self.tag[before] == tag::TEXT && self.parent[before] == parent;
        if before as i32 == parent || follows_text {
            return None;
        }
        // Go up from the last row before to the sibling. Each element is left only once in a page.
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

/// Whether an inline element has no meaning for its text.
fn is_plain(tag: u16) -> bool {
    matches!(tag, tag::SPAN | tag::A | tag::BUTTON | tag::LABEL | tag::TIME) || tag >= STANDARD_END
}
