//! Detect inline styles that hide an element.

/// Whether a style hides its element: `display: none` or `visibility: hidden`. The last declaration
/// of a property counts, or the last important one.
pub(super) fn hides(style: &str) -> bool {
    if !contains_word(style, b"none") && !contains_word(style, b"hidden") {
        return false;
    }
    let style = remove_comments(&style.to_ascii_lowercase());
    let mut display = ("", false);
    let mut visibility = ("", false);
    for declaration in split_declarations(&style) {
        let Some((property, value)) = declaration.split_once(':') else { continue };
        let current = match property.trim() {
            "display" => &mut display,
            "visibility" => &mut visibility,
            _ => continue,
        };
        let (value, is_important) = match value.split_once('!') {
            Some((value, mark)) => (value.trim(), mark.trim() == "important"),
            None => (value.trim(), false),
        };
        if is_important || !current.1 {
            *current = (value, is_important);
        }
    }
    display.0 == "none" || visibility.0 == "hidden"
}

/// Whether a style contains a lower-case word, ignoring case. Few styles contain one that hides.
fn contains_word(style: &str, word: &[u8]) -> bool {
    let style = style.as_bytes();
    let mut starts = memchr::memchr2_iter(word[0], word[0].to_ascii_uppercase(), style);
    starts.any(|at| {
        style.get(at..at + word.len()).is_some_and(|bytes| bytes.eq_ignore_ascii_case(word))
    })
}

/// Splits a style at semicolons outside quotation marks and brackets.
fn split_declarations(style: &str) -> impl Iterator<Item = &str> {
    let mut quote = None;
    let mut brackets = 0usize;
    style.split(move |c| {
        match (quote, c) {
            (Some(open), _) if c == open => quote = None,
            (Some(_), _) => {}
            (None, '"' | '\'') => quote = Some(c),
            (None, '(') => brackets += 1,
            (None, ')') => brackets = brackets.saturating_sub(1),
            (None, ';') => return brackets == 0,
            (None, _) => {}
        }
        false
    })
}

fn remove_comments(style: &str) -> String {
    let mut out = String::with_capacity(style.len());
    let mut rest = style;
    while let Some((before, comment)) = rest.split_once("/*") {
        out.push_str(before);
        rest = comment.split_once("*/").map_or("", |(_, after)| after);
    }
    out.push_str(rest);
    out
}

#[cfg(test)]
mod tests {
    use super::hides;

    #[test]
    fn styles_that_hide() {
        for (style, want) in [
            ("display:none", true),
            (" DISPLAY : None !important ", true),
            ("color:red;visibility:hidden", true),
            ("display:none;display:block", false),
            ("display:none!important;display:block", true),
            ("display:/**/none", true),
            ("background:url(x;display:none)", false),
            ("content:';display:none'", false),
            ("display:none-such", false),
            ("overflow:hidden", false),
            ("", false),
        ] {
            assert_eq!(hides(style), want, "{style:?}");
        }
    }
}
