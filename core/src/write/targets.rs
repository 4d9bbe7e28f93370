//! Where links lead and images are: addresses that are absolute and safe to show.

use std::borrow::Cow;

use url::{ParseError, Url};

use super::piece::Image;
use crate::columns::Table;
use crate::names::{attr, tag};

/// Schemes that a link may have.
const SCHEMES: [&str; 5] = ["http", "https", "mailto", "tel", "ftp"];
/// Where pages put the address of an image, the best first: `src` is a placeholder where an image is
/// loaded when it comes into sight.
const SOURCES: [&str; 4] = ["data-src", "data-original", "data-lazy-src", "src"];
const SETS: [&str; 3] = ["data-srcset", "data-lazy-srcset", "srcset"];
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

/// An image of a page: its row, where it is, and the text that stands in for it.
pub(crate) type Listed = (u32, Option<String>, String);

/// The images among some rows that have an address or a text. Without a base a relative address
/// leads nowhere, and what the page carries itself has none.
pub(crate) fn images(table: &Table, keep: &[bool], base: Option<&Url>) -> Vec<Listed> {
    let is_image = |row: &usize| table.tag[*row] == tag::IMG && keep[*row] && !is_tiny(table, *row);
    let listed = |row: usize| {
        let leads = |url: &String| base.is_some() || Url::parse(url).is_ok();
        (row as u32, whereabouts(table, row, base).filter(leads), alt(table, row))
    };
    let images = (0..table.len()).filter(is_image).map(listed);
    images.filter(|(_, url, text)| url.is_some() || !text.is_empty()).collect()
}

/// An image with an address.
pub(crate) fn image(table: &Table, row: usize, base: Option<&Url>) -> Option<Image> {
    if is_tiny(table, row) {
        return None;
    }
    let url = whereabouts(table, row, base).or_else(|| carried(table, row))?;
    Some(Image { url, alt: alt(table, row) })
}

/// Whether an image is of one pixel, which counts readers.
fn is_tiny(table: &Table, row: usize) -> bool {
    [attr::WIDTH, attr::HEIGHT]
        .into_iter()
        .any(|name| table.value(row, name).is_some_and(|size| matches!(&*size, "0" | "1")))
}

fn alt(table: &Table, row: usize) -> String {
    let alt = table.value(row, attr::ALT).unwrap_or(Cow::Borrowed(""));
    alt.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn whereabouts(table: &Table, row: usize, base: Option<&Url>) -> Option<String> {
    address(table, row, base).or_else(|| of_picture(table, row, base))
}

fn address(table: &Table, row: usize, base: Option<&Url>) -> Option<String> {
    let given = table.attributes_of(row);
    let value = |name: &&str| {
        given.iter().find(|(given, _)| given == name).map(|(_, value)| value.as_str())
    };
    let single = SOURCES.iter().filter_map(value).map(str::trim);
    let largest = SETS.iter().filter_map(value).map(largest);
    single.chain(largest).filter(|reference| !reference.is_empty()).find_map(|reference| {
        let url = Url::options().base_url(base).parse(reference);
        match url {
            Ok(url) if matches!(url.scheme(), "http" | "https" | "ftp") => {
                Some(visible(url.into()))
            }
            Err(ParseError::RelativeUrlWithoutBase) => Some(visible(reference.to_owned())),
            _ => None,
        }
    })
}

/// The address that a `picture` around an image has for it.
fn of_picture(table: &Table, row: usize, base: Option<&Url>) -> Option<String> {
    let above = usize::try_from(table.parent[row]).ok()?;
    if table.tag[above] != tag::PICTURE {
        return None;
    }
    (above + 1..row)
        .filter(|row| table.tag[*row] == tag::SOURCE)
        .find_map(|row| address(table, row, base))
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
        let size = size.trim().trim_end_matches(['w', 'x']);
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
            (" , ", ""),
        ] {
            assert_eq!(largest(set), want, "{set:?}");
        }
    }
}
