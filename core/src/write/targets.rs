//! Where links lead and images are: addresses that are absolute and safe to show.

use std::borrow::Cow;

use url::{ParseError, Url};

use super::piece::Image;
use crate::columns::Table;
use crate::names::{attr, tag};

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

/// The URL a link leads to, where it may be shown. Without a base a relative one stays as it is.
pub(crate) fn link(base: Option<&Url>, reference: &str) -> Option<String> {
    let reference = reference.trim();
    if reference.is_empty() || reference == "#" {
        return None;
    }
    match Url::options().base_url(base).parse(reference) {
        Ok(url) if SCHEMES.contains(&url.scheme()) => Some(visible(url.into())),
        Ok(_) => None,
        Err(ParseError::RelativeUrlWithoutBase) => Some(visible(reference.to_owned())),
        Err(_) => None,
    }
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

/// An image with an address, unless it is of one pixel, which counts readers.
pub(crate) fn image(table: &Table, row: usize, base: Option<&Url>) -> Option<Image> {
    let is_tiny = |name| table.value(row, name).is_some_and(|size| matches!(&*size, "0" | "1"));
    if is_tiny(attr::WIDTH) || is_tiny(attr::HEIGHT) {
        return None;
    }
    let url = lazy(table, row, base)
        .or_else(|| of_picture(table, row, |source| lazy(table, source, base)))
        .or_else(|| address(table, row, base))
        .or_else(|| of_picture(table, row, |source| address(table, source, base)))
        .or_else(|| address(table, without_scripts(table, row)?, base))
        .or_else(|| carried(table, row))?;
    let alt = table.value(row, attr::ALT).unwrap_or(Cow::Borrowed(""));
    Some(Image { url, alt: alt.split_whitespace().collect::<Vec<_>>().join(" ") })
}

/// The address that an image is loaded from when it comes into sight.
fn lazy(table: &Table, row: usize, base: Option<&Url>) -> Option<String> {
    let given = table.attributes_of(row);
    let value = |name: &&str| {
        given.iter().find(|(given, _)| given == name).map(|(_, value)| value.as_str())
    };
    let single = LAZY.iter().filter_map(value).map(str::trim);
    let sets = LAZY_SETS.iter().filter_map(value).map(largest);
    single.chain(sets).filter(|told| is_address(told)).find_map(|told| shown(told, base))
}

/// The address that an image tells itself.
fn address(table: &Table, row: usize, base: Option<&Url>) -> Option<String> {
    let single = table.value(row, attr::SRC).and_then(|told| shown(told.trim(), base));
    single.or_else(|| table.value(row, attr::SRCSET).and_then(|set| shown(largest(&set), base)))
}

/// Whether a value for scripts is an address, and no switch, template or record.
fn is_address(told: &str) -> bool {
    told.contains(['.', '/']) && !told.contains(['{', '}', '[', ']', '"', '<', '>'])
}

/// An address that an image may have.
fn shown(reference: &str, base: Option<&Url>) -> Option<String> {
    if reference.is_empty() {
        return None;
    }
    match Url::options().base_url(base).parse(reference) {
        Ok(url) if matches!(url.scheme(), "http" | "https" | "ftp") => Some(visible(url.into())),
        Err(ParseError::RelativeUrlWithoutBase) => Some(visible(reference.to_owned())),
        _ => None,
    }
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

/// The image that stands right behind an image for readers without scripts.
fn without_scripts(table: &Table, row: usize) -> Option<usize> {
    let is_blank = |row: &usize| table.text_of(*row).trim().is_empty();
    let behind = (row + 1..table.len()).take(4).take_while(is_blank);
    let image = behind.into_iter().find(|row| table.tag[*row] == tag::IMG)?;
    let above = usize::try_from(table.parent[image]).ok()?;
    (table.tag[above] == tag::NOSCRIPT && above > row).then_some(image)
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
    use super::{largest, link};
    use url::Url;

    #[test]
    fn links_are_absolute_and_safe() {
        let base = Url::parse("https://a.example/b/c").ok();
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
            assert_eq!(link(base.as_ref(), reference).as_deref(), want, "{reference:?}");
        }
        assert_eq!(link(None, "d e/<f>").as_deref(), Some("d%20e/%3Cf%3E"));
        assert_eq!(link(None, "javascript:x"), None);
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
