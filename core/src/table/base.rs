//! Find the base URL of a page, against which its links are resolved.

use std::borrow::Cow;

use super::urls::join;
use crate::parse::columns::Table;
use crate::parse::entities::attribute_value;
use crate::parse::names::{attr, tag};

/// The most bytes of a base, and of the URL of a page. Every link repeats the base, so a longer one
/// could make the output grow with the square of the page.
pub const MAX_URL_BYTES: usize = 2048;

impl Table {
    /// The `href` of the first `base` that has one. The content of a template is not part of the
    /// document.
    pub fn declared_base(&self) -> Option<Cow<'_, str>> {
        // Most pages have no base. A fold without branches checks many rows at once.
        let has_base = |tags: &[u16]| tags.iter().fold(false, |any, tag| any | (*tag == tag::BASE));
        if !self.tag.chunks(64).any(has_base) {
            return None;
        }
        let mut row = 0;
        while row < self.len() {
            if self.tag[row] == tag::TEMPLATE {
                row = self.end[row] as usize;
                continue;
            }
            if self.tag[row] == tag::BASE
                && let Some((_, href)) =
                    self.raw_values(row).find(|(name, _)| *name == i32::from(attr::HREF))
            {
                return Some(match attribute_value(href) {
                    Cow::Borrowed(href) => Cow::Borrowed(href.trim()),
                    Cow::Owned(href) => Cow::Owned(href.trim().to_owned()),
                });
            }
            row += 1;
        }
        None
    }

    /// The base URL: the declared one, or else the URL of the page. A declared base that is not a
    /// URL, has the scheme `data:` or `javascript:`, or is too long does not count; neither does a
    /// URL of the page that is too long.
    pub fn base(&self, url: Option<&str>) -> Option<String> {
        let url = url.filter(|url| url.len() <= MAX_URL_BYTES);
        self.declared_base()
            .and_then(|href| join(url, &href))
            .filter(|base| !base.starts_with("data:") && !base.starts_with("javascript:"))
            .filter(|base| base.len() <= MAX_URL_BYTES)
            .or_else(|| url.map(str::to_owned))
    }

    /// The base URL, or the declared path if the URL of the page is not known.
    pub fn relative_base(&self, url: Option<&str>) -> Option<String> {
        self.base(url).or_else(|| {
            let href = self.declared_base()?;
            (!href.contains(':') && href.len() <= MAX_URL_BYTES).then(|| href.into_owned())
        })
    }
}

#[cfg(test)]
mod tests {
    use crate::parse::encoding::Input;
    use crate::parse::source::Source;
    use crate::parse::tree::{Limits, parse};

    #[test]
    fn the_base_of_a_page() {
        let page = "https://a.example/b/c";
        let long = format!("<base href=/{}>", "x".repeat(2048));
        let long_url = format!("{page}?{}", "x".repeat(2048));
        for (html, url, want) in [
            ("<p>", Some(page), Some(page)),
            ("<base href=' /d/ '>", Some(page), Some("https://a.example/d/")),
            (
                "<base target=x><base href=e><base href=f>",
                Some(page),
                Some("https://a.example/b/e"),
            ),
            (
                "<template><base href=/d></template><base href=/e>",
                Some(page),
                Some("https://a.example/e"),
            ),
            ("<template><base href=/d></template>", Some(page), Some(page)),
            ("<base href=javascript:x>", Some(page), Some(page)),
            ("<base href=http://[>", Some(page), Some(page)),
            (&long, Some(page), Some(page)),
            ("<base href=/d/>", Some(&*long_url), None),
            ("<base href=https://d.example/>", None, Some("https://d.example/")),
            ("<base href=/d/>", None, None),
        ] {
            let source = Source::from(html.to_owned());
            let Ok(table) = parse(source, Input::Text, None, &Limits::default()) else { panic!() };
            assert_eq!(table.base(url).as_deref(), want, "{html}");
            let relative = if want.is_none() { Some("/d/") } else { want };
            assert_eq!(table.relative_base(url).as_deref(), relative, "{html}");
        }
    }
}
