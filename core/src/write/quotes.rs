//! The quotation marks of `q` elements, by language.

/// The marks of one language: of a quotation, and of a quotation in it.
type Marks = [(&'static str, &'static str); 2];

const ENGLISH: Marks = [("“", "”"), ("‘", "’")];
/// The marks of languages that differ from English.
const LANGUAGES: [(&str, Marks); 27] = [
    ("bg", [("„", "“"), ("’", "’")]),
    ("ca", [("«", "»"), ("“", "”")]),
    ("cs", [("„", "“"), ("‚", "‘")]),
    ("da", [("»", "«"), ("›", "‹")]),
    ("de", [("„", "“"), ("‚", "‘")]),
    ("el", [("«", "»"), ("“", "”")]),
    ("es", [("«", "»"), ("“", "”")]),
    ("et", [("„", "“"), ("‚", "‘")]),
    ("fa", [("«", "»"), ("‹", "›")]),
    ("fi", [("”", "”"), ("’", "’")]),
    ("fr", [("«\u{a0}", "\u{a0}»"), ("“", "”")]),
    ("hr", [("„", "”"), ("‚", "’")]),
    ("hu", [("„", "”"), ("»", "«")]),
    ("is", [("„", "“"), ("‚", "‘")]),
    ("it", [("«", "»"), ("“", "”")]),
    ("ja", [("「", "」"), ("『", "』")]),
    ("lt", [("„", "“"), ("‚", "‘")]),
    ("nb", [("«", "»"), ("‘", "’")]),
    ("no", [("«", "»"), ("‘", "’")]),
    ("pl", [("„", "”"), ("«", "»")]),
    ("ro", [("„", "”"), ("«", "»")]),
    ("ru", [("«", "»"), ("„", "“")]),
    ("sk", [("„", "“"), ("‚", "‘")]),
    ("sl", [("„", "“"), ("‚", "‘")]),
    ("sr", [("„", "”"), ("’", "’")]),
    ("sv", [("”", "”"), ("’", "’")]),
    ("uk", [("«", "»"), ("„", "“")]),
];

/// The marks around a quotation in a language, with so many quotations around it.
pub(super) fn find_marks(language: &str, depth: usize) -> (&'static str, &'static str) {
    let name = language.trim().split(['-', '_']).next().unwrap_or("").to_ascii_lowercase();
    let at = LANGUAGES.binary_search_by_key(&name.as_str(), |(language, _)| language);
    at.map_or(ENGLISH, |at| LANGUAGES[at].1)[depth % 2]
}

/// Whether a character is a quotation mark.
pub(super) fn is_mark(c: char) -> bool {
    matches!(
        c,
        '"' | '“'
            | '”'
            | '„'
            | '‟'
            | '«'
            | '»'
            | '‹'
            | '›'
            | '‘'
            | '‚'
            | '「'
            | '『'
            | '＂'
    )
}

#[cfg(test)]
mod tests {
    use super::{LANGUAGES, find_marks};

    #[test]
    fn marks_depend_on_language_and_depth() {
        assert!(LANGUAGES.is_sorted_by_key(|(name, _)| *name));
        for (language, depth, want) in [
            ("", 0, ("“", "”")),
            ("en-GB", 1, ("‘", "’")),
            ("de-AT", 0, ("„", "“")),
            ("FR", 0, ("«\u{a0}", "\u{a0}»")),
            ("ja_JP", 1, ("『", "』")),
            ("xx", 2, ("“", "”")),
        ] {
            assert_eq!(find_marks(language, depth), want, "{language:?} {depth}");
        }
    }
}
