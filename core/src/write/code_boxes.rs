//! Find code that is not in a `pre`: elements with a class for code whose lines end with `br`, and
//! which a style sheet shows with their white space.

use memchr::memmem;

use crate::parse::columns::Table;
use crate::parse::names::{attr, tag};
use crate::write::elements::keeps_space;

/// Classes of code, as a whole.
const CODE_CLASSES: [&str; 6] =
    ["code", "code-block", "code_block", "codeblock", "source-code", "sourcecode"];
/// Classes of words in code, as tools that colour it write them.
const WORD_CLASSES: [&str; 14] = [
    "class", "co1", "comment", "constant", "function", "global", "k", "keyword", "kw1", "kw2",
    "number", "s", "st0", "string",
];

impl Table {
    /// Finds the elements in a mask that contain only code, in order.
    pub(super) fn find_code_boxes(&self, keep: &[bool]) -> Vec<usize> {
        let mut boxes = Vec::new();
        let mut end = 0;
        let mut candidates: Vec<usize> = Vec::new();
        for [row, name, start, stop] in &self.attributes.entries {
            let row = *row as usize;
            if *name == i32::from(attr::CLASS) && keep[row] && self.tag[row] == tag::DIV {
                let class = self.source.slice(*start as usize..*stop as usize);
                let is_code = |class: &str| {
                    class.split_ascii_whitespace().any(|name| CODE_CLASSES.contains(&name))
                };
                if memmem::find(class.as_bytes(), b"code").is_some() && is_code(class) {
                    candidates.push(row);
                }
            }
        }
        candidates.sort_unstable();
        for row in candidates {
            // A box inside of another is a part of it.
            if row >= end {
                end = self.end[row] as usize;
                boxes.extend(self.read_code_box(row));
            }
        }
        boxes
    }

    /// The element with the code of a box: the box itself, or the only block in it. It has lines, and
    /// words in the classes of code.
    fn read_code_box(&self, row: usize) -> Option<usize> {
        let (mut n_blocks, mut n_breaks, mut n_words, mut body) = (0, 0, 0, row);
        for below in row + 1..self.end[row] as usize {
            match self.tag[below] {
                tag::BR => n_breaks += 1,
                tag::SPAN => n_words += u32::from(self.is_code_word(below)),
                tag::DIV => {
                    n_blocks += 1;
                    body = below;
                }
                tag::CODE | tag::IMG => return None,
                tag if keeps_space(tag) => return None,
                _ if self.is_block(below) => return None,
                _ => {}
            }
            if n_blocks > 1 {
                return None;
            }
        }
        (n_breaks > 0 && n_words > 0).then_some(body)
    }

    fn is_code_word(&self, span: usize) -> bool {
        self.value(span, attr::CLASS)
            .is_some_and(|class| WORD_CLASSES.binary_search(&class.trim()).is_ok())
    }
}

#[cfg(test)]
mod tests {
    use super::{CODE_CLASSES, WORD_CLASSES};
    use crate::parse::columns::Table;
    use crate::parse::encoding::Input;
    use crate::parse::names::tag;
    use crate::parse::source::Source;
    use crate::parse::tree::{Limits, parse};
    use crate::write::Options;

    fn read(html: &str) -> Table {
        let source = Source::from(html.to_owned());
        let Ok(table) = parse(source, Input::Text, None, &Limits::default()) else { panic!() };
        table
    }

    fn count_boxes(html: &str) -> usize {
        let table = read(html);
        table.find_code_boxes(&vec![true; table.len()]).len()
    }

    #[test]
    fn white_space_that_is_not_chosen_is_written() {
        let string = |text: &str| format!("<span class=string>{text}</span>");
        let table = read(&format!(
            "<div class=code>{}<br>  {}<br>&nbsp; c</div>",
            string("a"),
            string("b")
        ));
        let is_kept = |row: usize| {
            table.tag[row] != tag::TEXT || !table.text_of(row).trim_matches(' ').is_empty()
        };
        let keep: Vec<bool> = (0..table.len()).map(is_kept).collect();
        let markdown = table.markdown(&keep, &Options::default());
        assert_eq!(markdown, "```\na\n  b\n  c\n```");
    }

    #[test]
    fn boxes_of_code_have_lines_and_coloured_words() {
        assert!(CODE_CLASSES.is_sorted() && WORD_CLASSES.is_sorted());
        let line = "<span class=keyword>def</span> x<br>";
        for (html, want) in [
            (format!("<div class=code>{line}</div>"), 1),
            (format!("<div class='wide code'><span>ruby</span><div>{line}</div></div>"), 1),
            (format!("<div class=code>{line}</div>").repeat(3), 3),
            (format!("<div class=code><div class=code>{line}</div></div>"), 1),
            (format!("<div class=codes>{line}</div>"), 0),
            (format!("<div class=code>{line}<p>x</div>"), 0),
            (format!("<div class=code><pre>{line}</pre></div>"), 0),
            (String::from("<div class=code>a postal code<br>of a town</div>"), 0),
            (String::from("<div class=code><span class=keyword>if</span></div>"), 0),
        ] {
            assert_eq!(count_boxes(&html), want, "{html}");
        }
    }
}
