//! Find formulas, in all the forms in which pages have them, and read them as TeX.

use std::borrow::Cow;

use memchr::memmem;

use super::mathml;
use super::piece::{Formula, Style};
use super::tex::{clean_tex, find_unescaped};
use super::walk::Walk;
use crate::parse::columns::Table;
use crate::parse::names::{attr, math, tag};

/// The state of the search for formulas in a page.
pub(crate) struct Page {
    /// Whether the page has MathML or a TeX script.
    pub(crate) has_formulas: bool,
    has_scripts: bool,
    /// The rows before this one were searched for MathML.
    searched_until: usize,
}

/// The delimiters of formulas in text, and whether the formula is displayed.
const TYPED: [(&str, &str, bool); 4] =
    [("$$", "$$", true), ("\\[", "\\]", true), ("\\(", "\\)", false), ("$", "$", false)];
/// Environments that are formulas without delimiters, with or without a star.
const ENVIRONMENTS: [&str; 8] =
    ["align", "alignat", "displaymath", "eqnarray", "equation", "flalign", "gather", "multline"];
const BEGIN: &str = "\\begin{";
/// Bytes to search for the end of the name of an environment.
const MAX_NAME: usize = 16;
/// Rows that a formula of more than one row may span.
const MAX_OVER: usize = 16;
/// Siblings between the output of MathJax and its script.
const MAX_BETWEEN: usize = 4;

impl Page {
    pub(crate) fn new(table: &Table) -> Self {
        let has_scripts = table.has_value(tag::SCRIPT, attr::TYPE, is_tex_type);
        Self {
            has_formulas: has_scripts || table.tag.contains(&math::MATH),
            has_scripts,
            searched_until: 0,
        }
    }
}

/// Whether the text may contain formulas between delimiters, which a script would render.
pub(super) fn has_typed_math(table: &Table) -> bool {
    let text = table.text.as_bytes();
    let has_marks =
        ["$", "\\(", "\\[", BEGIN].iter().any(|mark| memmem::find(text, mark.as_bytes()).is_some());
    let source = table.source.bytes();
    let renderers = ["MathJax", "mathjax", "katex"];
    has_marks && renderers.iter().any(|name| memmem::find(source, name.as_bytes()).is_some())
}

/// The role of a row in a formula.
pub(crate) enum Role {
    Nothing,
    /// The rendered output of a formula whose script follows.
    Rendered,
    Formula(Formula),
}

impl Page {
    /// The role of an element. Rows must be passed in order.
    pub(crate) fn find_role(
        &mut self,
        table: &Table,
        row: usize,
        is_kept: bool,
        is_plain: bool,
    ) -> Role {
        let formula = match table.tag[row] {
            tag::SCRIPT if self.has_scripts && is_tex(table, row) => {
                let script = table.source.slice(
                    table.start.get(row + 1).map_or(0, |at| *at as usize)
                        ..table.stop.get(row + 1).map_or(0, |at| *at as usize),
                );
                let kind = table.value(row, attr::TYPE).unwrap_or_default();
                Some(Formula { tex: clean_tex(script), is_displayed: kind.contains("display") })
            }
            math::MATH if is_kept => read_mathml(table, row, row, is_plain),
            tag::SPAN | tag::DIV if is_kept => {
                if self.has_scripts
                    && has_token(table, row, |token| token.starts_with("MathJax"))
                    && is_rendered(table, row)
                {
                    return Role::Rendered;
                }
                let is_formula = |token: &str| matches!(token, "katex" | "mwe-math-element");
                if row < self.searched_until || !has_token(table, row, is_formula) {
                    return Role::Nothing;
                }
                let end = table.end[row] as usize;
                self.searched_until = end;
                let math = (row + 1..end).find(|row| table.tag[*row] == math::MATH);
                math.and_then(|math| read_mathml(table, math, row, is_plain))
            }
            _ => None,
        };
        formula.map_or(Role::Nothing, Role::Formula)
    }

    /// Reads the formula that an image shows.
    pub(crate) fn read_image(&self, table: &Table, row: usize) -> Option<Formula> {
        let is_formula = |token: &str| {
            matches!(token, "tex" | "latex") || token.starts_with("mwe-math-fallback-image")
        };
        // Most images are not formulas. A string search avoids looking up their attributes.
        let tag = table.source.slice(table.start[row] as usize..table.stop[row] as usize);
        let may_be = ["tex", "mwe-math"].iter().any(|name| tag.contains(name));
        if !may_be {
            return None;
        }
        let alt = table.value(row, attr::ALT).filter(|_| has_token(table, row, is_formula))?;
        Some(Formula { tex: clean_tex(&alt), is_displayed: false })
    }
}

/// The formula of a MathML element, by the TeX source in it, or else converted.
fn read_mathml(table: &Table, math: usize, row: usize, is_plain: bool) -> Option<Formula> {
    let tex = find_source(table, math).or_else(|| mathml::convert(table, math, is_plain))?;
    let is_block = |display: String| display.trim().eq_ignore_ascii_case("block");
    let around = usize::try_from(table.parent[row]);
    let is_displayed = table.get(math, "display").is_some_and(is_block)
        || around.is_ok_and(|row| has_token(table, row, |token| token == "katex-display"));
    Some(Formula { tex, is_displayed })
}

/// Whether the script of a rendered formula follows an element.
fn is_rendered(table: &Table, row: usize) -> bool {
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
    /// Writes an element that is a formula, or skips a rendered formula. Returns false for any
    /// other element.
    pub(super) fn write_formula(&mut self, row: usize, is_kept: bool) -> bool {
        match self.math.find_role(self.table, row, is_kept, self.options.is_plain) {
            Role::Nothing => return false,
            Role::Rendered => {}
            Role::Formula(formula) => self.push_formula(formula, row),
        }
        true
    }

    /// Writes a text with formulas between delimiters. Returns false if there are none.
    pub(super) fn write_typed_math(&mut self, row: usize) -> bool {
        if self.page_styles.contains(&Style::Code) {
            return false;
        }
        let text = self.table.text_of(row);
        // A formula that began in an earlier row may have covered the start of this text.
        let (mut written, mut at) = match self.typed_until {
            (until, _) if row < until => return true,
            (until, place) if row == until => (place, place),
            _ => (0, 0),
        };
        // Delimiters without a closing one in the rest of the text.
        let mut unclosed = Vec::new();
        while let Some(len) = text[at..].find(['$', '\\']) {
            at += len;
            let n_unclosed = unclosed.len();
            if let Some(typed) = find_typed(text, at, &mut unclosed) {
                self.write_running_text(&text[written..at], row);
                let end = at + typed.source.len();
                self.push_typed(typed.formula(), typed.source, row);
                at = end;
                written = at;
            } else if unclosed.len() > n_unclosed
                && let Some((formula, typed, until)) = self.find_long_typed(row, at)
            {
                self.write_running_text(&text[written..at], row);
                self.push_typed(formula, &typed, row);
                self.typed_until = until;
                return true;
            } else {
                at += 1;
            }
        }
        if written > 0 {
            self.write_running_text(&text[written..], row);
        }
        written > 0
    }

    /// Writes a formula, and keeps what the text has in its place.
    fn push_typed(&mut self, formula: Formula, typed: &str, row: usize) {
        let n_formulas = self.out.formulas.len();
        self.push_formula(formula, row);
        if self.out.formulas.len() > n_formulas {
            self.out.typed.push((n_formulas as u32, typed.to_owned()));
        }
    }

    /// The formula that begins at an offset of a text and continues after line breaks, with the text
    /// in its place, and the row and the offset of its end.
    fn find_long_typed(&self, row: usize, at: usize) -> Option<(Formula, String, (usize, usize))> {
        let table = self.table;
        let text = table.text_of(row);
        let delimiters =
            find_delimiters(&text[at..]).filter(|delimiters| delimiters.open != "$")?;
        let mut source = text[at..].to_owned();
        for next in (row + 1..table.len()).take(MAX_OVER) {
            let is_text = table.tag[next] == tag::TEXT && self.keep[next];
            if table.parent[next] != table.parent[row] || !(is_text || table.tag[next] == tag::BR) {
                return None;
            }
            let text = table.text_of(next);
            if let Some(end) = text.find(&*delimiters.close) {
                let end = end + delimiters.close.len();
                source.push_str(&text[..end]);
                let formula = Typed { source: &source, delimiters }.formula();
                return Some((formula, source, (next, end)));
            }
            source.push_str(if is_text { text } else { "\n" });
        }
        None
    }
}

/// The delimiters of a formula in text.
struct Delimiters<'t> {
    open: &'t str,
    close: Cow<'t, str>,
    is_displayed: bool,
    /// Whether they are part of the TeX, as those of an environment are.
    is_tex: bool,
}

/// A formula in text, with its delimiters.
struct Typed<'t> {
    source: &'t str,
    delimiters: Delimiters<'t>,
}

impl<'t> Typed<'t> {
    /// The text between the delimiters.
    fn inside(&self) -> &'t str {
        let Delimiters { open, close, .. } = &self.delimiters;
        &self.source[open.len()..self.source.len() - close.len()]
    }

    fn formula(&self) -> Formula {
        let Delimiters { is_displayed, is_tex, .. } = self.delimiters;
        let tex = if is_tex { self.source } else { self.inside() };
        Formula { tex: clean_tex(tex), is_displayed }
    }
}

/// The delimiters of the formula that a text may begin with.
fn find_delimiters(text: &str) -> Option<Delimiters<'_>> {
    if let Some(rest) = text.strip_prefix(BEGIN) {
        let name = &rest[..rest.bytes().take(MAX_NAME).position(|byte| byte == b'}')?];
        let is_formula = ENVIRONMENTS.contains(&name.strip_suffix('*').unwrap_or(name));
        return is_formula.then(|| Delimiters {
            open: &text[..BEGIN.len() + name.len() + 1],
            close: format!("\\end{{{name}}}").into(),
            is_displayed: true,
            is_tex: true,
        });
    }
    let (open, close, is_displayed) = *TYPED.iter().find(|(open, ..)| text.starts_with(open))?;
    Some(Delimiters { open, close: close.into(), is_displayed, is_tex: false })
}

/// The formula that begins at an offset of a text. The opening delimiters whose closing ones are not
/// in the rest of the text are added to `unclosed`.
fn find_typed<'t>(text: &'t str, at: usize, unclosed: &mut Vec<&'t str>) -> Option<Typed<'t>> {
    let delimiters = find_delimiters(&text[at..])?;
    let Delimiters { open, close, .. } = &delimiters;
    let rest = &text[at + open.len()..];
    if unclosed.contains(open) || (at > 0 && text.as_bytes()[at - 1] == b'\\') {
        return None;
    }
    let end = if close == "$" { find_unescaped(rest, b'$') } else { rest.find(&**close) };
    let Some(end) = end else {
        unclosed.push(open);
        return None;
    };
    let (tex, after) = (&rest[..end], &rest[end + close.len()..]);
    if tex.trim().is_empty() {
        return None;
    }
    // An amount of money is not a formula.
    let is_tight = !tex.starts_with(char::is_whitespace) && !tex.ends_with(char::is_whitespace);
    let is_followed = after.starts_with(|c: char| c.is_ascii_digit());
    let is_formula = *open != "$" || (is_tight && !is_followed && !is_prose(tex));
    let source = &text[at..text.len() - after.len()];
    is_formula.then_some(Typed { source, delimiters })
}

/// Whether the text between dollar signs is prose: it has blanks and no character of a formula.
fn is_prose(tex: &str) -> bool {
    let is_word = |word: &str| word.chars().filter(|c| c.is_alphabetic()).count() > 1;
    !tex.contains(['\\', '^', '_', '{', '=', '+', '<', '>', '/', '|'])
        && tex.contains(char::is_whitespace)
        && tex.split_whitespace().any(is_word)
}

/// The TeX source of MathML: a TeX annotation, or an `alttext` that looks like TeX.
fn find_source(table: &Table, row: usize) -> Option<String> {
    let end = table.end[row] as usize;
    let is_source = |row: &usize| {
        table.tag[*row] == math::ANNOTATION
            && table
                .value(*row, attr::ENCODING)
                .is_some_and(|encoding| encoding.to_ascii_lowercase().contains("tex"))
    };
    if let Some(annotation) = (row + 1..end).find(is_source) {
        let until = table.end[annotation] as usize;
        return Some(clean_tex(&table.exact_text_between(annotation, until)));
    }
    let alt = table.get(row, "alttext")?;
    let is_like_tex = alt.contains(['\\', '^', '_', '{']) || alt.split_whitespace().count() <= 3;
    is_like_tex.then(|| clean_tex(&alt))
}

fn is_tex(table: &Table, script: usize) -> bool {
    table.value(script, attr::TYPE).is_some_and(|kind| is_tex_type(&kind))
}

fn is_tex_type(kind: &str) -> bool {
    kind.trim().starts_with("math/tex")
}

fn has_token(table: &Table, row: usize, matches: impl Fn(&str) -> bool) -> bool {
    let class = table.value(row, attr::CLASS);
    class.is_some_and(|class| class.split_ascii_whitespace().any(matches))
}

#[cfg(test)]
mod tests {
    use super::find_typed;

    #[test]
    fn amounts_of_money_are_not_formulas() {
        for (text, want) in [
            ("$x \\$ y$ z", Some("x \\$ y")),
            ("$5, or 6$", None),
            ("$5 and $6", None),
            ("$x, y$", Some("x, y")),
            ("$n$", Some("n")),
        ] {
            let typed = find_typed(text, 0, &mut Vec::new());
            assert_eq!(typed.map(|typed| typed.inside()), want, "{text:?}");
        }
    }

    #[test]
    fn environments_are_formulas() {
        for (text, want) in [
            ("\\begin{align*} x &= 1 \\\\ y &= 2 \\end{align*} z", Some(44)),
            ("\\begin{equation}x\\end{equation}", Some(31)),
            ("\\begin{align}x\\end{align*}", None),
            ("\\begin{theorem}x\\end{theorem}", None),
            ("\\begin{align} \\end{align}", None),
            ("\\begin{align", None),
        ] {
            let typed = find_typed(text, 0, &mut Vec::new());
            assert_eq!(typed.map(|typed| typed.source.len()), want, "{text:?}");
        }
    }
}
