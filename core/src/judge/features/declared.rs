//! Read what a page declares in its head: title, description, URLs, and types of schema.org.

use crate::judge::features::tokens::{hash_value, hash_words};
use crate::parse::columns::Table;
use crate::parse::entities::attribute_value;
use crate::parse::names::{attr, tag};
use crate::table::json::{self, is_json_ld};

pub(crate) struct Declared {
    /// The text of `title`, or else the title in `meta` elements.
    pub(crate) title: String,
    pub(crate) description: String,
    /// The URL of its canonical link, its `og:url`, and its base.
    pub(crate) canonical: String,
    pub(crate) url: String,
    pub(crate) base: String,
    /// Its `og:type`.
    pub(crate) kind: String,
    /// Bits of its types of schema.org, in microdata or JSON-LD.
    pub(crate) types: u8,
}

/// The seeds of the hashes of declarations. The names of elements have other seeds.
const META: u64 = 5;
const KIND: u64 = 6;
const GENERATOR: u64 = 7;
const RELATION: u64 = 8;
const MEDIA: u64 = 9;
const SCHEMA: u64 = 10;

pub(crate) const ARTICLE: u8 = 1;
pub(crate) const PRODUCT: u8 = 2;
pub(crate) const THREAD: u8 = 4;
pub(crate) const LIST: u8 = 8;
pub(crate) const QUESTIONS: u8 = 16;
pub(crate) const OFFER: u8 = 32;

impl Declared {
    #[inline(never)]
    pub(crate) fn new(table: &Table) -> Self {
        Self::read(table, |_, _| {})
    }

    /// Reads the declarations of a page. Passes the signs of its type to `take_sign`, each as a
    /// value and a seed: the names of its `meta` elements, its `og:type`, generator and link
    /// relations, and all types of schema.org.
    fn read(table: &Table, mut take_sign: impl FnMut(&[u8], u64)) -> Self {
        let mut title = NamedValue::new(&["og:title", "twitter:title"]);
        let mut description =
            NamedValue::new(&["description", "og:description", "twitter:description"]);
        let mut kind = NamedValue::new(&["og:type"]);
        let mut canonical = NamedValue::new(&["canonical"]);
        let mut url = NamedValue::new(&["og:url"]);
        let mut generator = NamedValue::new(&["generator"]);
        let mut types = 0;
        for [row, name, start, stop] in &table.attributes.entries {
            let (Ok(name), row) = (u16::try_from(*name), *row as usize) else { continue };
            let value = || table.source.slice(*start as usize..*stop as usize);
            match (name, table.tag[row]) {
                (attr::NAME | attr::PROPERTY, tag::META) => {
                    let value = value();
                    take_sign(value.as_bytes(), META);
                    for meta in [&mut title, &mut description, &mut kind, &mut url, &mut generator]
                    {
                        meta.add_name(row, value);
                    }
                }
                (attr::CONTENT, tag::META) => {
                    let value = value();
                    for meta in [&mut title, &mut description, &mut kind, &mut url, &mut generator]
                    {
                        meta.add_content(row, value);
                    }
                }
                (attr::REL, tag::LINK) => {
                    take_sign(value().as_bytes(), RELATION);
                    canonical.add_name(row, value());
                }
                (attr::TYPE, tag::LINK) => take_sign(value().as_bytes(), MEDIA),
                (attr::HREF, tag::LINK) => canonical.add_content(row, value()),
                (attr::ITEMTYPE, _) => {
                    let name = value().rsplit('/').next().unwrap_or_default();
                    take_sign(name.as_bytes(), SCHEMA);
                    types |= schema_bit(name);
                }
                (attr::TYPE, tag::SCRIPT) if is_json_ld(value()) => {
                    read_json_types(script_text(table, row), |name| {
                        take_sign(name.as_bytes(), SCHEMA);
                        types |= schema_bit(name);
                    });
                }
                _ => {}
            }
        }
        take_sign(kind.value.trim().as_bytes(), KIND);
        take_sign(generator.value.as_bytes(), GENERATOR);
        let title = read_title_element(table).unwrap_or(title.value);
        Self {
            title,
            description: description.value,
            canonical: canonical.value,
            url: url.value,
            base: table.declared_base().unwrap_or_default().into_owned(),
            kind: kind.value,
            types,
        }
    }

    /// Reads the declarations of a page. Passes the hashes of the signs of its type to `take`.
    pub(crate) fn read_with_signs(table: &Table, mut take: impl FnMut(u16)) -> Self {
        Self::read(table, |value, seed| match seed {
            GENERATOR => hash_words(value, seed, &mut take),
            _ => take(hash_value(value, seed)),
        })
    }
}

/// Reads the first `title` with text.
fn read_title_element(table: &Table) -> Option<String> {
    let titles = (0..table.len()).filter(|row| table.tag[*row] == tag::TITLE);
    let text = |row: usize| -> String {
        (row + 1..table.end[row] as usize).map(|row| table.text_of(row)).collect()
    };
    titles.map(text).find(|text| !text.trim().is_empty())
}

/// The first value of a `meta` or `link` element with one of the names.
struct NamedValue<'a> {
    names: &'a [&'a str],
    /// The last row with one of the names, and the last row with a content.
    named_row: Option<usize>,
    content: Option<(usize, &'a str)>,
    value: String,
}

impl<'a> NamedValue<'a> {
    fn new(names: &'a [&'a str]) -> Self {
        Self { names, named_row: None, content: None, value: String::new() }
    }

    fn add_name(&mut self, row: usize, name: &str) {
        if self.names.iter().any(|known| name.eq_ignore_ascii_case(known)) {
            self.named_row = Some(row);
            self.set_value();
        }
    }

    fn add_content(&mut self, row: usize, content: &'a str) {
        self.content = Some((row, content));
        self.set_value();
    }

    /// Sets the value if a row has both a name and a content.
    fn set_value(&mut self) {
        if let Some((row, content)) = self.content
            && self.named_row == Some(row)
            && self.value.is_empty()
        {
            let value = attribute_value(content);
            if !value.trim().is_empty() {
                self.value = value.into_owned();
            }
        }
    }
}

/// The text of a script, which only the source has.
fn script_text(table: &Table, row: usize) -> &str {
    let text = row + 1;
    if text >= table.end[row] as usize {
        return "";
    }
    table.source.slice(table.start[text] as usize..table.stop[text] as usize)
}

/// Passes the first `@type` of every object in a JSON text to `take`.
fn read_json_types(text: &str, mut take: impl FnMut(&str)) {
    let values = json::read(text);
    let types = values.all().filter(|value| value.name() == Some("@type"));
    for name in types.filter_map(|value| value.each().next()?.text()) {
        take(&name);
    }
}

/// The bit of a type of schema.org, or 0.
fn schema_bit(name: &str) -> u8 {
    match name {
        "Article"
        | "NewsArticle"
        | "BlogPosting"
        | "ReportageNewsArticle"
        | "TechArticle"
        | "LiveBlogPosting"
        | "OpinionNewsArticle"
        | "ScholarlyArticle"
        | "Recipe" => ARTICLE,
        "Product" | "ProductGroup" | "Vehicle" | "Book" | "SoftwareApplication" => PRODUCT,
        "DiscussionForumPosting" | "QAPage" | "Comment" | "Answer" => THREAD,
        "ItemList" | "CollectionPage" | "OfferCatalog" | "SearchResultsPage" => LIST,
        "FAQPage" | "Question" => QUESTIONS,
        "Offer" | "AggregateOffer" => OFFER,
        _ => 0,
    }
}
