//! Recognise XHTML, where `/>` ends an element and CDATA sections are text.

use memchr::{memchr, memmem};

const NAMESPACE: &[u8] = b"http://www.w3.org/1999/xhtml";

/// Whether a source is XHTML: it begins with an XML declaration, and its root element has the
/// namespace of XHTML. Browsers read such files as XML, unless a server calls them `text/html`.
pub(crate) fn is_xhtml(source: &[u8]) -> bool {
    source.starts_with(b"<?xml") && has_namespace(source)
}

fn has_namespace(source: &[u8]) -> bool {
    let Some(root) = memmem::find(source, b"<html") else { return false };
    let tag = &source[root..];
    memchr(b'>', tag).is_some_and(|end| memmem::find(&tag[..end], NAMESPACE).is_some())
}

#[cfg(test)]
mod tests {
    use super::is_xhtml;

    #[test]
    fn a_declaration_and_a_namespace_are_needed() {
        let root = "<html xmlns=\"http://www.w3.org/1999/xhtml\" lang=\"en\">";
        let declaration = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>";
        for (source, want) in [
            (format!("{declaration}\n<!DOCTYPE html>\n{root}"), true),
            (format!("{declaration}<html><p>{root}"), false),
            (format!("<!DOCTYPE html>{root}"), false),
            (declaration.to_owned(), false),
        ] {
            assert_eq!(is_xhtml(source.as_bytes()), want, "{source}");
        }
    }
}
