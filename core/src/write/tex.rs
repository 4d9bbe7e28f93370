//! Clean TeX for other formats: one line, with nothing that ends the formula early.

/// TeX on one line, without comments, `\displaystyle` and delimiters, so that nothing in it ends
/// the formula or is markup.
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
    escape_dollars(line.trim())
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

/// Replaces dollar signs, which delimit formulas, by `\(` and `\)`, and separates `<` from a name,
/// so that it is not a tag.
fn escape_dollars(tex: &str) -> String {
    let mut out = String::with_capacity(tex.len());
    let (mut rest, mut is_open) = (tex, false);
    while let Some(at) = find_unescaped(rest, b'$') {
        out.push_str(&rest[..at]);
        is_open = !is_open;
        out.push_str(if is_open { "\\(" } else { "\\)" });
        rest = &rest[at + 1..];
    }
    out.push_str(rest);
    if is_open {
        // An unpaired one is a currency sign.
        out = tex.replace("\\$", "$").replace('$', "\\$");
    }
    let is_tag = |c: char| c.is_ascii_alphabetic() || matches!(c, '/' | '!' | '?');
    let mut parts = out.split('<');
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
        ] {
            assert_eq!(clean_tex(tex), want, "{tex:?}");
        }
    }
}
