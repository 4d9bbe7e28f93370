//! Where links lead and images are: addresses that are absolute and safe to show.

use std::borrow::Cow;

use url::{ParseError, Url};

use super::piece::Image;
use crate::parse::columns::Table;
use crate::parse::names::{attr, tag};

/// Schemes that a link may have.
const SCHEMES: [&str; 5] = ["http", "https", "mailto", "tel", "ftp"];
/// Where pages put the address of an image that is loaded when it comes into sight, the best first;
/// `src` and `srcset` are placeholders then.
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
/// An image that the page carries itself: a shorter one is a placeholder, a longer one is too long
/// to be written into a text.
const CARRIED: std::ops::Range<usize> = 256..65536;

/// How many rows behind an image one for readers without scripts may stand.
const NEAR: usize = 16;

/// What addresses are joined to.
pub(crate) struct Base {
    url: Option<Url>,
    /// What stands before a path, where it is known only in relation to the page.
    before: Option<&'static str>,
}

/// Stands in for a page whose address is not known.
const NOWHERE: &str = "http://nowhere.invalid/";

impl Base {
    /// Of a URL, or of what a page without a URL declares: a path, or one in relation to the page.
    pub(crate) fn new(given: Option<&str>) -> Self {
        let Some(given) = given else { return Self { url: None, before: None } };
        if let Ok(url) = Url::parse(given) {
            return Self { url: Some(url), before: None };
        }
        let url = Url::parse(NOWHERE).and_then(|nowhere| nowhere.join(given)).ok();
        let url = url.filter(|url| url.as_str().starts_with(NOWHERE) && !given.starts_with('.'));
        Self { url, before: Some(if given.starts_with('/') { "/" } else { "" }) }
    }

    /// An address with one of the schemes. Without a base a relative one stays as it is.
    fn join(&self, reference: &str, schemes: &[&str]) -> Option<String> {
        match Url::options().base_url(self.url.as_ref()).parse(reference) {
            Ok(url) if !schemes.contains(&url.scheme()) => None,
            Ok(url) => Some(visible(self.shortened(url.into()))),
            Err(ParseError::RelativeUrlWithoutBase) => Some(visible(reference.to_owned())),
            Err(_) => None,
        }
    }

    fn shortened(&self, url: String) -> String {
        match self.before.zip(url.strip_prefix(NOWHERE)) {
            Some((before, path)) => format!("{before}{path}"),
            None => url,
        }
    }
}

/// The URL a link leads to, where it may be shown.
pub(crate) fn link(base: &Base, reference: &str) -> Option<String> {
    let reference = reference.trim();
    if reference.is_empty() || reference == "#" {
        return None;
    }
    base.join(reference, &SCHEMES)
}

/// An address without blanks, control characters and angle brackets, which no syntax would take.
fn visible(url: String) -> String {
    let is_odd =
        |c: char| c <= ' ' || c.is_whitespace() || c.is_control() || matches!(c, '<' | '>');
    if !url.contains(is_odd) {
        return url;
    }
    let mut clean = String::with_capacity(url.len());
    for c in url.chars() {
        if is_odd(c) {
            for byte in c.encode_utf8(&mut [0; 4]).bytes() {
                clean.push_str(&format!("%{byte:02X}"));
            }
        } else {
            clean.push(c);
        }
    }
    clean
}

/// An image of a page: its row, where it is, and the text that stands in for it.
pub(crate) type Listed = (u32, Option<String>, String);

/// The images among some rows that have an address or a text. Without a base a relative address
/// leads nowhere, and what the page carries itself has none. What waits for scripts, and stands
/// there again for readers without, is one.
pub(crate) fn images(table: &Table, keep: &[bool], base: &Base) -> Vec<Listed> {
    let mut found: Vec<Listed> = Vec::new();
    for row in (0..table.len()).filter(|row| table.tag[*row] == tag::IMG && keep[*row]) {
        if is_tiny(table, row) {
            continue;
        }
        let url = whereabouts(table, row, base).filter(|url| Url::parse(url).is_ok());
        let again = url.is_some()
            && found.last().is_some_and(|(before, same, _)| {
                *same == url && !has_text(table, *before as usize + 1..row)
            });
        let text = alt(table, row);
        if (url.is_some() || !text.is_empty()) && !again {
            found.push((row as u32, url, text));
        }
    }
    found
}

fn has_text(table: &Table, rows: std::ops::Range<usize>) -> bool {
    rows.into_iter().any(|row| !table.text_of(row).trim().is_empty())
}

/// An image with an address, unless it is of one pixel, which counts readers. In plain text the
/// address is one that leads somewhere, or none where the image has a text.
pub(crate) fn image(table: &Table, row: usize, base: &Base, is_plain: bool) -> Option<Image> {
    if is_tiny(table, row) {
        return None;
    }
    let url = whereabouts(table, row, base);
    if !is_plain {
        let url = url.or_else(|| carried(table, row))?;
        return Some(Image { url, alt: alt(table, row) });
    }
    let url = url.filter(|url| Url::parse(url).is_ok()).unwrap_or_default();
    let alt = alt(table, row);
    if url.is_empty() && alt.is_empty() { None } else { Some(Image { url, alt }) }
}

/// Whether an image says that it is of one pixel, or none.
fn is_tiny(table: &Table, row: usize) -> bool {
    [attr::WIDTH, attr::HEIGHT]
        .into_iter()
        .any(|name| table.value(row, name).is_some_and(|size| matches!(&*size, "0" | "1")))
}

fn alt(table: &Table, row: usize) -> String {
    let alt = table.value(row, attr::ALT).unwrap_or(Cow::Borrowed(""));
    alt.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn whereabouts(table: &Table, row: usize, base: &Base) -> Option<String> {
    lazy(table, row, base)
        .or_else(|| of_picture(table, row, |source| lazy(table, source, base)))
        .or_else(|| for_no_scripts(table, row, base))
        .or_else(|| address(table, row, base))
        .or_else(|| of_picture(table, row, |source| address(table, source, base)))
}

/// The address that an image is loaded from when it comes into sight.
fn lazy(table: &Table, row: usize, base: &Base) -> Option<String> {
    let given = table.attributes_of(row);
    let value = |name: &&str| {
        given.iter().find(|(given, _)| given == name).map(|(_, value)| value.as_str())
    };
    let single = LAZY.iter().filter_map(value).map(str::trim);
    let sets = LAZY_SETS.iter().filter_map(value).map(largest);
    single.chain(sets).filter(|told| is_address(told)).find_map(|told| shown(told, base))
}

/// The address that an image tells itself.
fn address(table: &Table, row: usize, base: &Base) -> Option<String> {
    let single = table.value(row, attr::SRC).and_then(|told| shown(told.trim(), base));
    single.or_else(|| table.value(row, attr::SRCSET).and_then(|set| shown(largest(&set), base)))
}

/// Whether a value for scripts is an address, and no switch, template or record.
fn is_address(told: &str) -> bool {
    told.contains(['.', '/']) && !told.contains(['{', '}', '[', ']', '"', '<', '>'])
}

/// An address that an image may have.
fn shown(reference: &str, base: &Base) -> Option<String> {
    if reference.is_empty() { None } else { base.join(reference, &["http", "https", "ftp"]) }
}

/// The address that an element tells itself, for when it comes into sight or at once.
fn own(table: &Table, row: usize, base: &Base) -> Option<String> {
    lazy(table, row, base).or_else(|| address(table, row, base))
}

/// The address of the image that stands right behind one for readers without scripts: what the
/// scripts would load in its place.
fn for_no_scripts(table: &Table, row: usize, base: &Base) -> Option<String> {
    // It is in the same element, or right behind it.
    let above = usize::try_from(table.parent[row]).ok()?;
    let around = usize::try_from(table.parent[above]).unwrap_or(above);
    let is_blank = |at: usize| table.text_of(at).trim().is_empty();
    let end = (row + 1 + NEAR).min(table.end[around] as usize);
    let mut at = row + 1;
    while at < end && table.tag[at] != tag::NOSCRIPT {
        let is_passed = match table.tag[at] {
            tag::TEXT => is_blank(at),
            tag::IMG => own(table, at, base).is_none(),
            tag::SCRIPT | tag::A => false,
            _ => table.is_block(at),
        };
        if !is_passed {
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
    if is_alone { own(table, image, base) } else { None }
}

/// The first address that the sources right before an image in a `picture` have for it.
fn of_picture(
    table: &Table,
    row: usize,
    address: impl Fn(usize) -> Option<String>,
) -> Option<String> {
    let above = usize::try_from(table.parent[row]).ok()?;
    if table.tag[above] != tag::PICTURE {
        return None;
    }
    // Back to the image before, so that many images in one `picture` take no longer.
    (above + 1..row)
        .rev()
        .take_while(|row| matches!(table.tag[*row], tag::SOURCE | tag::TEXT))
        .filter_map(address)
        .last()
}

/// An image that the page carries itself, in a format that holds nothing but pixels.
fn carried(table: &Table, row: usize) -> Option<String> {
    let source = table.value(row, attr::SRC)?;
    let source = source.trim();
    let kinds = ["png", "jpeg", "jpg", "gif", "webp", "avif", "bmp"];
    let kind = source.get(..11).filter(|start| start.eq_ignore_ascii_case("data:image/"))?;
    let rest = &source[kind.len()..];
    let is_pixels = kinds.iter().any(|kind| rest.starts_with(&format!("{kind};base64,")));
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"+/=:;,-".contains(&byte);
    (is_pixels && CARRIED.contains(&source.len()) && source.bytes().all(is_plain))
        .then(|| source.to_owned())
}

/// Of the addresses in a `srcset` the widest or densest.
fn largest(candidates: &str) -> &str {
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
        // `900w 500h` tells the width first.
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
    use super::{Base, largest, link};

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
            assert_eq!(link(&base, reference).as_deref(), want, "{reference:?}");
        }
        let unknown = Base::new(None);
        assert_eq!(link(&unknown, "d e/<f>").as_deref(), Some("d%20e/%3Cf%3E"));
        assert_eq!(link(&unknown, "javascript:x"), None);
    }

    #[test]
    fn links_of_a_page_without_an_address_are_joined_to_what_it_declares() {
        for (base, reference, want) in [
            ("/b/", "c.html", "/b/c.html"),
            ("/b/", "/c.html", "/c.html"),
            ("b/", "c.html#d", "b/c.html#d"),
            ("/b/", "https://a.example/c", "https://a.example/c"),
            // Nobody knows how far up this leads.
            ("../b/", "c.html", "c.html"),
            ("//a.example/b/", "c.html", "c.html"),
        ] {
            let found = link(&Base::new(Some(base)), reference);
            assert_eq!(found.as_deref(), Some(want), "{base:?} {reference:?}");
        }
    }

    #[test]
    fn the_largest_of_a_set() {
        for (set, want) in [
            ("a.jpg", "a.jpg"),
            ("a.jpg 1x, b.jpg 2x", "b.jpg"),
            ("a.jpg 300w,b.jpg 1200w , c,d.jpg 600w", "b.jpg"),
            ("a.jpg, b.jpg 3x", "b.jpg"),
            ("a.jpg 100w 50h, b.jpg 900w 500h", "b.jpg"),
            (" , ", ""),
        ] {
            assert_eq!(largest(set), want, "{set:?}");
        }
    }
}
