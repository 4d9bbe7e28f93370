//! Read comments, doctypes and CDATA sections (sections 13.2.5.41 to 13.2.5.71 of the standard).

use memchr::{memchr, memmem};

use super::{Reading, Text, Token, Tokenizer};

/// The document mode that a doctype selects.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Quirks {
    /// No quirks or limited quirks, which the parser treats alike.
    No,
    Yes,
}

impl Tokenizer<'_> {
    /// Reads the declaration at `<!`.
    pub(super) fn read_markup_declaration(&mut self, in_foreign: bool) -> Token {
        let start = self.at;
        let rest = &self.bytes[start + 2..];
        if rest.starts_with(b"--") {
            self.read_comment()
        } else if rest.len() >= 7 && rest[..7].eq_ignore_ascii_case(b"doctype") {
            self.read_doctype()
        } else if in_foreign && rest.starts_with(b"[CDATA[") {
            let content = start + 9;
            let len = memmem::find(&self.bytes[content..], b"]]>");
            let stop = len.map_or(self.bytes.len(), |len| content + len);
            self.at = (stop + 3).min(self.bytes.len());
            if stop == content {
                return Token::Comment;
            }
            Token::Text(Text::new(content, stop, Reading::Raw, false))
        } else {
            self.read_bogus_comment(start + 2)
        }
    }

    fn read_comment(&mut self) -> Token {
        let start = self.at;
        let content = start + 4;
        let rest = &self.bytes[content..];
        if rest.starts_with(b">") || rest.starts_with(b"->") {
            self.at = content + if rest[0] == b'>' { 1 } else { 2 };
            return Token::Comment;
        }
        let mut at = content;
        while let Some(len) = memmem::find(&self.bytes[at..], b"--") {
            at += len;
            match &self.bytes[at + 2..] {
                [b'>', ..] => {
                    self.at = at + 3;
                    return Token::Comment;
                }
                [b'!', b'>', ..] => {
                    self.at = at + 4;
                    return Token::Comment;
                }
                _ => at += 1,
            }
        }
        self.warn_unfinished("comment", start)
    }

    /// Reads a comment that ends at the next `>`.
    pub(super) fn read_bogus_comment(&mut self, from: usize) -> Token {
        let len = memchr(b'>', &self.bytes[from..]);
        if len.is_none() {
            return self.warn_unfinished("comment", self.at);
        }
        self.at = len.map_or(self.bytes.len(), |len| from + len + 1);
        Token::Comment
    }

    fn read_doctype(&mut self) -> Token {
        let from = self.at + 9;
        let len = memchr(b'>', &self.bytes[from..]);
        let stop = len.map_or(self.bytes.len(), |len| from + len);
        self.at = (stop + 1).min(self.bytes.len());
        let text = self.source[from..stop].to_ascii_lowercase();
        Token::Doctype(if len.is_some() { detect_quirks(&text) } else { Quirks::Yes })
    }
}

/// The mode that a doctype selects (section 13.2.6.4.1). `doctype` is its lower-cased text after the
/// word `doctype`.
fn detect_quirks(doctype: &str) -> Quirks {
    let is_space = |c: char| matches!(c, ' ' | '\t' | '\n' | '\r' | '\x0C');
    let trimmed = doctype.trim_start_matches(is_space);
    let (name, rest) = trimmed.split_at(trimmed.find(is_space).unwrap_or(trimmed.len()));
    let rest = rest.trim_matches(is_space);
    let (public, system) = match split_identifiers(rest) {
        Ok(identifiers) => identifiers,
        Err(()) => return Quirks::Yes,
    };
    let public = public.unwrap_or_default();
    let is_old_html4 = OLD_HTML_4.iter().any(|prefix| public.starts_with(prefix));
    let is_old = name != "html"
        || OLD_IDENTIFIERS.contains(&public)
        || system == Some("http://www.ibm.com/data/dtd/v11/ibmxhtml1-transitional.dtd")
        || OLD_PREFIXES.iter().any(|prefix| public.starts_with(prefix))
        || (system.is_none() && is_old_html4);
    if is_old { Quirks::Yes } else { Quirks::No }
}

/// The public and the system identifier; an error where the standard forces quirks.
fn split_identifiers(rest: &str) -> Result<(Option<&str>, Option<&str>), ()> {
    if rest.is_empty() {
        return Ok((None, None));
    }
    if let Some(rest) = rest.strip_prefix("public") {
        let (public, rest) = split_quoted(rest.trim_start())?;
        let rest = rest.trim_start();
        // Unquoted text after the public identifier forces quirks.
        let system = if rest.is_empty() { None } else { Some(split_quoted(rest)?.0) };
        Ok((Some(public), system))
    } else if let Some(rest) = rest.strip_prefix("system") {
        Ok((None, Some(split_quoted(rest.trim_start())?.0)))
    } else {
        Err(())
    }
}

/// The content of the quoted string that `rest` begins with, and the text after it.
fn split_quoted(rest: &str) -> Result<(&str, &str), ()> {
    let quote = rest.chars().next().filter(|c| matches!(c, '"' | '\'')).ok_or(())?;
    rest[1..].split_once(quote).ok_or(())
}

const OLD_IDENTIFIERS: [&str; 3] =
    ["-//w3o//dtd w3 html strict 3.0//en//", "-/w3c/dtd html 4.0 transitional/en", "html"];

const OLD_HTML_4: [&str; 2] =
    ["-//w3c//dtd html 4.01 frameset//", "-//w3c//dtd html 4.01 transitional//"];

const OLD_PREFIXES: [&str; 55] = [
    "+//silmaril//dtd html pro v0r11 19970101//",
    "-//as//dtd html 3.0 aswedit + extensions//",
    "-//advasoft ltd//dtd html 3.0 aswedit + extensions//",
    "-//ietf//dtd html 2.0 level 1//",
    "-//ietf//dtd html 2.0 level 2//",
    "-//ietf//dtd html 2.0 strict level 1//",
    "-//ietf//dtd html 2.0 strict level 2//",
    "-//ietf//dtd html 2.0 strict//",
    "-//ietf//dtd html 2.0//",
    "-//ietf//dtd html 2.1e//",
    "-//ietf//dtd html 3.0//",
    "-//ietf//dtd html 3.2 final//",
    "-//ietf//dtd html 3.2//",
    "-//ietf//dtd html 3//",
    "-//ietf//dtd html level 0//",
    "-//ietf//dtd html level 1//",
    "-//ietf//dtd html level 2//",
    "-//ietf//dtd html level 3//",
    "-//ietf//dtd html strict level 0//",
    "-//ietf//dtd html strict level 1//",
    "-//ietf//dtd html strict level 2//",
    "-//ietf//dtd html strict level 3//",
    "-//ietf//dtd html strict//",
    "-//ietf//dtd html//",
    "-//metrius//dtd metrius presentational//",
    "-//microsoft//dtd internet explorer 2.0 html strict//",
    "-//microsoft//dtd internet explorer 2.0 html//",
    "-//microsoft//dtd internet explorer 2.0 tables//",
    "-//microsoft//dtd internet explorer 3.0 html strict//",
    "-//microsoft//dtd internet explorer 3.0 html//",
    "-//microsoft//dtd internet explorer 3.0 tables//",
    "-//netscape comm. corp.//dtd html//",
    "-//netscape comm. corp.//dtd strict html//",
    "-//o'reilly and associates//dtd html 2.0//",
    "-//o'reilly and associates//dtd html extended 1.0//",
    "-//o'reilly and associates//dtd html extended relaxed 1.0//",
    "-//sq//dtd html 2.0 hotmetal + extensions//",
    "-//softquad software//dtd hotmetal pro 6.0::19990601::extensions to html 4.0//",
    "-//softquad//dtd hotmetal pro 4.0::19971010::extensions to html 4.0//",
    "-//spyglass//dtd html 2.0 extended//",
    "-//sun microsystems corp.//dtd hotjava html//",
    "-//sun microsystems corp.//dtd hotjava strict html//",
    "-//w3c//dtd html 3 1995-03-24//",
    "-//w3c//dtd html 3.2 draft//",
    "-//w3c//dtd html 3.2 final//",
    "-//w3c//dtd html 3.2//",
    "-//w3c//dtd html 3.2s draft//",
    "-//w3c//dtd html 4.0 frameset//",
    "-//w3c//dtd html 4.0 transitional//",
    "-//w3c//dtd html experimental 19960712//",
    "-//w3c//dtd html experimental 970421//",
    "-//w3c//dtd w3 html//",
    "-//w3o//dtd w3 html 3.0//",
    "-//webtechs//dtd mozilla html 2.0//",
    "-//webtechs//dtd mozilla html//",
];

#[cfg(test)]
mod tests {
    use super::{Quirks, detect_quirks};

    #[test]
    fn doctypes_select_the_mode() {
        for (doctype, want) in [
            (" html", Quirks::No),
            ("html", Quirks::No),
            ("", Quirks::Yes),
            (" potato", Quirks::Yes),
            (" html system \"about:legacy-compat\"", Quirks::No),
            (" html public \"-//w3c//dtd html 4.01//en\"", Quirks::No),
            (" html public \"-//w3c//dtd html 4.01 transitional//en\"", Quirks::Yes),
            (" html public \"-//w3c//dtd html 4.01 transitional//en\" \"x\"", Quirks::No),
            (" html public \"-//w3c//dtd html 3.2 final//en\"", Quirks::Yes),
            (" html public", Quirks::Yes),
            (" html public \"a", Quirks::Yes),
            (" html bogus", Quirks::Yes),
        ] {
            assert_eq!(detect_quirks(doctype), want, "{doctype:?}");
        }
    }
}
