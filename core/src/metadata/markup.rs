//! Collect metadata from attributes in one pass: `meta`, `link`, link relations and microdata.

use std::borrow::Cow;
use std::ops::Range;

use crate::metadata::candidate::Candidate;
use crate::metadata::json_ld::is_article;
use crate::metadata::words;
use crate::parse::columns::Table;
use crate::parse::entities::attribute_value;
use crate::parse::names::{attr, tag};
use crate::table::comments::is_comment_type;
use crate::table::json::is_json_ld;

/// A `meta` element with a name and a content.
struct Meta<'t> {
    row: usize,
    /// The first name, as written.
    name: &'t [u8],
    mark: u64,
    /// The range of the content in the source.
    content: (usize, usize),
}

/// A `link` with one of the relations in [`RELATIONS`].
pub(crate) struct Link<'t> {
    pub(crate) row: usize,
    pub(crate) rel: &'static str,
    pub(crate) href: &'t str,
}

/// The metadata in the attributes of a page.
pub(crate) struct Markup<'t> {
    table: &'t Table,
    metas: Vec<Meta<'t>>,
    /// The marks of all names in `metas`, to skip names that the page lacks.
    marks: u64,
    pub(crate) links: Vec<Link<'t>>,
    pub(crate) tag_links: Vec<usize>,
    pub(crate) author_links: Vec<usize>,
    pub(crate) license_links: Vec<usize>,
    pub(crate) language: Option<(usize, &'t str)>,
    /// Rows of JSON-LD scripts.
    json: Vec<usize>,
    /// Rows with `itemprop` or RDFa's `property` outside `meta`, and its value.
    pub(crate) items: Vec<(usize, &'t str)>,
    /// Rows with `itemtype`, and its value.
    pub(crate) scopes: Vec<(usize, &'t str)>,
    pub(crate) times: Vec<(usize, &'t str)>,
}

/// Values of a property to read. Later ones do not belong to the page itself.
const MAX_ITEMS: usize = 100;
/// Names of `meta` elements that are also properties of microdata, with the spelling there.
const ITEMS: [(&str, &str); 3] =
    [("datepublished", "datePublished"), ("datemodified", "dateModified"), ("author", "author")];
const RELATIONS: [&str; 3] = ["canonical", "license", "image_src"];

/// Lengths of the relations that most links have: `nofollow`, `noreferrer` and `noopener`, alone
/// and together. No relation that is read here has such a length, so these can be skipped.
const SKIPPED_LENGTHS: [i32; 4] = [8, 10, 17, 19];

/// The elements whose attributes are read, one bit each. All others share the last bit.
const ELEMENTS: [u16; 6] = [tag::META, tag::LINK, tag::SCRIPT, tag::A, tag::HTML, tag::TIME];
const OTHERS: u8 = 1 << ELEMENTS.len();

/// The bit of an element, by the number of its tag.
const ELEMENT_BITS: [u8; 256] = {
    let mut bits = [OTHERS; 256];
    let mut at = 0;
    while at < ELEMENTS.len() {
        bits[ELEMENTS[at] as usize] = 1 << at;
        at += 1;
    }
    bits
};

/// The elements in which an attribute is read, by the number of the attribute. Most attributes are
/// classes and the addresses of links, which are not read.
const READ_IN: [u8; 256] = {
    let [meta, link, script, a, html, time, all] = [1, 2, 4, 8, 16, 32, u8::MAX];
    let mut read_in = [0; 256];
    read_in[attr::NAME as usize] = meta;
    read_in[attr::HTTP_EQUIV as usize] = meta;
    read_in[attr::CONTENT as usize] = meta;
    read_in[attr::REL as usize] = link | a;
    read_in[attr::LANG as usize] = html;
    read_in[attr::TYPE as usize] = script;
    read_in[attr::DATETIME as usize] = time;
    read_in[attr::PROPERTY as usize] = all;
    read_in[attr::ITEMPROP as usize] = all;
    read_in[attr::ITEMTYPE as usize] = all;
    read_in
};

/// The elements in which an attribute is read. The result for a number above 255 has no meaning.
fn read_in(name: i32) -> u8 {
    READ_IN[usize::from(name as u8)]
}

/// The attributes of one `meta` that belong together, as ranges of the source.
#[derive(Default)]
struct Pending {
    row: usize,
    name: Option<(usize, usize)>,
    content: Option<(usize, usize)>,
}

/// Attributes to check at once.
const CHUNK: usize = 4;

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
        let (chunks, rest) = table.attributes.entries.as_chunks::<CHUNK>();
        for chunk in chunks {
            if chunk.iter().fold(0, |any, [_, name, ..]| any | read_in(*name)) != 0 {
                markup.add_attributes(chunk, &mut pending);
            }
        }
        markup.add_attributes(rest, &mut pending);
        markup.add_pending(pending);
        markup
    }

    /// Adds the attributes that are read in their elements.
    fn add_attributes(&mut self, entries: &[[i32; 4]], pending: &mut Pending) {
        for entry in entries {
            let read_in = read_in(entry[1]);
            if read_in == 0 {
                continue;
            }
            let tag = self.table.tag[entry[0] as usize];
            if read_in & ELEMENT_BITS.get(usize::from(tag)).unwrap_or(&OTHERS) != 0 {
                self.add_attribute(*entry, tag, pending);
            }
        }
    }

    fn add_attribute(
        &mut self,
        [row, name, start, stop]: [i32; 4],
        tag: u16,
        pending: &mut Pending,
    ) {
        let (row, name) = (row as usize, name as u16);
        let place = (start as usize, stop as usize);
        let value = || self.table.source.slice(place.0..place.1);
        if tag == tag::META && pending.row != row {
            self.add_pending(std::mem::take(pending));
            pending.row = row;
        }
        match (name, tag) {
            // `property` is more specific than `name`, which may be the same for all.
            (attr::PROPERTY, tag::META) => pending.name = Some(place),
            (attr::NAME | attr::ITEMPROP | attr::HTTP_EQUIV, tag::META) => {
                pending.name = pending.name.or(Some(place));
            }
            (attr::CONTENT, tag::META) => pending.content = Some(place),
            (attr::REL, tag::LINK) => self.add_links(row, place),
            (attr::REL, tag::A) if !SKIPPED_LENGTHS.contains(&(stop - start)) => {
                self.add_relations(row, value());
            }
            (attr::LANG, tag::HTML) => self.language = Some((row, value())),
            (attr::TYPE, tag::SCRIPT) if stop - start >= 19 && is_json_ld(value()) => {
                self.json.push(row);
            }
            (attr::ITEMPROP | attr::PROPERTY, _) => self.items.push((row, value())),
            (attr::ITEMTYPE, _) => self.scopes.push((row, value())),
            (attr::DATETIME, tag::TIME) => self.times.push((row, value())),
            _ => {}
        }
    }

    fn add_pending(&mut self, pending: Pending) {
        let row = pending.row;
        let source = self.table.source.bytes();
        let bytes = |(start, stop): (usize, usize)| source.get(start..stop).unwrap_or_default();
        if let (Some(name), Some(content)) = (pending.name, pending.content) {
            let mut names = bytes(name).split(u8::is_ascii_whitespace);
            let name = names.find(|name| !name.is_empty()).unwrap_or_default();
            let mark = mark(name);
            self.marks |= mark;
            self.metas.push(Meta { row, name, mark, content });
        }
    }

    /// Adds the relations of a `link`.
    fn add_links(&mut self, row: usize, (start, stop): (usize, usize)) {
        let rels = self.table.source.bytes().get(start..stop).unwrap_or_default();
        // Most links are these.
        if rels == b"stylesheet" {
            return;
        }
        for rel in rels.split(u8::is_ascii_whitespace) {
            let is_same = |name: &&str| rel.eq_ignore_ascii_case(name.as_bytes());
            let Some(rel) = RELATIONS.into_iter().find(is_same) else { continue };
            let is_href = |(name, _): &(i32, &str)| *name == i32::from(attr::HREF);
            if let Some((_, href)) = self.table.raw_values(row).find(is_href) {
                self.links.push(Link { row, rel, href });
            }
        }
    }

    /// Adds the relations of a link in the text.
    fn add_relations(&mut self, row: usize, rels: &str) {
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

    /// The contents of the `meta` elements with these names, name by name.
    pub(crate) fn metas_named<'a>(
        &'a self,
        names: &'a [&'static str],
    ) -> impl Iterator<Item = Candidate> + 'a {
        // A page has few of the names, and `marks` rules out most of the others.
        let marked = names.iter().map(|name| (*name, mark(name.as_bytes())));
        let may_have = |(_, mark): &(&str, u64)| self.marks & mark != 0;
        marked.filter(may_have).flat_map(move |(name, mark)| {
            let is_named =
                move |meta: &&Meta| meta.mark == mark && is_same_name(meta.name, name.as_bytes());
            let named = self.metas.iter().filter(is_named);
            let candidates = named.map(move |meta| {
                let content = attribute_value(self.content(meta));
                self.make_candidate(&content, name, meta.row)
            });
            candidates.filter(|candidate| !candidate.text.is_empty())
        })
    }

    /// Makes the candidate of a `meta` element. Some names are also properties of microdata; if
    /// such a property belongs to another thing, the candidate is empty.
    fn make_candidate(&self, content: &str, name: &'static str, row: usize) -> Candidate {
        let Some((_, item)) = ITEMS.iter().find(|(meta, _)| *meta == name) else {
            return Candidate::new(content, ("meta", name), row);
        };
        let has = |name: u16| read_attribute(self.table, row, name).is_some();
        if !has(attr::ITEMPROP) || has(attr::PROPERTY) || has(attr::NAME) {
            return Candidate::new(content, ("meta", name), row);
        }
        let content = if self.is_own(row) { content } else { "" };
        Candidate::new(content, ("microdata", *item), row)
    }

    fn content(&self, meta: &Meta) -> &'t str {
        self.table.source.slice(meta.content.0..meta.content.1)
    }

    /// Whether `og:type` or a microdata type declares the page an article.
    pub(crate) fn is_article(&self) -> bool {
        let is_kind = |content: &str| content.to_ascii_lowercase().contains("article");
        let is_type = |meta: &&Meta| meta.name.eq_ignore_ascii_case(b"og:type");
        self.metas.iter().filter(is_type).any(|meta| is_kind(self.content(meta)))
            || self.scopes.iter().any(|(_, raw)| is_article_type(raw))
    }

    /// Whether the page declares itself a product.
    pub(crate) fn is_product(&self) -> bool {
        let is_kind = |meta: Candidate| meta.text.to_ascii_lowercase().contains("product");
        let is_type = |(_, raw): &(usize, &str)| raw.trim().ends_with("/Product");
        self.metas_named(&["og:type"]).any(is_kind) || self.scopes.iter().any(is_type)
    }

    /// The values of a property in microdata or RDFa, in the order of the page. Properties of a
    /// review, a comment or another thing than the page are left out.
    pub(crate) fn read_items<'a>(
        &'a self,
        name: &'static str,
    ) -> impl Iterator<Item = Candidate> + 'a {
        self.item_rows(name).map(move |row| {
            let text = self.read_value(row);
            Candidate::new(&text, ("microdata", name), row)
        })
    }

    pub(crate) fn item_rows<'a>(&'a self, name: &'static str) -> impl Iterator<Item = usize> + 'a {
        let is_named = move |value: &str| {
            value
                .split_ascii_whitespace()
                .any(|word| word.rsplit(':').next().unwrap_or_default().eq_ignore_ascii_case(name))
        };
        let rows = self.items.iter().filter(move |(_, value)| is_named(value)).take(MAX_ITEMS);
        rows.map(|(row, _)| *row).filter(|row| self.is_own(*row))
    }

    /// Whether a property belongs to the page itself, by the things around it.
    fn is_own(&self, row: usize) -> bool {
        let is_around =
            |(scope, _): &&(usize, &str)| *scope < row && row < self.table.end[*scope] as usize;
        !self.scopes.iter().filter(is_around).any(|(_, raw)| is_other_type(raw))
    }

    /// The rows in a range that begin a thing other than the page itself.
    pub(crate) fn find_other_things(&self, rows: &Range<usize>) -> impl Iterator<Item = usize> {
        let near = self.scopes.iter().filter(|(row, _)| rows.contains(row));
        near.filter(|(_, raw)| is_other_type(raw)).map(|(row, _)| *row)
    }

    /// The value of a property: its `content`, `datetime`, or text.
    pub(crate) fn read_value(&self, row: usize) -> String {
        for name in [attr::CONTENT, attr::DATETIME] {
            let value =
                read_attribute(self.table, row, name).filter(|value| words::has_word(value));
            if let Some(value) = value {
                return value.into_owned();
            }
        }
        words::text_below(self.table, row)
    }

    /// The rows and texts of the JSON-LD scripts.
    pub(crate) fn read_json_texts(&self, table: &'t Table) -> Vec<(usize, &'t str)> {
        let text = |row: &usize| {
            let first = row + 1;
            if first >= table.end[*row] as usize {
                return None;
            }
            // Only the source has the text of a script.
            let range = table.start[first] as usize..table.stop[first] as usize;
            let bytes = table.source.bytes().get(range)?;
            Some((*row, simdutf8::basic::from_utf8(bytes).ok()?))
        };
        self.json.iter().filter_map(text).collect()
    }
}

/// Whether two names are the same, ignoring case and colons: `DC:Title` is `dc.title`.
fn is_same_name(name: &[u8], other: &[u8]) -> bool {
    let fold = |byte: &u8| if *byte == b':' { b'.' } else { byte.to_ascii_lowercase() };
    name.len() == other.len() && name.iter().zip(other).all(|(a, b)| fold(a) == fold(b))
}

/// One bit of 64, chosen by the length of a name and its last letter.
fn mark(name: &[u8]) -> u64 {
    let last = name.last().map_or(0, u8::to_ascii_lowercase);
    1 << ((name.len() * 5 + usize::from(last)) % 64)
}

/// Whether a microdata type is that of another thing than the page itself.
fn is_other_type(raw: &str) -> bool {
    is_comment_type(raw)
        || matches!(
            raw.trim().rsplit(['/', '#']).next().unwrap_or_default(),
            "Review"
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

/// Whether a microdata type is an article in the wide sense.
fn is_article_type(raw: &str) -> bool {
    is_article(raw.trim().rsplit(['/', '#']).next().unwrap_or_default())
}

/// The value of an attribute of a row. A search is cheaper here than building an index of all.
pub(crate) fn read_attribute(table: &Table, row: usize, name: u16) -> Option<Cow<'_, str>> {
    let row = table.original(row);
    let entries = &table.attributes.entries;
    // Attributes are in source order.
    let first = entries.partition_point(|entry| entry[2] < table.start[row]);
    let mut own = entries[first..].iter().take_while(|entry| entry[0] as usize == row);
    let [_, _, start, stop] = *own.find(|entry| entry[1] == i32::from(name))?;
    Some(attribute_value(table.source.slice(start as usize..stop as usize)))
}
