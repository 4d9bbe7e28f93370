//! Write the blocks with text as JSON; `docs/output.md` describes the format.

use std::fmt::Write;

use super::text_blocks::Block;
use crate::parse::columns::Table;

/// One JSON object per block, with commas between them. `part` is the number of the page in its
/// document.
pub(super) fn write(table: &Table, blocks: &[Block], part: usize) -> String {
    let firsts: Vec<usize> = blocks.iter().map(|block| block.first as usize).collect();
    let mut json = String::with_capacity(300 * blocks.len());
    for (block, path) in blocks.iter().zip(table.xpaths(&firsts)) {
        let (kind, level, first, last) = (block.kind, block.level, block.first, block.last);
        let (start, stop) = (table.start[first as usize], table.stop[last as usize]);
        if !json.is_empty() {
            json.push_str(", ");
        }
        // Writing to a string cannot fail.
        let _ = write!(json, r#"{{"part": {part}, "kind": "{kind}", "level": {level}, "text": "#);
        push_quoted(&mut json, &block.text);
        let _ = write!(json, r#", "row": {first}, "last_row": {last}, "xpath": "#);
        push_quoted(&mut json, &path);
        let _ = write!(json, r#", "start": {start}, "stop": {stop}}}"#);
    }
    json
}

/// Adds a text between quotation marks.
fn push_quoted(json: &mut String, text: &str) {
    json.push('"');
    let mut rest = text;
    while let Some(at) = rest.find(|c: char| c < ' ' || matches!(c, '"' | '\\')) {
        json.push_str(&rest[..at]);
        match rest.as_bytes()[at] {
            b'\n' => json.push_str("\\n"),
            b'\t' => json.push_str("\\t"),
            byte @ (b'"' | b'\\') => json.extend(['\\', char::from(byte)]),
            byte => {
                let _ = write!(json, "\\u{byte:04x}");
            }
        }
        rest = &rest[at + 1..];
    }
    json.push_str(rest);
    json.push('"');
}

#[cfg(test)]
mod tests {
    use super::push_quoted;

    #[test]
    fn texts_are_quoted() {
        for (text, want) in [
            ("", r#""""#),
            ("é 😀 \u{7f}", "\"é 😀 \u{7f}\""),
            ("a\"b\\c", r#""a\"b\\c""#),
            ("\n\t\r\u{0}\u{1f}", r#""\n\t\u000d\u0000\u001f""#),
        ] {
            let mut json = String::new();
            push_quoted(&mut json, text);
            assert_eq!(json, want);
            assert_eq!(serde_json::from_str::<String>(&json).ok().as_deref(), Some(text));
        }
    }
}
