//! The addresses of links and images: absolute and safe to show.

use std::borrow::Cow;

use url::{ParseError, Url};

use super::icons;
use super::piece::Image;
use crate::parse::columns::Table;
use crate::parse::names::{attr, tag};

/// Schemes that a link may have.
const SCHEMES: [&str; 5] = ["http", "https", "mailto", "tel", "ftp"];
/// Attributes with the address of a lazily loaded image, best first. Its `src` and `srcset` are
/// placeholders.
const LAZY: [&str; 7] = [
    "data-src",
    "data-original",
    "data-lazy-src",
    "data-lazy",
    "data-cfsrc",
    "data-actualsrc",
    "data-orig-file",
];
const LAZY_SETS: [&str; 2] = ["data-srcset", "data-lazy-srcset"];
/// The length in bytes of an embedded image (`data:`) that is written. A shorter one is a
/// placeholder, and a longer one is too long for a text.
const EMBEDDED_BYTES: std::ops::Range<usize> = 256..65536;

/// Rows after an image to search for its copy in `noscript`.
const NOSCRIPT_ROWS: usize = 16;

/// The base that addresses are resolved against.
pub(crate) struct Base {
    url: Option<Url>,
    /// The prefix of paths, if the base is relative to a page without a URL.
    prefix: Option<&'static str>,
}

/// A placeholder for the unknown URL of a page.
const UNKNOWN: &str = "http://nowhere.invalid/";

impl Base {
    /// A base from a URL, or from the path that a page without a URL declares.
    pub(crate) fn new(base: Option<&str>) -> Self {
        let Some(base) = base else { return Self { url: None, prefix: None } };
        if let Ok(url) = Url::parse(base) {
            return Self { url: Some(url), prefix: None };
        }
        let url = Url::parse(UNKNOWN).and_then(|unknown| unknown.join(base)).ok();
        let url = url.filter(|url| url.as_str().starts_with(UNKNOWN) && !base.starts_with('.'));
        Self { url, prefix: Some(if base.starts_with('/') { "/" } else { "" }) }
    }

    /// Resolves an address that must have one of the schemes. Without a base, a relative address
    /// does not change.
    fn join(&self, reference: &str, schemes: &[&str]) -> Option<String> {
        match Url::options().base_url(self.url.as_ref()).parse(reference) {
            Ok(url) if !schemes.contains(&url.scheme()) => None,
            Ok(url) => Some(escape_address(self.remove_placeholder(url.into()))),
            Err(ParseError::RelativeUrlWithoutBase) => Some(escape_address(reference.to_owned())),
            Err(_) => None,
        }
    }

    /// Removes the placeholder of an unknown URL.
    fn remove_placeholder(&self, url: String) -> String {
        match self.prefix.zip(url.strip_prefix(UNKNOWN)) {
            Some((prefix, path)) => format!("{prefix}{path}"),
            None => url,
        }
    }
}

/// The target of a link, if it is safe to show.
pub(crate) fn resolve_link(base: &Base, reference: &str) -> Option<String> {
    let reference = reference.trim();
    if reference.is_empty() || reference == "#" {
        return None;
    }
    base.join(reference, &SCHEMES)
}

/// Percent-encodes blanks, control characters and angle brackets, which no output format accepts.
fn escape_address(url: String) -> String {
    let is_invalid =
        |c: char| c <= ' ' || c.is_whitespace() || c.is_control() || matches!(c, '<' | '>');
    if !url.contains(is_invalid) {
        return url;
    }
    let mut clean = String::with_capacity(url.len());
    for c in url.chars() {
        if is_invalid(c) {
            for byte in c.encode_utf8(&mut [0; 4]).bytes() {
                clean.push_str(&format!("%{byte:02X}"));
            }
        } else {
            clean.push(c);
        }
    }
    clean
}

/// An image of a page: its row, its address and its alternative text.
pub(crate) type ImageEntry = (u32, Option<String>, String);

/// The images in a mask that have an address or a text. Only an absolute address counts, and an
/// embedded image has none. A lazily loaded image and its copy in `noscript` count once.
pub(crate) fn list_images(table: &Table, keep: &[bool], base: &Base) -> Vec<ImageEntry> {
    let mut entries: Vec<ImageEntry> = Vec::new();
    // Whether there is text after the last entry.
    let mut is_after_text = false;
    for (row, is_kept) in keep.iter().enumerate() {
        is_after_text = is_after_text || !table.text_of(row).trim().is_empty();
        let is_image = table.tag[row] == tag::IMG && *is_kept;
        if !is_image || is_tiny(table, row) || icons::is_share_icon(table, row) {
            continue;
        }
        let url = find_address(table, row, base).filter(|url| Url::parse(url).is_ok());
        let has_last_url = || entries.last().is_some_and(|(_, last_url, _)| *last_url == url);
        let is_repeated = url.is_some() && !is_after_text && has_last_url();
        let text = read_alt(table, row);
        if (url.is_some() || !text.is_empty()) && !is_repeated {
            entries.push((row as u32, url, text));
            is_after_text = false;
        }
    }
    entries
}

/// An image with an address, unless it is a tracking pixel. In plain text, only an absolute address
/// counts, and an image without one is kept if it has a text.
pub(crate) fn read_image(table: &Table, row: usize, base: &Base, is_plain: bool) -> Option<Image> {
    if is_tiny(table, row) || icons::is_share_icon(table, row) {
        return None;
    }
    let url = find_address(table, row, base);
    if !is_plain {
        let url = url.or_else(|| find_embedded(table, row))?;
        return Some(Image { url, alt: read_alt(table, row) });
    }
    let url = url.filter(|url| Url::parse(url).is_ok()).unwrap_or_default();
    let alt = read_alt(table, row);
    if url.is_empty() && alt.is_empty() { None } else { Some(Image { url, alt }) }
}

/// Whether an image declares a width or height of at most one pixel.
fn is_tiny(table: &Table, row: usize) -> bool {
    [attr::WIDTH, attr::HEIGHT]
        .into_iter()
        .any(|name| table.value(row, name).is_some_and(|size| matches!(&*size, "0" | "1")))
}

fn read_alt(table: &Table, row: usize) -> String {
    let alt = table.value(row, attr::ALT).unwrap_or(Cow::Borrowed(""));
    alt.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The address of an image, from its best source.
fn find_address(table: &Table, row: usize, base: &Base) -> Option<String> {
    find_lazy(table, row, base)
        .or_else(|| find_in_picture(table, row, |source| find_lazy(table, source, base)))
        .or_else(|| find_in_noscript(table, row, base))
        .or_else(|| find_source(table, row, base))
        .or_else(|| find_in_picture(table, row, |source| find_source(table, source, base)))
}

/// The address in an attribute for lazy loading.
fn find_lazy(table: &Table, row: usize, base: &Base) -> Option<String> {
    let attributes = table.attributes_of(row);
    let value = |name: &&str| {
        attributes.iter().find(|(other, _)| other == name).map(|(_, value)| value.as_str())
    };
    let sets = LAZY_SETS.iter().filter_map(value).map(choose_largest);
    let single = LAZY.iter().filter_map(value).map(str::trim);
    sets.chain(single).filter(|value| is_address(value)).find_map(|value| resolve(value, base))
}

/// The address in `srcset`, the largest, or in `src`, which is the smallest or a placeholder.
fn find_source(table: &Table, row: usize, base: &Base) -> Option<String> {
    let set = table.value(row, attr::SRCSET);
    let largest = set.and_then(|set| resolve(choose_largest(&set), base));
    largest.or_else(|| table.value(row, attr::SRC).and_then(|value| resolve(value.trim(), base)))
}

/// Whether a value for scripts is an address, not a flag, template or record.
fn is_address(value: &str) -> bool {
    value.contains(['.', '/']) && !value.contains(['{', '}', '[', ']', '"', '<', '>'])
}

/// Resolves the address of an image, unless it is a placeholder.
fn resolve(reference: &str, base: &Base) -> Option<String> {
    if reference.is_empty() || icons::is_placeholder(reference) {
        return None;
    }
    base.join(reference, &["http", "https", "ftp"])
}

/// The address in the image's own attributes.
fn find_own(table: &Table, row: usize, base: &Base) -> Option<String> {
    find_lazy(table, row, base).or_else(|| find_source(table, row, base))
}

/// The address of the copy in a `noscript` right after a lazily loaded image.
fn find_in_noscript(table: &Table, row: usize, base: &Base) -> Option<String> {
    // The `noscript` is in the same element, or right after it.
    let above = usize::try_from(table.parent[row]).ok()?;
    let around = usize::try_from(table.parent[above]).unwrap_or(above);
    let is_blank = |at: usize| table.text_of(at).trim().is_empty();
    let end = (row + 1 + NOSCRIPT_ROWS).min(table.end[around] as usize);
    let mut at = row + 1;
    while at < end && table.tag[at] != tag::NOSCRIPT {
        let is_skipped = match table.tag[at] {
            tag::TEXT => is_blank(at),
            tag::IMG => find_own(table, at, base).is_none(),
            tag::SCRIPT | tag::A => false,
            _ => table.is_block(at),
        };
        if !is_skipped {
            return None;
        }
        at += 1;
    }
    if at == end {
        return None;
    }
    let inside = at + 1..(table.end[at] as usize).min(table.end[around] as usize);
    let mut images = inside.clone().filter(|at| table.tag[*at] == tag::IMG);
    let image = images.next()?;
    let is_alone = images.next().is_none()
        && inside.filter(|at| table.tag[*at] == tag::TEXT).all(is_blank)
        && !is_tiny(table, image);
    if is_alone { find_own(table, image, base) } else { None }
}

/// The first address in the `source` elements right before an image in a `picture`.
fn find_in_picture(
    table: &Table,
    row: usize,
    address: impl Fn(usize) -> Option<String>,
) -> Option<String> {
    let above = usize::try_from(table.parent[row]).ok()?;
    if table.tag[above] != tag::PICTURE {
        return None;
    }
    // Stop at the previous image, so that many images in one `picture` take linear time.
    (above + 1..row)
        .rev()
        .take_while(|row| matches!(table.tag[*row], tag::SOURCE | tag::TEXT))
        .filter_map(address)
        .last()
}

/// An embedded image (`data:`) in a format that contains only pixels.
fn find_embedded(table: &Table, row: usize) -> Option<String> {
    let source = table.value(row, attr::SRC)?;
    let source = source.trim();
    let kinds = ["png", "jpeg", "jpg", "gif", "webp", "avif", "bmp"];
    let kind = source.get(..11).filter(|start| start.eq_ignore_ascii_case("data:image/"))?;
    let rest = &source[kind.len()..];
    let is_pixels = kinds.iter().any(|kind| rest.starts_with(&format!("{kind};base64,")));
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"+/=:;,-".contains(&byte);
    (is_pixels && EMBEDDED_BYTES.contains(&source.len()) && source.bytes().all(is_plain))
        .then(|| source.to_owned())
}

/// The address of the widest or densest image in a `srcset`.
fn choose_largest(candidates: &str) -> &str {
    let mut best = (0.0, "");
    let mut rest = candidates;
    loop {
        rest = rest.trim_start_matches(|c: char| c == ',' || c.is_whitespace());
        if rest.is_empty() {
            return best.1;
        }
        let end = rest.find(char::is_whitespace).unwrap_or(rest.len());
        let (url, after) = rest.split_at(end);
        let address = url.trim_end_matches(',');
        let (size, after) = if address.len() < url.len() {
            ("", after)
        } else {
            after.split_once(',').unwrap_or((after, ""))
        };
        // In `900w 500h` the width comes first.
        let size = size.split_whitespace().next().unwrap_or("").trim_end_matches(['w', 'x']);
        let size: f64 = size.parse().unwrap_or(1.0);
        if size > best.0 {
            best = (size, address);
        }
        rest = after;
    }
}

#[cfg(test)]
mod tests {
    use super::{Base, choose_largest, resolve_link};

    #[test]
    fn links_are_absolute_and_safe() {
        let base = Base::new(Some("https://a.example/b/c"));
        for (reference, want) in [
            ("d?e f", Some("https://a.example/b/d?e%20f")),
            (" java\nscript:alert(1)", None),
            ("JavaScript:alert(1)", None),
            ("data:text/html,x", None),
            ("vbscript:x", None),
            ("mailto:a@b.example", Some("mailto:a@b.example")),
            ("tel:+1 2", Some("tel:+1%202")),
            ("#", None),
            ("", None),
            ("http://[", None),
        ] {
            assert_eq!(resolve_link(&base, reference).as_deref(), want, "{reference:?}");
        }
        let unknown = Base::new(None);
        assert_eq!(resolve_link(&unknown, "d e/<f>").as_deref(), Some("d%20e/%3Cf%3E"));
        assert_eq!(resolve_link(&unknown, "javascript:x"), None);
    }

    #[test]
    fn links_of_a_page_without_a_url_are_resolved_against_its_base() {
        for (base, reference, want) in [
            ("/b/", "c.html", "/b/c.html"),
            ("/b/", "/c.html", "/c.html"),
            ("b/", "c.html#d", "b/c.html#d"),
            ("/b/", "https://a.example/c", "https://a.example/c"),
            // It is unknown how far up this leads.
            ("../b/", "c.html", "c.html"),
            ("//a.example/b/", "c.html", "c.html"),
        ] {
            let url = resolve_link(&Base::new(Some(base)), reference);
            assert_eq!(url.as_deref(), Some(want), "{base:?} {reference:?}");
        }
    }

    #[test]
    fn the_largest_image_of_a_set_is_chosen() {
        for (set, want) in [
            ("a.jpg", "a.jpg"),
            ("a.jpg 1x, b.jpg 2x", "b.jpg"),
            ("a.jpg 300w,b.jpg 1200w , c,d.jpg 600w", "b.jpg"),
            ("a.jpg, b.jpg 3x", "b.jpg"),
            ("a.jpg 100w 50h, b.jpg 900w 500h", "b.jpg"),
            (" , ", ""),
        ] {
            assert_eq!(choose_largest(set), want, "{set:?}");
        }
    }
}
