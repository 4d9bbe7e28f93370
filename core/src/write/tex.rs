//! Clean TeX for other formats: one line, with nothing that ends the formula early.

/// Commands whose first argument names something outside of the formula: a link, an attribute, a
/// file or a program. The command and this argument are removed.
const TARGETED: [&str; 23] = [
    "class",
    "cssId",
    "data",
    "directlua",
    "href",
    "htmlClass",
    "htmlData",
    "htmlId",
    "htmlStyle",
    "hyperlink",
    "hypertarget",
    "include",
    "includegraphics",
    "input",
    "mmlToken",
    "openin",
    "openout",
    "require",
    "special",
    "style",
    "usepackage",
    "verbatiminput",
    "write",
];
/// Commands with such an effect whose arguments are visible, or that have other ones.
const BARE: [&str; 9] = [
    "bbox",
    "catcode",
    "csname",
    "endcsname",
    "immediate",
    "nolinkurl",
    "read",
    "scantokens",
    "url",
];

/// Characters of an argument that is removed.
const MAX_GROUP: usize = 2048;

/// TeX on one line, without comments, `\displaystyle`, delimiters and commands that reach outside
/// of the formula. Nothing in it ends the formula or is a tag.
pub(super) fn clean_tex(tex: &str) -> String {
    let tex = tex.trim();
    let tex = tex.strip_prefix("% <![CDATA[").unwrap_or(tex);
    let tex = tex.strip_suffix("%]]>").unwrap_or(tex);
    let line = remove_comments(tex).split_whitespace().collect::<Vec<_>>().join(" ");
    let inner = line.strip_prefix("{\\displaystyle").and_then(|rest| rest.strip_suffix('}'));
    let line = inner.unwrap_or(&line).trim();
    let line = [("$$", "$$"), ("$", "$"), ("\\(", "\\)"), ("\\[", "\\]")]
        .iter()
        .find_map(|(open, close)| line.strip_prefix(open)?.strip_suffix(close))
        .unwrap_or(line);
    let tex = separate_tags(&escape_dollars(&remove_commands(line.trim())));
    let tex = tex.trim();
    // A backslash at the end would escape the mark after the formula.
    let n_backslashes = tex.len() - tex.trim_end_matches('\\').len();
    let end = tex.len() - n_backslashes % 2;
    tex[..end].trim_end().to_owned()
}

/// Removes the commands that reach outside of the formula. `^^`, by which TeX spells any character,
/// is separated, so that it cannot spell one of them.
fn remove_commands(tex: &str) -> String {
    let tex = tex.replace("^^", "^ ^").replace("^^", "^ ^");
    let mut out = String::with_capacity(tex.len());
    let mut rest = tex.as_str();
    while let Some(at) = rest.find('\\') {
        out.push_str(&rest[..at]);
        rest = &rest[at + 1..];
        let n = rest.bytes().take_while(u8::is_ascii_alphabetic).count();
        let name = &rest[..n];
        if TARGETED.contains(&name) {
            rest = skip_group(skip_group(&rest[n..], '[', ']'), '{', '}');
            out.push(' ');
        } else if BARE.contains(&name) {
            rest = skip_group(&rest[n..], '[', ']');
            out.push(' ');
        } else {
            let end = if n > 0 { n } else { rest.chars().next().map_or(0, char::len_utf8) };
            out.push('\\');
            out.push_str(&rest[..end]);
            rest = &rest[end..];
        }
    }
    out.push_str(rest);
    out
}

/// Whether a text has a command that reaches outside of a formula.
pub(super) fn has_outside_command(text: &str) -> bool {
    text.split('\\').skip(1).any(|part| {
        let n = part.bytes().take_while(u8::is_ascii_alphabetic).count();
        TARGETED.contains(&&part[..n]) || BARE.contains(&&part[..n])
    })
}

/// The rest of TeX after a group, if there is one at its start.
fn skip_group(tex: &str, open: char, close: char) -> &str {
    let group = tex.trim_start();
    if !group.starts_with(open) {
        return tex;
    }
    let (mut depth, mut is_escaped) = (0, false);
    for (at, c) in group.char_indices().take(MAX_GROUP) {
        if !is_escaped {
            depth += i32::from(c == open) - i32::from(c == close);
        }
        is_escaped = c == '\\' && !is_escaped;
        if depth == 0 {
            return &group[at + c.len_utf8()..];
        }
    }
    // Without an end, the group is text.
    tex
}

/// Removes comments. A comment includes the end of its line and the blanks after it.
fn remove_comments(tex: &str) -> String {
    let mut out = String::with_capacity(tex.len());
    let mut rest = tex;
    while let Some(at) = find_unescaped(rest, b'%') {
        out.push_str(&rest[..at]);
        let end = rest[at..].find('\n').map_or(rest.len(), |end| at + end);
        rest = rest[end..].trim_start();
    }
    out.push_str(rest);
    out
}

/// Replaces dollar signs, which delimit formulas, by `\(` and `\)`. If one has no partner, they are
/// currency signs.
fn escape_dollars(tex: &str) -> String {
    match replace_dollars(tex, ["\\(", "\\)"]) {
        (_, n) if n % 2 == 1 => replace_dollars(tex, ["\\$", "\\$"]).0,
        (escaped, _) => escaped,
    }
}

/// Replaces dollar signs without a backslash by two marks in turn. Returns their number too.
fn replace_dollars(tex: &str, marks: [&str; 2]) -> (String, usize) {
    let mut out = String::with_capacity(tex.len());
    let (mut rest, mut n) = (tex, 0);
    while let Some(at) = find_unescaped(rest, b'$') {
        out.extend([&rest[..at], marks[n % 2]]);
        (rest, n) = (&rest[at + 1..], n + 1);
    }
    out.push_str(rest);
    (out, n)
}

/// Separates `<` from a name, so that it is not a tag.
fn separate_tags(tex: &str) -> String {
    let is_tag = |c: char| c.is_ascii_alphabetic() || matches!(c, '/' | '!' | '?');
    let mut parts = tex.split('<');
    let mut safe = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        safe.push_str(if part.starts_with(is_tag) { "< " } else { "<" });
        safe.push_str(part);
    }
    safe
}

/// The offset of a byte without a backslash before it.
pub(super) fn find_unescaped(text: &str, wanted: u8) -> Option<usize> {
    let mut is_escaped = false;
    text.bytes().position(|byte| {
        let is_match = byte == wanted && !is_escaped;
        is_escaped = byte == b'\\' && !is_escaped;
        is_match
    })
}

#[cfg(test)]
mod tests {
    use super::clean_tex;

    #[test]
    fn tex_is_one_line_without_delimiters() {
        for (tex, want) in [
            ("$\\alpha$", "\\alpha"),
            ("\\(\\alpha\\)", "\\alpha"),
            ("{\\displaystyle x }", "x"),
            ("a % comment\n  + b", "a + b"),
            ("a %\nb", "a b"),
            ("50\\% % half", "50\\%"),
            ("\\text{if $x$}", "\\text{if \\(x\\)}"),
            ("a $ b", "a \\$ b"),
            ("a<b <img src=x onerror=y> 1<2", "a< b < img src=x onerror=y> 1<2"),
            ("a\\\\$b", "a\\\\\\$b"),
            ("a\\ ", "a"),
            ("a\\\\", "a\\\\"),
        ] {
            assert_eq!(clean_tex(tex), want, "{tex:?}");
        }
    }

    #[test]
    fn commands_stay_inside_the_formula() {
        for (tex, want) in [
            ("\\href{javascript:alert(1)}{x}", "{x}"),
            ("\\href {java{}script:a\\}(1)} {x}", "{x}"),
            ("\\href{javascript:x", "{javascript:x"),
            ("\\let\\h\\href\\h{javascript:x}{y}", "\\let\\h \\h{javascript:x}{y}"),
            ("\\url{javascript:x}", "{javascript:x}"),
            ("\\htmlStyle{color:red}{x}", "{x}"),
            ("\\bbox[background:url(x)]{y}", "{y}"),
            ("\\includegraphics[height=1em]{https://e.example/x.png}", ""),
            ("\\csname href\\endcsname{x}{y}", "href {x}{y}"),
            ("\\^^68ref{x}{y}", "\\^ ^68ref{x}{y}"),
            ("\\\\href{x}", "\\\\href{x}"),
            ("\\hrefs \\classy \\inputs", "\\hrefs \\classy \\inputs"),
        ] {
            assert_eq!(clean_tex(tex), want, "{tex:?}");
        }
    }
}
