//! Split texts by the lines of the source.

use crate::parse::columns::Table;
use crate::parse::entities::{Reference, decode_reference};

/// The part of a text on one line: row, line, characters, leading blanks, trailing blanks, and
/// characters that are not blank. In a blank piece, all characters are both leading and trailing.
pub type LinePiece = [i32; 6];

impl Table {
    /// The pieces of the texts in a mask, by row and line. `starts` are the sorted offsets of the
    /// source where lines begin. Characters are those of the decoded text.
    ///
    /// A text from several places of the source is counted on the line where it begins.
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
                // Most texts are the same in the source.
                for (at, c) in text.char_indices() {
                    open.advance_to(start + at, starts, &mut pieces);
                    open.add(c);
                }
            } else {
                let mut at = 0;
                while at < source.len() {
                    open.advance_to(start + at, starts, &mut pieces);
                    at += open.read_char(&source[at..]);
                }
            }
            pieces.push(open.piece());
        }
        pieces
    }
}

/// The piece that is being counted.
#[derive(Default)]
struct Open {
    row: usize,
    line: usize,
    chars: i32,
    leading: i32,
    trailing: i32,
    inked: i32,
}

impl Open {
    fn add(&mut self, c: char) {
        self.chars += 1;
        if c.is_whitespace() {
            self.leading += i32::from(self.inked == 0);
            self.trailing += 1;
        } else {
            self.inked += 1;
            self.trailing = 0;
        }
    }

    /// Advances to the line of an offset, and ends the piece if that is another line.
    fn advance_to(&mut self, offset: usize, starts: &[i64], pieces: &mut Vec<LinePiece>) {
        let mut line = self.line;
        while starts.get(line + 1).is_some_and(|next| *next <= offset as i64) {
            line += 1;
        }
        if line != self.line {
            pieces.push(self.piece());
            *self = Self { row: self.row, line, ..Self::default() };
        }
    }

    /// Counts one character or reference of the source. Returns its length in bytes.
    fn read_char(&mut self, rest: &[u8]) -> usize {
        match decode_first(rest) {
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
        // A line end of two bytes is one character.
        if !rest.starts_with(b"\r\n") {
            self.add(first_char(rest));
        }
        first_char(rest).len_utf8()
    }

    fn piece(&self) -> LinePiece {
        [self.row as i32, self.line as i32, self.chars, self.leading, self.trailing, self.inked]
    }
}

/// The reference at the start of some source, if there is one.
fn decode_first(rest: &[u8]) -> Reference {
    if rest.first() == Some(&b'&') { decode_reference(rest, false) } else { Reference::None }
}

/// The first character of UTF-8 bytes, which must not be empty.
fn first_char(rest: &[u8]) -> char {
    let len = rest.iter().skip(1).take_while(|byte| **byte & 0xC0 == 0x80).count() + 1;
    let text = std::str::from_utf8(&rest[..len]).ok();
    text.and_then(|text| text.chars().next()).unwrap_or('\0')
}
