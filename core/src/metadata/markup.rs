//! What attributes say, collected in one pass: `meta`, `link`, relations and microdata.

use std::borrow::Cow;
use std::ops::Range;

use crate::metadata::candidate::Candidate;
use crate::metadata::things::is_article;
use crate::metadata::words;
use crate::parse::columns::Table;
use crate::parse::entities::attribute_value;
use crate::parse::names::{attr, tag};

/// A `meta` element that has a name and a content.
struct Meta<'t> {
    row: usize,
    /// As it is written; of several, the first.
    name: &'t [u8],
    /// Where it is in the source.
    content: (usize, usize),
}

/// A `link` with one relation that is of interest.
pub(crate) struct Link<'t> {
    pub(crate) row: usize,
    pub(crate) rel: &'static str,
    pub(crate) href: &'t str,
}

pub(crate) struct Markup<'t> {
    table: &'t Table,
    metas: Vec<Meta<'t>>,
    /// The marks of all their names.
    marks: u64,
    pub(crate) links: Vec<Link<'t>>,
    pub(crate) tag_links: Vec<usize>,
    pub(crate) author_links: Vec<usize>,
    pub(crate) license_links: Vec<usize>,
    pub(crate) language: Option<(usize, &'t str)>,
    json: Vec<usize>,
    /// Rows with `itemprop` or RDFa's `property`, outside `meta`, and its value.
    pub(crate) items: Vec<(usize, &'t str)>,
    /// Rows with `itemtype`, and its value.
    pub(crate) scopes: Vec<(usize, &'t str)>,
    pub(crate) times: Vec<(usize, &'t str)>,
}

/// Most values of a property that are looked at: what stands further down is not the page's.
const MOST_ITEMS: usize = 100;
/// Names of `meta` elements that are also properties of microdata, and how these are spelled.
const ITEMS: [(&str, &str); 3] =
    [("datepublished", "datePublished"), ("datemodified", "dateModified"), ("author", "author")];
const RELATIONS: [&str; 3] = ["canonical", "license", "image_src"];

/// Lengths of the relations that most links have: `nofollow`, `noreferrer` and `noopener`, alone and
/// together. None that is of interest has one of these, so they need not be looked at.
const UNREAD: [i32; 4] = [8, 10, 17, 19];

/// Whether an attribute is of interest, by its number.
const IS_READ: [bool; 256] = {
    let mut is_read = [false; 256];
    let read = [
        attr::NAME,
        attr::PROPERTY,
        attr::ITEMPROP,
        attr::HTTP_EQUIV,
        attr::CONTENT,
        attr::REL,
        attr::HREF,
        attr::LANG,
        attr::TYPE,
        attr::ITEMTYPE,
        attr::DATETIME,
    ];
    let mut at = 0;
    while at < read.len() {
        is_read[read[at] as usize] = true;
        at += 1;
    }
    is_read
};

/// What one row has of what belongs together: where it is in the source.
#[derive(Default)]
struct Pending {
    row: usize,
    name: Option<(usize, usize)>,
    content: Option<(usize, usize)>,
    rel: Option<(usize, usize)>,
    href: Option<(usize, usize)>,
}

impl<'t> Markup<'t> {
    pub(crate) fn new(table: &'t Table) -> Self {
        let mut markup = Self {
            table,
            metas: Vec::with_capacity(64),
            marks: 0,
            links: Vec::new(),
            tag_links: Vec::new(),
            author_links: Vec::new(),
            license_links: Vec::new(),
            language: None,
            json: Vec::new(),
            items: Vec::new(),
            scopes: Vec::new(),
            times: Vec::new(),
        };
        let mut pending = Pending::default();
        for &[row, name, start, stop] in &table.attributes.entries {
            if IS_READ.get(name as usize) != Some(&true) {
                continue;
            }
            let (row, name) = (row as usize, name as u16);
            let tag = table.tag[row];
            // Most attributes are addresses of links, which are not asked for.
            if name == attr::HREF && tag == tag::A {
                continue;
            }
            let place = (start as usize, stop as usize);
            let value = || table.source.slice(place.0..place.1);
            let is_pending = matches!(tag, tag::META | tag::LINK);
            if is_pending && pending.row != row {
                markup.settle(std::mem::take(&mut pending));
                pending.row = row;
            }
            match (name, tag) {
                // `property` says more than `name`, which may be the same for all.
                (attr::PROPERTY, tag::META) => pending.name = Some(place),
                (attr::NAME | attr::ITEMPROP | attr::HTTP_EQUIV, tag::META) => {
                    pending.name = pending.name.or(Some(place));
                }
                (attr::CONTENT, tag::META) => pending.content = Some(place),
                (attr::REL, tag::LINK) => pending.rel = Some(place),
                (attr::HREF, tag::LINK) => pending.href = Some(place),
                (attr::REL, tag::A) if !UNREAD.contains(&(stop - start)) => {
                    markup.relate(row, value());
                }
                (attr::LANG, tag::HTML) => markup.language = Some((row, value())),
                (attr::TYPE, tag::SCRIPT) if stop - start >= 19 && is_json_ld(value()) => {
                    markup.json.push(row)
                }
                (attr::ITEMPROP | attr::PROPERTY, _) => markup.items.push((row, value())),
                (attr::ITEMTYPE, _) => markup.scopes.push((row, value())),
                (attr::DATETIME, tag::TIME) => markup.times.push((row, value())),
                _ => {}
            }
        }
        markup.settle(pending);
        markup
    }

    fn settle(&mut self, pending: Pending) {
        let row = pending.row;
        let source = self.table.source.bytes();
        let bytes = |(start, stop): (usize, usize)| source.get(start..stop).unwrap_or_default();
        if let (Some(name), Some(content)) = (pending.name, pending.content) {
            let mut names = bytes(name).split(u8::is_ascii_whitespace);
            let name = names.find(|name| !name.is_empty()).unwrap_or_default();
            self.marks |= mark(name);
            self.metas.push(Meta { row, name, content });
        }
        let (Some(rels), Some((start, stop))) = (pending.rel, pending.href) else { return };
        for rel in bytes(rels).split(u8::is_ascii_whitespace) {
            let is = |known: &&str| rel.eq_ignore_ascii_case(known.as_bytes());
            if let Some(rel) = RELATIONS.into_iter().find(is) {
                let href = self.table.source.slice(start..stop);
                self.links.push(Link { row, rel, href });
            }
        }
    }

    /// Takes the relations of a link in the text.
    fn relate(&mut self, row: usize, rels: &str) {
        for rel in rels.split_ascii_whitespace() {
            if rel.eq_ignore_ascii_case("tag") {
                self.tag_links.push(row);
            } else if rel.eq_ignore_ascii_case("author") {
                self.author_links.push(row);
            } else if rel.eq_ignore_ascii_case("license") {
                self.license_links.push(row);
            }
        }
    }

    /// The contents of the `meta` elements of these names, name by name.
    pub(crate) fn metas_named<'a>(
        &'a self,
        names: &'a [&'static str],
    ) -> impl Iterator<Item = Candidate> + 'a {
        // Of the names that are asked for a page has few.
        let may_have = |name: &&&str| self.marks & mark(name.as_bytes()) != 0;
        names.iter().filter(may_have).flat_map(move |name| {
            let is_named = |meta: &&Meta| is_called(meta.name, name.as_bytes());
            let named = self.metas.iter().filter(is_named);
            let found = named.map(move |meta| {
                let content = attribute_value(self.content(meta));
                self.candidate(&content, name, meta.row)
            });
            found.filter(|found| !found.text.is_empty())
        })
    }

    /// What a `meta` element says. Some names are microdata's too, and what these say of another
    /// thing is empty here.
    fn candidate(&self, content: &str, name: &'static str, row: usize) -> Candidate {
        let Some((_, item)) = ITEMS.iter().find(|(known, _)| *known == name) else {
            return Candidate::new(content, ("meta", name), row);
        };
        let has = |name: u16| attribute(self.table, row, name).is_some();
        if !has(attr::ITEMPROP) || has(attr::PROPERTY) || has(attr::NAME) {
            return Candidate::new(content, ("meta", name), row);
        }
        let content = if self.is_own(row) { content } else { "" };
        Candidate::new(content, ("microdata", *item), row)
    }

    fn content(&self, meta: &Meta) -> &'t str {
        self.table.source.slice(meta.content.0..meta.content.1)
    }

    /// Whether the head of the page says that it is an article.
    pub(crate) fn is_article(&self) -> bool {
        let is_kind = |content: &str| content.to_ascii_lowercase().contains("article");
        let is_type = |meta: &&Meta| meta.name.eq_ignore_ascii_case(b"og:type");
        self.metas.iter().filter(is_type).any(|meta| is_kind(self.content(meta)))
            || self.scopes.iter().any(|(_, raw)| is_article_type(raw))
    }

    /// The values of a property in microdata or RDFa, in the order of the page; what belongs to a
    /// review, a comment or another thing beside the page's own is left out.
    pub(crate) fn item<'a>(&'a self, name: &'static str) -> impl Iterator<Item = Candidate> + 'a {
        self.item_rows(name).map(move |row| {
            let text = self.value(row);
            Candidate::new(&text, ("microdata", name), row)
        })
    }

    pub(crate) fn item_rows<'a>(&'a self, name: &'static str) -> impl Iterator<Item = usize> + 'a {
        let is_named = move |value: &str| {
            value
                .split_ascii_whitespace()
                .any(|one| one.rsplit(':').next().unwrap_or_default().eq_ignore_ascii_case(name))
        };
        let rows = self.items.iter().filter(move |(_, value)| is_named(value)).take(MOST_ITEMS);
        rows.map(|(row, _)| *row).filter(|row| self.is_own(*row))
    }

    /// Whether a property is one of what the page is about, by the things it stands in.
    fn is_own(&self, row: usize) -> bool {
        let around =
            |(scope, _): &&(usize, &str)| *scope < row && row < self.table.end[*scope] as usize;
        !self.scopes.iter().filter(around).any(|(_, raw)| is_other(raw))
    }

    /// The rows, of some, of things that are beside what the page is about.
    pub(crate) fn others(&self, rows: &Range<usize>) -> impl Iterator<Item = usize> {
        let near = self.scopes.iter().filter(|(row, _)| rows.contains(row));
        near.filter(|(_, raw)| is_other(raw)).map(|(row, _)| *row)
    }

    /// What a row with a property says: its `content`, `datetime`, or text.
    pub(crate) fn value(&self, row: usize) -> String {
        for name in [attr::CONTENT, attr::DATETIME] {
            let value = attribute(self.table, row, name).filter(|value| words::has_word(value));
            if let Some(value) = value {
                return value.into_owned();
            }
        }
        words::text_below(self.table, row)
    }

    /// The rows and texts of JSON-LD.
    pub(crate) fn json_texts(&self, table: &'t Table) -> Vec<(usize, &'t str)> {
        let text = |row: &usize| {
            let first = row + 1;
            if first >= table.end[*row] as usize {
                return None;
            }
            // The text of a script is kept in the source only.
            let range = table.start[first] as usize..table.stop[first] as usize;
            let bytes = table.source.bytes().get(range)?;
            Some((*row, simdutf8::basic::from_utf8(bytes).ok()?))
        };
        self.json.iter().filter_map(text).collect()
    }
}

/// Whether a name is another, whatever its case: `DC:Title` is `dc.title`.
fn is_called(name: &[u8], known: &[u8]) -> bool {
    let plain = |byte: &u8| if *byte == b':' { b'.' } else { byte.to_ascii_lowercase() };
    name.len() == known.len() && name.iter().map(plain).eq(known.iter().map(plain))
}

/// One bit of 64, by the length of a name and its last letter.
fn mark(name: &[u8]) -> u64 {
    let last = name.last().map_or(0, u8::to_ascii_lowercase);
    1 << ((name.len() * 5 + usize::from(last)) % 64)
}

/// Whether microdata's type is that of a thing beside the page's own.
fn is_other(raw: &str) -> bool {
    matches!(
        raw.trim().rsplit(['/', '#']).next().unwrap_or_default(),
        "Review"
            | "Comment"
            | "UserComments"
            | "Answer"
            | "Product"
            | "Offer"
            | "ListItem"
            | "WPSideBar"
            | "WPFooter"
            | "VideoObject"
            | "ImageObject"
    )
}

/// Whether microdata's type is one of those that are written by someone on some day.
fn is_article_type(raw: &str) -> bool {
    is_article(raw.trim().rsplit(['/', '#']).next().unwrap_or_default())
}

/// One attribute of one row. It is searched for: an index of all would cost more than is asked.
pub(crate) fn attribute(table: &Table, row: usize, name: u16) -> Option<Cow<'_, str>> {
    let row = table.original(row);
    let entries = &table.attributes.entries;
    // Attributes are in the order of the source.
    let first = entries.partition_point(|entry| entry[2] < table.start[row]);
    let mut own = entries[first..].iter().take_while(|entry| entry[0] as usize == row);
    let [_, _, start, stop] = *own.find(|entry| entry[1] == i32::from(name))?;
    Some(attribute_value(table.source.slice(start as usize..stop as usize)))
}

fn is_json_ld(kind: &str) -> bool {
    let kind = kind.split(';').next().unwrap_or_default();
    kind.trim().eq_ignore_ascii_case("application/ld+json")
}
