//! Texts by the lines of the source that they stand on.

use crate::parse::columns::Table;
use crate::parse::entities::{Reference, decode_reference};

/// What of a text stands on one line: row, line, characters, blanks before the first character that
/// is none, blanks behind the last, and how many are no blanks. Of blanks alone all stand before
/// and all stand behind.
pub type LinePiece = [i32; 6];

impl Table {
    /// The pieces of the texts in a mask, by row and line. `starts` are the offsets of the source
    /// where lines begin, in order. Characters are those of the text, its references decoded.
    ///
    /// A text that was fed from several places stands where it begins.
    pub fn line_pieces(&self, starts: &[i64], mask: &[bool]) -> Vec<LinePiece> {
        let mut pieces = Vec::new();
        for (row, is_in) in mask.iter().enumerate() {
            let text = self.text_of(row);
            if !is_in || text.is_empty() {
                continue;
            }
            let (start, stop) = (self.start[row] as usize, self.stop[row] as usize);
            let line = starts.partition_point(|first| *first <= start as i64).max(1) - 1;
            let mut open = Open { row, line, ..Open::default() };
            let source = &self.source.bytes()[start..stop];
            if self.joined[row] != 0 {
                text.chars().for_each(|c| open.add(c));
            } else if source == text.as_bytes() {
                // Most texts stand in the source as they are.
                for (at, c) in text.char_indices() {
                    open.reach(start + at, starts, &mut pieces);
                    open.add(c);
                }
            } else {
                let mut at = 0;
                while at < source.len() {
                    open.reach(start + at, starts, &mut pieces);
                    at += open.read(&source[at..]);
                }
            }
            pieces.push(open.piece());
        }
        pieces
    }
}

/// A piece that is being counted.
#[derive(Default)]
struct Open {
    row: usize,
    line: usize,
    chars: i32,
    before: i32,
    behind: i32,
    inked: i32,
}

impl Open {
    fn add(&mut self, c: char) {
        self.chars += 1;
        if c.is_whitespace() {
            self.before += i32::from(self.inked == 0);
            self.behind += 1;
        } else {
            self.inked += 1;
            self.behind = 0;
        }
    }

    /// Goes on to the line of an offset, and ends the piece where that is another line.
    fn reach(&mut self, offset: usize, starts: &[i64], pieces: &mut Vec<LinePiece>) {
        let mut line = self.line;
        while starts.get(line + 1).is_some_and(|next| *next <= offset as i64) {
            line += 1;
        }
        if line != self.line {
            pieces.push(self.piece());
            *self = Self { row: self.row, line, ..Self::default() };
        }
    }

    /// Reads one character of the source, or one decode_reference, and says how many bytes it takes.
    fn read(&mut self, rest: &[u8]) -> usize {
        match reference_at(rest) {
            Reference::Text(text, len) => {
                text.chars().for_each(|c| self.add(c));
                return len;
            }
            Reference::Char(c, len) => {
                self.add(c);
                return len;
            }
            Reference::None => {}
        }
        // Both signs of a line end are one character.
        if !rest.starts_with(b"\r\n") {
            self.add(first_char(rest));
        }
        first_char(rest).len_utf8()
    }

    fn piece(&self) -> LinePiece {
        [self.row as i32, self.line as i32, self.chars, self.before, self.behind, self.inked]
    }
}

fn reference_at(rest: &[u8]) -> Reference {
    if rest.first() == Some(&b'&') { decode_reference(rest, false) } else { Reference::None }
}

/// The first character of UTF-8 that has one.
fn first_char(rest: &[u8]) -> char {
    let len = rest.iter().skip(1).take_while(|byte| **byte & 0xC0 == 0x80).count() + 1;
    let text = std::str::from_utf8(&rest[..len]).ok();
    text.and_then(|text| text.chars().next()).unwrap_or('\0')
}
