//! Formulas: what a page has in TeX, whichever way it has it.

use memchr::memmem;

use super::piece::{Formula, Style};
use super::tex::{cleaned, unescaped};
use super::walk::Walk;
use crate::parse::columns::Table;
use crate::parse::names::{attr, math, tag};

/// What the formulas of a page may be known by.
pub(crate) struct Page {
    /// There is MathML, or a script of TeX.
    pub(crate) is_any: bool,
    has_scripts: bool,
    /// Rows up to here were looked through for MathML.
    seen: usize,
}

/// How formulas in text begin and end, and whether they are displayed.
const TYPED: [(&str, &str, bool); 4] =
    [("$$", "$$", true), ("\\[", "\\]", true), ("\\(", "\\)", false), ("$", "$", false)];
/// Of these, those that may go on behind line breaks, and over how many rows.
const LONG: usize = 3;
const MAX_OVER: usize = 16;
/// Siblings between what MathJax draws and the script that it was drawn from.
const MAX_BETWEEN: usize = 4;

impl Page {
    pub(crate) fn new(table: &Table) -> Self {
        let has_scripts = table.has_value(tag::SCRIPT, attr::TYPE, is_tex_type);
        Self { is_any: has_scripts || table.tag.contains(&math::MATH), has_scripts, seen: 0 }
    }
}

/// Whether formulas may stand in the text, between dollar signs and the like, for a script to draw.
pub(super) fn is_typed(table: &Table) -> bool {
    let text = table.text.as_bytes();
    let has_marks =
        ["$", "\\(", "\\["].iter().any(|mark| memmem::find(text, mark.as_bytes()).is_some());
    let source = table.source.bytes();
    let drawers = ["MathJax", "mathjax", "katex"];
    has_marks && drawers.iter().any(|name| memmem::find(source, name.as_bytes()).is_some())
}

/// What a row is to formulas.
pub(crate) enum Found {
    Nothing,
    /// It was drawn of a formula that comes behind it.
    Drawn,
    Formula(Formula),
}

impl Page {
    /// The formula that an element is. Rows are asked for in their order.
    pub(crate) fn at(&mut self, table: &Table, row: usize, is_kept: bool) -> Found {
        let found = match table.tag[row] {
            tag::SCRIPT if self.has_scripts && is_tex(table, row) => {
                let script = table.source.slice(
                    table.start.get(row + 1).map_or(0, |at| *at as usize)
                        ..table.stop.get(row + 1).map_or(0, |at| *at as usize),
                );
                let kind = table.value(row, attr::TYPE).unwrap_or_default();
                Some(Formula { tex: cleaned(script), is_displayed: kind.contains("display") })
            }
            math::MATH if is_kept => mathml(table, row, row),
            tag::SPAN | tag::DIV if is_kept => {
                if self.has_scripts
                    && has_token(table, row, |token| token.starts_with("MathJax"))
                    && is_drawn(table, row)
                {
                    return Found::Drawn;
                }
                let is_formula = |token: &str| matches!(token, "katex" | "mwe-math-element");
                if row < self.seen || !has_token(table, row, is_formula) {
                    return Found::Nothing;
                }
                let end = table.end[row] as usize;
                self.seen = end;
                let found = (row + 1..end).find(|row| table.tag[*row] == math::MATH);
                found.and_then(|math| mathml(table, math, row))
            }
            _ => None,
        };
        found.map_or(Found::Nothing, Found::Formula)
    }

    /// The formula that an image shows.
    pub(crate) fn of_image(&self, table: &Table, row: usize) -> Option<Formula> {
        let is_drawn = |token: &str| {
            matches!(token, "tex" | "latex") || token.starts_with("mwe-math-fallback-image")
        };
        // Most images are none, and their values would have to be looked up.
        let tag = table.source.slice(table.start[row] as usize..table.stop[row] as usize);
        let may_be = ["tex", "mwe-math"].iter().any(|name| tag.contains(name));
        if !may_be {
            return None;
        }
        let alt = table.value(row, attr::ALT).filter(|_| has_token(table, row, is_drawn))?;
        Some(Formula { tex: cleaned(&alt), is_displayed: false })
    }
}

/// A formula by the source that its MathML tells.
fn mathml(table: &Table, math: usize, row: usize) -> Option<Formula> {
    let tex = source_of(table, math)?;
    let is_block = |display: String| display.trim().eq_ignore_ascii_case("block");
    let around = usize::try_from(table.parent[row]);
    let is_displayed = table.get(math, "display").is_some_and(is_block)
        || around.is_ok_and(|row| has_token(table, row, |token| token == "katex-display"));
    Some(Formula { tex, is_displayed })
}

/// Whether the script follows that an element was drawn from.
fn is_drawn(table: &Table, row: usize) -> bool {
    let mut at = table.end[row] as usize;
    for _ in 0..MAX_BETWEEN {
        if at >= table.len() || table.parent[at] != table.parent[row] {
            return false;
        }
        if table.tag[at] == tag::SCRIPT {
            return is_tex(table, at);
        }
        at = table.end[at] as usize;
    }
    false
}

impl Walk<'_> {
    /// Writes the formula that an element is, or passes what was drawn of one; false where it is
    /// neither.
    pub(super) fn formula(&mut self, row: usize, is_kept: bool) -> bool {
        match self.math.at(self.table, row, is_kept) {
            Found::Nothing => return false,
            Found::Drawn => {}
            Found::Formula(formula) => self.push_formula(formula, row),
        }
        true
    }

    /// Writes a text that has formulas in it; false where it has none.
    pub(super) fn typed(&mut self, row: usize) -> bool {
        if self.wanted.contains(&Style::Code) {
            return false;
        }
        let text = self.table.text_of(row);
        // What a formula that began before it has of the text is written.
        let (mut written, mut at) = match self.typed_until {
            (until, _) if row < until => return true,
            (until, place) if row == until => (place, place),
            _ => (0, 0),
        };
        // Marks whose other half was looked for in vain.
        let mut is_vain = [false; TYPED.len()];
        let mut was_vain = is_vain;
        while let Some(found) = text[at..].find(['$', '\\']) {
            at += found;
            if let Some((kind, tex)) = typed_at(text, at, &mut is_vain) {
                let (open, close, is_displayed) = TYPED[kind];
                self.running(&text[written..at], row);
                self.push_formula(Formula { tex: cleaned(tex), is_displayed }, row);
                at += open.len() + tex.len() + close.len();
                written = at;
            } else if is_vain != std::mem::replace(&mut was_vain, is_vain)
                && let Some((formula, until)) = self.typed_over(row, at)
            {
                self.running(&text[written..at], row);
                self.push_formula(formula, row);
                self.typed_until = until;
                return true;
            } else {
                at += 1;
            }
        }
        if written > 0 {
            self.running(&text[written..], row);
        }
        written > 0
    }

    /// The formula that begins at a place of a text and goes on behind line breaks, with the row and
    /// the place that it ends before.
    fn typed_over(&self, row: usize, at: usize) -> Option<(Formula, (usize, usize))> {
        let table = self.table;
        let text = table.text_of(row);
        let (open, close, is_displayed) =
            *TYPED[..LONG].iter().find(|(open, ..)| text[at..].starts_with(open))?;
        let mut tex = text[at + open.len()..].to_owned();
        for next in (row + 1..table.len()).take(MAX_OVER) {
            let is_text = table.tag[next] == tag::TEXT && self.keep[next];
            if table.parent[next] != table.parent[row] || !(is_text || table.tag[next] == tag::BR) {
                return None;
            }
            let text = table.text_of(next);
            if let Some(end) = text.find(close) {
                tex.push_str(&text[..end]);
                let formula = Formula { tex: cleaned(&tex), is_displayed };
                return Some((formula, (next, end + close.len())));
            }
            tex.push_str(if is_text { text } else { "\n" });
        }
        None
    }
}

/// The formula that begins at a place of a text: its kind, and what is between its marks.
fn typed_at<'t>(
    text: &'t str,
    at: usize,
    is_vain: &mut [bool; TYPED.len()],
) -> Option<(usize, &'t str)> {
    let kind = TYPED.iter().position(|(open, ..)| text[at..].starts_with(open))?;
    let (open, close, _) = TYPED[kind];
    let rest = &text[at + open.len()..];
    if is_vain[kind] || (at > 0 && text.as_bytes()[at - 1] == b'\\') {
        return None;
    }
    let found = if close == "$" { unescaped(rest, b'$') } else { rest.find(close) };
    let Some(end) = found else {
        is_vain[kind] = true;
        return None;
    };
    let tex = &rest[..end];
    if tex.trim().is_empty() {
        return None;
    }
    // An amount of money is no formula.
    let is_tight = !tex.starts_with(char::is_whitespace) && !tex.ends_with(char::is_whitespace);
    let is_followed = rest[end + close.len()..].starts_with(|c: char| c.is_ascii_digit());
    (open != "$" || (is_tight && !is_followed && !is_prose(tex))).then_some((kind, tex))
}

/// Whether what stands between dollar signs is words: it has blanks and no sign of a formula.
fn is_prose(tex: &str) -> bool {
    let is_word = |word: &str| word.chars().filter(|c| c.is_alphabetic()).count() > 1;
    !tex.contains(['\\', '^', '_', '{', '=', '+', '<', '>', '/', '|'])
        && tex.contains(char::is_whitespace)
        && tex.split_whitespace().any(is_word)
}

/// The source of MathML: an annotation in TeX, or a text that stands in for it and looks like TeX.
fn source_of(table: &Table, row: usize) -> Option<String> {
    let end = table.end[row] as usize;
    let is_source = |row: &usize| {
        table.tag[*row] == math::ANNOTATION
            && table
                .value(*row, attr::ENCODING)
                .is_some_and(|encoding| encoding.to_ascii_lowercase().contains("tex"))
    };
    if let Some(annotation) = (row + 1..end).find(is_source) {
        let until = table.end[annotation] as usize;
        return Some(cleaned(&table.exact_text_between(annotation, until)));
    }
    let alt = table.get(row, "alttext")?;
    let is_like_tex = alt.contains(['\\', '^', '_', '{']) || alt.split_whitespace().count() <= 3;
    is_like_tex.then(|| cleaned(&alt))
}

fn is_tex(table: &Table, script: usize) -> bool {
    table.value(script, attr::TYPE).is_some_and(|kind| is_tex_type(&kind))
}

fn is_tex_type(kind: &str) -> bool {
    kind.trim().starts_with("math/tex")
}

fn has_token(table: &Table, row: usize, is_it: impl Fn(&str) -> bool) -> bool {
    let class = table.value(row, attr::CLASS);
    class.is_some_and(|class| class.split_ascii_whitespace().any(is_it))
}

#[cfg(test)]
mod tests {
    use super::typed_at;

    #[test]
    fn dollars_of_money_are_no_formulas() {
        for (text, want) in [
            ("$x \\$ y$ z", Some("x \\$ y")),
            ("$5, or 6$", None),
            ("$5 and $6", None),
            ("$x, y$", Some("x, y")),
            ("$n$", Some("n")),
        ] {
            assert_eq!(typed_at(text, 0, &mut [false; 4]).map(|(_, tex)| tex), want, "{text:?}");
        }
    }
}
