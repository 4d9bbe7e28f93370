//! Write formulas of Markdown: TeX that no parser reads as markup, whether it knows formulas or not.
//! Blanks mean nothing in TeX.

use super::Writer;
use super::escape::opens_tag;
use crate::write::piece::Piece;

impl Writer<'_> {
    pub(super) fn write_formula(&mut self, number: usize) {
        let formula = &self.pieces.formulas[number];
        let mark = if formula.is_displayed { "$$" } else { "$" };
        let start = self.out.len();
        self.out.push_str(mark);
        let is_in_link = self.is_in_link();
        write_tex(&mut self.out, &formula.tex, self.is_in_cell, is_in_link);
        self.out.push_str(mark);
        self.line.formulas.push(start..self.out.len());
    }

    /// Whether formulas in the block at a position have stars.
    pub(super) fn has_star_in_formulas(&self, at: usize) -> bool {
        let pieces = &self.pieces.pieces[at + 1..];
        pieces.iter().take_while(|piece| !matches!(piece, Piece::Close(_))).any(|piece| {
            matches!(piece, Piece::Formula(number)
                if self.pieces.formulas[*number as usize].tex.contains('*'))
        })
    }
}

/// Writes TeX without code spans, tags, links and addresses. Marks of emphasis depend on the whole
/// line, and are separated at its end.
fn write_tex(out: &mut String, tex: &str, is_in_cell: bool, is_in_link: bool) {
    let bytes = tex.as_bytes();
    let is_unbalanced = is_in_link && !is_balanced(bytes);
    let mut written = 0;
    let mut at = 0;
    while at < bytes.len() {
        let rest = &bytes[at + 1..];
        // The number of bytes to replace, and what replaces them.
        let (n, safe) = match bytes[at] {
            b'\\' => match rest.first() {
                Some(b'|') if is_in_cell => (2, "\\Vert"),
                Some(byte) if byte.is_ascii_punctuation() => {
                    at += 2;
                    continue;
                }
                _ => (0, ""),
            },
            b'|' if is_in_cell => (1, "\\|"),
            b'`' => (1, "\u{2018}"),
            b'[' if is_unbalanced => (1, "\\lbrack"),
            b']' if is_unbalanced => (1, "\\rbrack"),
            b']' if rest.first() == Some(&b'(') => (1, "] "),
            b'<' if rest.is_empty() => (1, "\\lt"),
            b'<' if opens_tag(rest) => (1, "< "),
            b':' if rest.starts_with(b"//") => (2, ":/ "),
            b'w' if rest.starts_with(b"ww.") => (3, "www "),
            b'x' if rest.starts_with(b"mpp:") => (5, "xmpp: "),
            _ => (0, ""),
        };
        if n == 0 {
            at += 1;
            continue;
        }
        out.extend([&tex[written..at], safe]);
        at += n;
        written = at;
        let is_command = safe.ends_with(|c: char| c.is_ascii_alphabetic());
        if is_command && bytes.get(at).is_some_and(u8::is_ascii_alphabetic) {
            out.push(' ');
        }
    }
    out.push_str(&tex[written..]);
}

/// Whether brackets without backslashes are balanced.
fn is_balanced(bytes: &[u8]) -> bool {
    let (mut open, mut is_escaped) = (0i32, false);
    for byte in bytes {
        if !is_escaped {
            open += i32::from(*byte == b'[') - i32::from(*byte == b']');
        }
        if open < 0 {
            return false;
        }
        is_escaped = *byte == b'\\' && !is_escaped;
    }
    open == 0
}

#[cfg(test)]
mod tests {
    use super::write_tex;

    fn check(tex: &str, want: &str) {
        let mut out = String::new();
        write_tex(&mut out, tex, false, false);
        assert_eq!(out, want, "{tex:?}");
    }

    #[test]
    fn ordinary_tex_stays_as_it_is() {
        for tex in ["a_{i}^2 < 1", "\\left[0, 1\\right)", "\\{x | y\\}", "[a, b] \\to (c)", "a<1"] {
            check(tex, tex);
        }
    }

    #[test]
    fn tex_is_not_markup() {
        check("[x](javascript:y)", "[x] (javascript:y)");
        check("``a''", "\u{2018}\u{2018}a''");
        check("1<2@e.example>", "1< 2@e.example>");
        check("a<", "a\\lt");
        check("https://e www.e", "https:/ /e www .e");
        let (mut cell, mut link) = (String::new(), String::new());
        write_tex(&mut cell, "|a| \\|b\\|c", true, false);
        assert_eq!(cell, "\\|a\\| \\Vert b\\Vert c");
        write_tex(&mut link, "[0,1)", false, true);
        assert_eq!(link, "\\lbrack0,1)");
    }
}
