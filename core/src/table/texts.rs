//! Read the texts of rows and blocks.

use crate::parse::columns::Table;
use crate::parse::names::tag;

impl Table {
    /// Concatenates the texts of some rows, with their white space.
    pub fn exact_text(&self, keep: impl Fn(usize) -> bool) -> String {
        (0..self.len()).filter(|row| keep(*row)).map(|row| self.text_of(row)).collect()
    }

    /// Concatenates the texts of the rows from `first` up to `end`, with their white space.
    pub fn exact_text_between(&self, first: usize, end: usize) -> String {
        (first..end.min(self.len())).map(|row| self.text_of(row)).collect()
    }

    /// The text of every block, with its white space. A `br` becomes a line end, and `seam` is put
    /// between two texts without one.
    pub fn block_texts(&self, seam: &str) -> Vec<String> {
        let mut texts = vec![String::new(); self.blocks().len()];
        self.for_each_text(|block, text, is_after_break| {
            let out = &mut texts[block];
            if !out.is_empty() {
                out.push_str(if is_after_break { "\n" } else { seam });
            }
            out.push_str(text);
        });
        texts
    }

    /// The text of every block as a browser shows it. White space becomes one blank, except in
    /// code, and a `br` becomes a line end.
    pub fn block_lines(&self) -> Vec<String> {
        let is_code = self.code_blocks();
        let mut texts = vec![String::new(); self.blocks().len()];
        let mut has_blank_end = vec![false; texts.len()];
        self.for_each_text(|block, text, is_after_break| {
            let (out, has_blank_end) = (&mut texts[block], &mut has_blank_end[block]);
            if is_after_break && !out.is_empty() {
                out.push('\n');
                *has_blank_end = false;
            }
            if is_code[block] {
                out.push_str(text);
            } else {
                push_words(out, has_blank_end, text, usize::MAX);
            }
        });
        for text in &mut texts {
            text.truncate(text.trim_end_matches('\n').len());
            let n_before = text.len() - text.trim_start_matches('\n').len();
            text.drain(..n_before);
        }
        texts
    }

    /// The text of every block on one line, cut after `limit` characters.
    pub fn block_beginnings(&self, limit: usize) -> Vec<String> {
        let mut texts = vec![String::new(); self.blocks().len()];
        let mut has_blank_end = vec![false; texts.len()];
        // A character has at most four bytes. One character more shows that the text continues.
        let n_bytes = 4 * (limit + 1);
        self.for_each_text(|block, text, is_after_break| {
            has_blank_end[block] |= is_after_break;
            if texts[block].len() < n_bytes {
                push_words(&mut texts[block], &mut has_blank_end[block], text, n_bytes);
            }
        });
        texts.iter_mut().for_each(|text| cut(text, limit));
        texts
    }

    /// Calls `take` for every text in a block, with the block, the text, and whether a `br` is
    /// between it and the previous text of the block.
    fn for_each_text(&self, mut take: impl FnMut(usize, &str, bool)) {
        let blocks = self.blocks();
        let mut n_breaks = 0;
        let mut breaks_before: Vec<Option<usize>> = vec![None; blocks.len()];
        for (row, block) in blocks.of_row.iter().enumerate() {
            n_breaks += usize::from(self.tag[row] == tag::BR);
            let Ok(block) = usize::try_from(*block) else { continue };
            let text = self.text_of(row);
            if !text.is_empty() {
                let before = breaks_before[block].replace(n_breaks);
                take(block, text, before.is_some_and(|before| before != n_breaks));
            }
        }
    }

    /// A mask of the blocks of code, which keep their white space.
    fn code_blocks(&self) -> Vec<bool> {
        let mut is_code: Vec<bool> = Vec::with_capacity(self.len());
        for row in 0..self.len() {
            let is_inside = usize::try_from(self.parent[row]).is_ok_and(|parent| is_code[parent]);
            is_code.push(is_inside || matches!(self.tag[row], tag::PRE | tag::TEXTAREA));
        }
        self.blocks().first.iter().map(|row| is_code[*row as usize]).collect()
    }
}

/// Whether a character is white space in Python, which includes the separators U+001C to U+001F.
pub(crate) fn is_space(c: char) -> bool {
    c.is_whitespace() || ('\x1c'..='\x1f').contains(&c)
}

/// Appends the words of a text, separated by blanks, until `out` has `n_bytes`. `has_blank_end`
/// says whether the text before ended in white space, and is updated.
fn push_words(out: &mut String, has_blank_end: &mut bool, text: &str, n_bytes: usize) {
    for word in text.split_inclusive(is_space) {
        let trimmed = word.trim_end_matches(is_space);
        if !trimmed.is_empty() {
            if *has_blank_end && !out.is_empty() && !out.ends_with('\n') {
                out.push(' ');
            }
            out.push_str(trimmed);
            *has_blank_end = false;
        }
        *has_blank_end |= trimmed.len() < word.len();
        if out.len() >= n_bytes {
            return;
        }
    }
}

/// Cuts a text to `limit` characters, of which the last is an ellipsis.
pub(crate) fn cut(text: &mut String, limit: usize) {
    let mut ends = text.char_indices().skip(limit.saturating_sub(1)).map(|(at, _)| at);
    if let (Some(end), Some(_)) = (ends.next(), ends.next()) {
        text.truncate(end);
        text.truncate(text.trim_end_matches(is_space).len());
        text.push('…');
    }
}

#[cfg(test)]
mod tests {
    use super::cut;
    use crate::parse::encoding::Input;
    use crate::parse::source::Source;
    use crate::parse::tree::{Limits, parse};

    #[test]
    fn texts_of_blocks() {
        let html = "<p>a<b>b</b> <i>c</i>\n <br> d<i hidden>e</i>f<pre>g\n  h\n</pre>";
        let source = Source::from(html.to_owned());
        let Ok(table) = parse(source, Input::Text, None, &Limits::default()) else { panic!() };
        assert_eq!(table.block_texts(""), ["ab c\n \n df", "e", "g\n  h\n"]);
        assert_eq!(table.block_texts("|")[0], "a|b| |c|\n \n d|f");
        assert_eq!(table.block_lines(), ["ab c\ndf", "e", "g\n  h"]);
        assert_eq!(table.block_beginnings(9), ["ab c df", "e", "g h"]);
        assert_eq!(table.block_beginnings(4), ["ab…", "e", "g h"]);
    }

    #[test]
    fn texts_are_cut() {
        for (text, limit, want) in [("äöü", 3, "äöü"), ("äöüß", 3, "äö…"), ("ä üß", 3, "ä…")]
        {
            let mut text = text.to_owned();
            cut(&mut text, limit);
            assert_eq!(text, want);
        }
    }
}
