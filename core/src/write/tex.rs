//! TeX as it is written into other formats: on one line, and nothing in it ends the formula.

/// TeX on one line, without comments and what says how large it is drawn, so that nothing in it ends
/// the formula or is markup.
pub(super) fn cleaned(tex: &str) -> String {
    let tex = tex.trim();
    let tex = tex.strip_prefix("% <![CDATA[").unwrap_or(tex);
    let tex = tex.strip_suffix("%]]>").unwrap_or(tex);
    let line = without_comments(tex).split_whitespace().collect::<Vec<_>>().join(" ");
    let inner = line.strip_prefix("{\\displaystyle").and_then(|rest| rest.strip_suffix('}'));
    let line = inner.unwrap_or(&line).trim();
    let line = [("$$", "$$"), ("$", "$"), ("\\(", "\\)"), ("\\[", "\\]")]
        .iter()
        .find_map(|(open, close)| line.strip_prefix(open)?.strip_suffix(close))
        .unwrap_or(line);
    harmless(line.trim())
}

/// TeX without comments: these reach over the end of their line and the blanks behind it.
fn without_comments(tex: &str) -> String {
    let mut out = String::with_capacity(tex.len());
    let mut rest = tex;
    while let Some(at) = unescaped(rest, b'%') {
        out.push_str(&rest[..at]);
        let end = rest[at..].find('\n').map_or(rest.len(), |end| at + end);
        rest = rest[end..].trim_start();
    }
    out.push_str(rest);
    out
}

/// Dollar signs inside, which begin and end formulas in texts, as their other marks; and no tags.
fn harmless(tex: &str) -> String {
    let mut out = String::with_capacity(tex.len());
    let (mut rest, mut is_open) = (tex, false);
    while let Some(at) = unescaped(rest, b'$') {
        out.push_str(&rest[..at]);
        is_open = !is_open;
        out.push_str(if is_open { "\\(" } else { "\\)" });
        rest = &rest[at + 1..];
    }
    out.push_str(rest);
    if is_open {
        // One alone is a sign of money.
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

/// Where a byte is that no backslash stands before.
pub(super) fn unescaped(text: &str, wanted: u8) -> Option<usize> {
    let mut is_escaped = false;
    text.bytes().position(|byte| {
        let is_it = byte == wanted && !is_escaped;
        is_escaped = byte == b'\\' && !is_escaped;
        is_it
    })
}

#[cfg(test)]
mod tests {
    use super::cleaned;

    #[test]
    fn tex_is_on_one_line_and_ends_nowhere() {
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
            assert_eq!(cleaned(tex), want, "{tex:?}");
        }
    }
}
