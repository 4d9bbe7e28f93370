//! Find permalinks: marks beside a heading, such as `¶` and `#`, that link to the heading itself.
//! They are controls of the page, not words of the heading.

use std::ops::Range;

use crate::parse::classes::is_invisible;
use crate::parse::columns::Table;
use crate::parse::names::{attr, tag};

/// The longest text of a mark, in bytes. An icon is a character of three or four bytes, with others
/// that are not visible.
const MAX_MARK: usize = 16;
/// Rows of a mark: the link, elements for its style, and a text.
const MAX_MARK_ROWS: usize = 6;
/// Ancestors of a mark that may be its term or caption.
const MAX_ABOVE: usize = 4;
/// Links of a heading whose words are read. A heading with more is not one.
const MAX_LINKS: usize = 8;
/// Texts of links in a heading that are not words of the heading.
const TEXTS: [&str; 14] = [
    "permalink",
    "permanent link",
    "link",
    "direct link",
    "anchor",
    "anchor link",
    "copy link",
    "link to this heading",
    "link to this section",
    "section link",
    "back to top",
    "to top",
    "top",
    "share",
];
/// Texts of links with the whole address of a heading that are not words of the heading.
const PERMALINKS: [&str; 6] =
    ["permalink", "permanent link", "direct link", "anchor link", "copy link", "section link"];
/// Texts that a heading shows when its address was copied, without marks.
const COPIED: [&str; 6] =
    ["copied", "copy link", "link copied", "copied to clipboard", "copy url", "url copied"];
/// How the name, class or title of a permalink may begin. The text of such a link may repeat the
/// heading for screen readers: `Permalink: the heading`.
const NAMES: [&str; 12] = [
    "permalink",
    "permanent",
    "headerlink",
    "header-link",
    "header-anchor",
    "heading-link",
    "heading-anchor",
    "hash-link",
    "anchor",
    "direct link",
    "direct-link",
    "link to this",
];

impl Table {
    /// Finds the permalinks among the rows in a mask. Each is the first row of its element.
    pub(crate) fn find_permalinks(&self, keep: &[bool]) -> Vec<usize> {
        let mut permalinks = Vec::new();
        let mut heading_end = 0;
        for (row, tag) in self.tag.iter().enumerate() {
            match *tag {
                tag::H1..=tag::H6 if keep[row] && row >= heading_end => {
                    heading_end = self.end[row] as usize;
                    permalinks.extend(self.permalinks_in(row));
                }
                tag::A if row >= heading_end && keep[row] && self.is_marked_outside(row) => {
                    permalinks.push(row);
                }
                _ => {}
            }
        }
        permalinks
    }

    /// The texts around a permalink in brackets: their rows, and their ranges without the brackets.
    pub(crate) fn texts_around_brackets(&self, link: usize) -> Option<[(usize, Range<usize>); 2]> {
        let (before, after) = (link.checked_sub(1)?, self.end[link] as usize);
        let is_beside = |row: usize| {
            self.tag.get(row) == Some(&tag::TEXT) && self.parent[row] == self.parent[link]
        };
        if !is_beside(before) || !is_beside(after) {
            return None;
        }
        let rest_before = self.text_of(before).trim_end().strip_suffix('[')?;
        let text_after = self.text_of(after);
        let rest_after = text_after.trim_start().strip_prefix(']')?;
        let start_after = text_after.len() - rest_after.len();
        Some([(before, 0..rest_before.len()), (after, start_after..text_after.len())])
    }

    /// Finds the permalinks in a heading.
    pub(crate) fn permalinks_in(&self, heading: usize) -> Vec<usize> {
        let mut permalinks = Vec::new();
        let end = self.end[heading] as usize;
        let mut n_links = 0;
        let mut row = heading + 1;
        while row < end {
            let is_permalink = match self.tag[row] {
                tag::A => {
                    n_links += 1;
                    self.is_marked_in(row)
                        || (n_links <= MAX_LINKS && self.is_permalink_in(row, heading))
                }
                tag::BUTTON => self.is_control_in(row, heading),
                // Wikis have a link to edit each section.
                tag::SPAN | tag::SUP | tag::DIV | tag::SMALL => {
                    self.has_class(row, "mw-editsection") || self.is_control_in(row, heading)
                }
                _ => false,
            };
            if is_permalink {
                permalinks.push(row);
                row = self.end[row] as usize;
            } else {
                row += 1;
            }
        }
        permalinks
    }

    /// Whether a button or other element at the end of a heading is a control to copy its address.
    fn is_control_in(&self, row: usize, heading: usize) -> bool {
        let (end, heading_end) = (self.end[row] as usize, self.end[heading] as usize);
        let is_short = end - row <= MAX_MARK_ROWS;
        let is_blank = |row: usize| self.text_of(row).trim().is_empty();
        if !is_short || (row..end).all(is_blank) || (heading..row).all(is_blank) {
            return false;
        }
        let text = self.read_words(row + 1, end);
        let text = text.trim_end_matches(['!', '.', '…']);
        let is_button = self.tag[row] == tag::BUTTON
            || self.value(row, attr::ROLE).is_some_and(|role| role.trim() == "button");
        (is_button && TEXTS.contains(&text))
            || (COPIED.contains(&text) && (end..heading_end).all(is_blank))
    }

    /// Whether a link in a heading is a mark.
    fn is_marked_in(&self, link: usize) -> bool {
        is_mark(&self.short_text(link))
            && (self.leads_inside(link) || self.is_named_permalink(link))
    }

    /// Whether a link in a heading has words that are not words of the heading, or an image alone.
    fn is_permalink_in(&self, link: usize, heading: usize) -> bool {
        let (end, heading_end) = (self.end[link] as usize, self.end[heading] as usize);
        let before = self.read_words(heading + 1, link);
        let after = self.read_words(end, heading_end);
        // Most links in headings are the heading itself.
        if before.is_empty() && after.is_empty() {
            return false;
        }
        let is_named = self.is_named_permalink(link);
        let text = self.read_words(link + 1, end);
        let is_called = PERMALINKS.contains(&text.as_str()) && self.has_fragment(link);
        if !is_named && !is_called && !self.leads_inside(link) {
            return false;
        }
        let outside = [before, after].concat();
        text.is_empty()
            || TEXTS.contains(&text.as_str())
            || (is_named
                && (text.ends_with(&outside) || NAMES.iter().any(|name| text.starts_with(name))))
    }

    /// Whether a link outside of headings is a mark: in a term or caption, or beside a heading, a
    /// class has to say so.
    fn is_marked_outside(&self, link: usize) -> bool {
        let n_rows = self.end[link] as usize - link;
        if !(2..=MAX_MARK_ROWS).contains(&n_rows) {
            return false;
        }
        let n_bytes: usize = (link + 1..link + n_rows).map(|row| self.text_of(row).len()).sum();
        n_bytes <= MAX_MARK
            && is_mark(&self.short_text(link))
            && (self.is_named_permalink(link) || (self.leads_inside(link) && self.is_in_term(link)))
    }

    fn is_in_term(&self, row: usize) -> bool {
        let parent = |row: &usize| usize::try_from(self.parent[*row]).ok();
        std::iter::successors(parent(&row), parent)
            .take(MAX_ABOVE)
            .any(|row| matches!(self.tag[row], tag::DT | tag::CAPTION | tag::FIGCAPTION))
    }

    fn leads_inside(&self, link: usize) -> bool {
        self.value(link, attr::HREF).is_some_and(|href| href.trim_start().starts_with('#'))
    }

    /// Whether a link leads to a place in a page, which may be another.
    fn has_fragment(&self, link: usize) -> bool {
        self.value(link, attr::HREF).is_some_and(|href| href.contains('#'))
    }

    /// Whether a class, name or title calls a link a permalink.
    fn is_named_permalink(&self, link: usize) -> bool {
        let is_name = |text: &str| {
            let text = text.trim_start().to_ascii_lowercase();
            NAMES.iter().any(|name| text.starts_with(name))
        };
        let class = self.value(link, attr::CLASS);
        class.is_some_and(|class| class.split_ascii_whitespace().any(is_name))
            || [attr::TITLE, attr::ARIA_LABEL]
                .into_iter()
                .any(|name| self.value(link, name).is_some_and(|text| is_name(&text)))
    }

    fn has_class(&self, row: usize, name: &str) -> bool {
        let class = self.value(row, attr::CLASS);
        class.is_some_and(|class| class.split_ascii_whitespace().any(|token| token == name))
    }

    /// The text of an element, cut when it is longer than a mark.
    fn short_text(&self, row: usize) -> String {
        let mut text = String::new();
        for row in row + 1..self.end[row] as usize {
            text.push_str(self.text_of(row));
            if text.len() > 2 * MAX_MARK {
                break;
            }
        }
        text
    }

    /// The words of some rows in lower case, with one blank between them.
    fn read_words(&self, start: usize, end: usize) -> String {
        let text = self.exact_text_between(start, end).to_lowercase();
        let words = text.split_whitespace().map(|word| word.trim_matches(is_invisible));
        words.filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
    }
}

/// Whether a text is only marks of a permalink. A star or dagger is the mark of a note.
fn is_mark(text: &str) -> bool {
    let is_allowed = |c: char| {
        matches!(c, '¶' | '#' | '§' | '🔗' | '⚓' | '∞' | '⛓' | '[' | ']' | '\u{fe0e}' | '\u{fe0f}')
            || ('\u{e000}'..='\u{f8ff}').contains(&c)
            || c.is_whitespace()
            || is_invisible(c)
    };
    text.len() <= 2 * MAX_MARK
        && text.chars().all(is_allowed)
        && text.chars().any(|c| !c.is_whitespace() && !matches!(c, '[' | ']') && !is_invisible(c))
}

#[cfg(test)]
mod tests {
    use crate::parse::encoding::Input;
    use crate::parse::source::Source;
    use crate::parse::tree::{Limits, parse};

    /// The text of a page without its permalinks.
    fn check(html: &str, want: &str) {
        let source = Source::from(html.to_owned());
        let Ok(table) = parse(source, Input::Text, None, &Limits::default()) else { panic!() };
        let permalinks = table.find_permalinks(&vec![true; table.len()]);
        let is_in = |row: usize| {
            permalinks.iter().any(|link| (*link..table.end[*link] as usize).contains(&row))
        };
        let text = table.exact_text(|row| !is_in(row));
        assert_eq!(text.split_whitespace().collect::<Vec<_>>().join(" "), want, "{html}");
    }

    #[test]
    fn marks_of_permalinks_are_found() {
        for mark in ["¶", "#", "§", "🔗", "\u{f0c1}", "[#]", "⚓\u{fe0e}"] {
            check(&format!("<h2>Tides<a href='#t'>{mark}</a></h2>"), "Tides");
        }
        check("<h2><a href='#t'><span>#</span></a> Tides</h2>", "Tides");
        check("<h2>Tides <a class=anchor href='/p#t'>Permalink: Tides</a></h2>", "Tides");
        check("<h2>Tides <a href='#t'>Link to this section</a></h2>", "Tides");
        check("<h2>Tides <span class=mw-editsection>[<a href=/e>edit</a>]</span></h2>", "Tides");
        check("<h2>Tides<button>Copy link</button></h2>", "Tides");
        check("<h2>Tides <button><span>Share</span></button></h2>", "Tides");
        check("<h2>Tides <span>Copied!</span></h2>", "Tides");
        check("<h2>Tides<a href='/p#t'>Permalink</a></h2>", "Tides");
        check("<dl><dt>tide()<a class=headerlink href='#t'>¶</a></dl>", "tide()");
        check("<p>A box <a title='Permalink to this code' href='#c'>¶</a></p>", "A box");
    }

    #[test]
    fn other_links_stay() {
        for html in [
            "<h2><a href='#t'>Tides</a></h2>",
            "<h2><a class=anchor href='#t'>Tides</a></h2>",
            "<h2>Tides<sup><a href='#n1'>*</a></sup></h2>",
            "<h2>Tides<sup><a href='#n1'>1</a></sup></h2>",
            "<h2>Tides and <a href='#w'>winds</a></h2>",
            "<h2>The sign <a href='/hash'>#</a></h2>",
            "<h2><button>Share</button></h2>",
            "<h2><span>Copied</span></h2>",
            "<h2>Files <span>copied</span> in May</h2>",
            "<h2>The <a href='/p'>Permalink</a></h2>",
            "<h2>What to <span>share</span></h2>",
            "<p><a href='#0'>#</a> <a href='#a'>A</a></p>",
        ] {
            let text = html.split(['<', '>']).skip(2).step_by(2).collect::<String>();
            check(html, text.trim());
        }
    }
}
