//! Find labels beside code: the name of its language, and buttons to copy it. Pages show them on
//! the frame of the code; they are not paragraphs.

use crate::parse::columns::Table;
use crate::parse::names::{attr, tag};
use crate::write::elements::{is_list, keeps_space};

/// The longest label, in bytes.
const MAX_LABEL: usize = 40;
/// Rows on each side of the code to search.
const MAX_ROWS: usize = 40;
/// Labels on each side of the code.
const MAX_LABELS: usize = 3;
/// Elements between the code and the frame that it shares with its label.
const MAX_ABOVE: usize = 5;

/// Texts of buttons, without case and marks.
const BUTTONS: [&str; 22] = [
    "copy",
    "copied",
    "copy code",
    "copy to clipboard",
    "copy snippet",
    "copy text",
    "copy link",
    "code copied",
    "copied to clipboard",
    "click to copy",
    "edit",
    "expand",
    "wrap",
    "toggle word wrap",
    "toggle wrap",
    "view raw",
    "raw",
    "run",
    "kopieren",
    "copier",
    "copiar",
    "复制",
];
/// Names of languages as labels have them, and the names for a fence where they differ.
const LANGUAGES: [(&str, &str); 78] = [
    ("apache", ""),
    ("applescript", ""),
    ("asm", ""),
    ("assembly", "asm"),
    ("astro", ""),
    ("awk", ""),
    ("bash", ""),
    ("batch", ""),
    ("c", ""),
    ("c#", "csharp"),
    ("c++", "cpp"),
    ("clojure", ""),
    ("cmake", ""),
    ("cmd", ""),
    ("code", "text"),
    ("console", ""),
    ("cpp", ""),
    ("csharp", ""),
    ("css", ""),
    ("csv", ""),
    ("dart", ""),
    ("diff", ""),
    ("docker", ""),
    ("dockerfile", ""),
    ("elixir", ""),
    ("erlang", ""),
    ("fortran", ""),
    ("go", ""),
    ("golang", "go"),
    ("graphql", ""),
    ("groovy", ""),
    ("haskell", ""),
    ("html", ""),
    ("http", ""),
    ("ini", ""),
    ("java", ""),
    ("javascript", ""),
    ("js", ""),
    ("json", ""),
    ("jsx", ""),
    ("julia", ""),
    ("kotlin", ""),
    ("latex", ""),
    ("less", ""),
    ("lua", ""),
    ("makefile", ""),
    ("markdown", ""),
    ("matlab", ""),
    ("nginx", ""),
    ("nix", ""),
    ("objective-c", "objectivec"),
    ("output", "text"),
    ("perl", ""),
    ("php", ""),
    ("plain text", "text"),
    ("plaintext", "text"),
    ("powershell", ""),
    ("python", ""),
    ("r", ""),
    ("ruby", ""),
    ("rust", ""),
    ("sass", ""),
    ("scala", ""),
    ("scss", ""),
    ("sh", ""),
    ("shell", ""),
    ("sql", ""),
    ("swift", ""),
    ("terminal", "console"),
    ("text", "text"),
    ("toml", ""),
    ("ts", ""),
    ("tsx", ""),
    ("typescript", ""),
    ("vue", ""),
    ("xml", ""),
    ("yaml", ""),
    ("yml", ""),
];

/// The labels of a page.
#[derive(Default)]
pub(super) struct Labels {
    /// The rows of their texts.
    pub(super) rows: Vec<usize>,
    /// The row of code whose label names a language, and the language.
    pub(super) languages: Vec<(usize, String)>,
}

/// A text that may be a label.
enum Label {
    Button,
    /// The name for a fence, if it is one.
    Language(Option<String>),
}

impl Table {
    /// Finds the labels of the code in a mask. `boxes` are code in other elements, in order.
    pub(super) fn find_code_labels(&self, keep: &[bool], boxes: &[usize]) -> Labels {
        let mut labels = Labels::default();
        let mut boxes = boxes.iter().copied().peekable();
        let mut row = 0;
        while row < self.len() {
            while boxes.next_if(|code| *code < row).is_some() {}
            let is_code = keeps_space(self.tag[row]) || boxes.next_if_eq(&row).is_some();
            if !is_code || !keep[row] {
                row += 1;
                continue;
            }
            self.find_labels_of(row, keep, &mut labels);
            // Nested code is part of the outer code.
            row = self.end[row] as usize;
        }
        labels
    }

    /// The buttons at the beginning and end of code: `button` elements, and those with such a class.
    fn find_buttons_in(&self, code: usize, keep: &[bool], labels: &mut Labels) {
        let end = self.end[code] as usize;
        let first = code + 1..end.min(code + MAX_ROWS);
        let last = end.saturating_sub(MAX_ROWS).max(first.end)..end;
        labels.rows.extend(first.chain(last).filter(|row| {
            let Ok(parent) = usize::try_from(self.parent[*row]) else { return false };
            let is_button = || {
                let class = self.value(parent, attr::CLASS).unwrap_or_default();
                let class = class.to_ascii_lowercase();
                self.tag[parent] == tag::BUTTON
                    || ["copy", "clipboard"].iter().any(|name| class.contains(name))
            };
            let text = self.text_of(*row);
            keep[*row]
                && parent > code
                && !text.is_empty()
                && matches!(read_label(text.trim()), Some(Label::Button))
                && is_button()
        }));
    }

    /// The labels that are in a `pre`, before or after the only `code` in it. Each is in an element of
    /// its own. None, if there are other texts beside the `code`.
    fn find_labels_in(&self, pre: usize, keep: &[bool]) -> Labels {
        let mut labels = Labels::default();
        let end = self.end[pre] as usize;
        let is_code = |row: &usize| self.tag[*row] == tag::CODE;
        let Some(code) = (pre + 1..end.min(pre + MAX_ROWS)).find(is_code) else { return labels };
        let after = self.end[code] as usize;
        if end - after > MAX_ROWS {
            return labels;
        }
        for row in (pre + 1..code).chain(after..end) {
            let text = self.text_of(row).trim();
            if self.tag[row] == tag::CODE {
                return Labels::default();
            }
            if text.is_empty() || !keep[row] {
                continue;
            }
            match read_label(text).filter(|_| self.parent[row] as usize != pre) {
                Some(Label::Language(name)) if row < code => {
                    labels.languages.extend(name.map(|name| (pre, name)));
                }
                Some(Label::Button) => {}
                _ => return Labels::default(),
            }
            labels.rows.push(row);
        }
        labels.languages.truncate(1);
        labels
    }

    fn find_labels_of(&self, code: usize, keep: &[bool], labels: &mut Labels) {
        self.find_buttons_in(code, keep, labels);
        let inside = self.find_labels_in(code, keep);
        labels.rows.extend(inside.rows);
        if !inside.languages.is_empty() {
            labels.languages.extend(inside.languages);
            return;
        }
        let end = self.end[code] as usize;
        let frame = self.find_frame(code, keep);
        let before = (code.saturating_sub(MAX_ROWS)..code).rev();
        let after = end..(end + MAX_ROWS).min(self.len());
        let sides: [&mut dyn Iterator<Item = usize>; 2] = [&mut { before }, &mut { after }];
        // The languages of labels to write, and of labels that were not chosen.
        let (mut languages, mut unchosen) = (Vec::new(), Vec::new());
        for side in sides {
            let mut n_labels = 0;
            // Whether there are only labels between the code and a row.
            let mut is_next = true;
            for row in side {
                // A heading or other code ends the search, and an item is a part of a list of tabs.
                let is_other = keeps_space(self.tag[row])
                    || is_list(self.tag[row])
                    || matches!(self.tag[row], tag::LI | tag::H1..=tag::H6 | tag::TABLE);
                if is_other && keep[row] {
                    break;
                }
                let text = self.text_of(row).trim();
                if text.is_empty() || (!keep[row] && self.hidden[row] != 0) {
                    continue;
                }
                let label = if self.is_alone(row) { read_label(text) } else { None };
                // `Output:` announces code that is not in one frame with it. A name alone in its
                // block, right before the code, is a label wherever it is.
                let is_in_place = |is_named: bool| {
                    frame.contains(&row)
                        || (is_next && is_named && row < code && !text.ends_with(':'))
                            && !self.is_in_heading(row)
                };
                match label {
                    Some(Label::Button) => labels.rows.extend(keep[row].then_some(row)),
                    Some(Label::Language(name)) if is_in_place(name.is_some()) => {
                        if keep[row] {
                            labels.rows.push(row);
                            languages.extend(name);
                        } else {
                            unchosen.extend(name);
                        }
                    }
                    _ if keep[row] => break,
                    _ => is_next = false,
                }
                n_labels += usize::from(keep[row]);
                if n_labels == MAX_LABELS {
                    break;
                }
            }
        }
        unchosen.dedup();
        // Labels of several languages are tabs.
        let is_one = languages.is_empty() && unchosen.len() == 1;
        let language = languages.into_iter().next().or(unchosen.pop().filter(|_| is_one));
        labels.languages.extend(language.map(|name| (code, name)));
    }

    /// Whether a text is in a heading, an item, a term or a cell, which are content.
    fn is_in_heading(&self, row: usize) -> bool {
        let parent = |row: &usize| usize::try_from(self.parent[*row]).ok();
        std::iter::successors(parent(&row), parent).take(MAX_ABOVE).any(|above| {
            matches!(self.tag[above], tag::H1..=tag::H6 | tag::LI | tag::DT | tag::SUMMARY)
                || matches!(self.tag[above], tag::TD | tag::TH | tag::CAPTION | tag::FIGCAPTION)
        })
    }

    /// The largest element around code that has only labels besides it.
    fn find_frame(&self, code: usize, keep: &[bool]) -> std::ops::Range<usize> {
        let parent = |row: &usize| usize::try_from(self.parent[*row]).ok();
        let mut frame = code..self.end[code] as usize;
        for above in std::iter::successors(parent(&code), parent).take(MAX_ABOVE) {
            let around = above..self.end[above] as usize;
            let is_label = |row: usize| {
                let text = self.text_of(row).trim();
                text.is_empty() || !keep[row] || read_label(text).is_some()
            };
            let is_small = frame.start - around.start <= MAX_ROWS
                && around.end - frame.end <= MAX_ROWS
                && !matches!(self.tag[above], tag::BODY | tag::LI | tag::TD | tag::TH);
            let has_only_labels =
                || (around.start..frame.start).chain(frame.end..around.end).all(is_label);
            if !is_small || !has_only_labels() {
                break;
            }
            frame = around;
        }
        frame
    }

    /// Whether a text is alone in its block.
    fn is_alone(&self, row: usize) -> bool {
        let blocks = self.blocks();
        let Ok(block) = usize::try_from(blocks.of_row[row]) else { return false };
        let (first, last) = (blocks.first[block] as usize, blocks.last[block] as usize);
        last - first <= MAX_ROWS
            && (first..=last).all(|other| {
                other == row
                    || blocks.of_row[other] != blocks.of_row[row]
                    || self.text_of(other).len() <= MAX_LABEL
                        && read_label(self.text_of(other).trim()).is_some()
            })
    }
}

/// Reads a label beside code.
fn read_label(text: &str) -> Option<Label> {
    if text.len() > MAX_LABEL {
        return None;
    }
    let text = text.to_lowercase();
    let text = text.trim_matches(|c: char| c.is_whitespace() || "!:.…⧉📋".contains(c));
    if BUTTONS.contains(&text) {
        return Some(Label::Button);
    }
    // WordPress writes "Code language: PHP (php)".
    let name = text.strip_prefix("code language:").map_or(text, |rest| {
        let rest = rest.trim();
        rest.split_once('(').map_or(rest, |(name, _)| name.trim())
    });
    let at = LANGUAGES.binary_search_by_key(&name, |(name, _)| name).ok()?;
    let (own, fence) = LANGUAGES[at];
    let fence = if fence.is_empty() { own } else { fence };
    Some(Label::Language((fence != "text").then(|| fence.to_owned())))
}

#[cfg(test)]
mod tests {
    use super::LANGUAGES;

    #[test]
    fn languages_are_sorted() {
        assert!(LANGUAGES.is_sorted_by_key(|(name, _)| *name));
    }
}
