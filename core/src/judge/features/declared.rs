//! What a page says of itself: title and description, and which things of schema.org it is about.

use memchr::memmem;

use crate::judge::features::tokens::{each, whole};
use crate::parse::columns::Table;
use crate::parse::entities::attribute_value;
use crate::parse::names::{attr, tag};

pub(crate) struct Declared {
    /// The text of `title`, or what the page gives as its title elsewhere when it has none.
    pub(crate) title: String,
    pub(crate) description: String,
    /// Where it is, by its canonical link and by `og:url`, and what its links start from.
    pub(crate) canonical: String,
    pub(crate) url: String,
    pub(crate) base: String,
    /// Its `og:type`.
    pub(crate) kind: String,
    /// Bits of the types of schema.org that it names, in microdata or JSON-LD.
    pub(crate) types: u8,
}

/// Seeds of these, beside those of elements' names.
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

    /// Reads the declarations of a page, and gives the signs of its type among them to `sign`,
    /// each a value and a seed: which `meta` elements it has, its `og:type`, generator and
    /// relations, and all types of schema.org.
    fn read(table: &Table, mut sign: impl FnMut(&[u8], u64)) -> Self {
        let mut title = Meta::new(&["og:title", "twitter:title"]);
        let mut description = Meta::new(&["description", "og:description", "twitter:description"]);
        let mut kind = Meta::new(&["og:type"]);
        let mut canonical = Meta::new(&["canonical"]);
        let mut url = Meta::new(&["og:url"]);
        let mut generator = Meta::new(&["generator"]);
        let mut types = 0;
        for [row, name, start, stop] in &table.attributes.entries {
            let (Ok(name), row) = (u16::try_from(*name), *row as usize) else { continue };
            let value = || table.source.slice(*start as usize..*stop as usize);
            match (name, table.tag[row]) {
                (attr::NAME | attr::PROPERTY, tag::META) => {
                    let value = value();
                    sign(value.as_bytes(), META);
                    for meta in [&mut title, &mut description, &mut kind, &mut url, &mut generator]
                    {
                        meta.named(row, value);
                    }
                }
                (attr::CONTENT, tag::META) => {
                    let value = value();
                    for meta in [&mut title, &mut description, &mut kind, &mut url, &mut generator]
                    {
                        meta.content(row, value);
                    }
                }
                (attr::REL, tag::LINK) => {
                    sign(value().as_bytes(), RELATION);
                    canonical.named(row, value());
                }
                (attr::TYPE, tag::LINK) => sign(value().as_bytes(), MEDIA),
                (attr::HREF, tag::LINK) => canonical.content(row, value()),
                (attr::ITEMTYPE, _) => {
                    let name = value().rsplit('/').next().unwrap_or_default();
                    sign(name.as_bytes(), SCHEMA);
                    types |= schema_type(name);
                }
                (attr::TYPE, tag::SCRIPT)
                    if value().eq_ignore_ascii_case("application/ld+json") =>
                {
                    let (start, stop) = (table.start[row] as usize, table.stop[row] as usize);
                    types_in_json(&table.source.bytes()[start..stop], |name| {
                        sign(name.as_bytes(), SCHEMA);
                        types |= schema_type(name);
                    });
                }
                _ => {}
            }
        }
        sign(kind.value.trim().as_bytes(), KIND);
        sign(generator.value.as_bytes(), GENERATOR);
        let title = title_element(table).unwrap_or(title.value);
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

    /// The declarations of a page, and the signs of its type among them, hashed.
    pub(crate) fn with_signs(table: &Table, mut found: impl FnMut(u16)) -> Self {
        Self::read(table, |value, seed| match seed {
            GENERATOR => each(value, seed, &mut found),
            _ => found(whole(value, seed)),
        })
    }
}

/// The text of the first `title` that has any.
fn title_element(table: &Table) -> Option<String> {
    let titles = (0..table.len()).filter(|row| table.tag[*row] == tag::TITLE);
    let text = |row: usize| -> String {
        (row + 1..table.end[row] as usize).map(|row| table.text_of(row)).collect()
    };
    titles.map(text).find(|text| !text.trim().is_empty())
}

/// The first value that `meta` elements give under one of the names.
struct Meta<'a> {
    names: &'a [&'a str],
    /// The last row that has one of the names, and the last that has content, with it.
    named: Option<usize>,
    content: Option<(usize, &'a str)>,
    value: String,
}

impl<'a> Meta<'a> {
    fn new(names: &'a [&'a str]) -> Self {
        Self { names, named: None, content: None, value: String::new() }
    }

    fn named(&mut self, row: usize, name: &str) {
        if self.names.iter().any(|known| name.eq_ignore_ascii_case(known)) {
            self.named = Some(row);
            self.settle();
        }
    }

    fn content(&mut self, row: usize, content: &'a str) {
        self.content = Some((row, content));
        self.settle();
    }

    fn settle(&mut self) {
        if let Some((row, content)) = self.content
            && self.named == Some(row)
            && self.value.is_empty()
        {
            let value = attribute_value(content);
            if !value.trim().is_empty() {
                self.value = value.into_owned();
            }
        }
    }
}

fn types_in_json(json: &[u8], mut found: impl FnMut(&str)) {
    for at in memmem::find_iter(json, b"\"@type\"") {
        let rest = &json[at + 7..json.len().min(at + 120)];
        let mut quotes = memchr::memchr_iter(b'"', rest);
        if let (Some(open), Some(close)) = (quotes.next(), quotes.next()) {
            std::str::from_utf8(&rest[open + 1..close]).into_iter().for_each(&mut found);
        }
    }
}

fn schema_type(name: &str) -> u8 {
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
