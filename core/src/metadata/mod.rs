//! What a page says about itself: title, authors, dates, and where each was found.
//!
//! `markup` collects what attributes say in one pass, `things` reads JSON-LD; then each field is
//! taken from its best source. The visible page is asked last, and near the title only.

mod bylines;
mod dates;
mod json;
mod kinds;
mod language;
mod markup;
mod names;
mod outside;
mod people;
mod shown;
mod things;
mod titles;
mod visible;
mod words;

use std::borrow::Cow;
use std::cell::OnceCell;

use crate::parse::columns::Table;
use crate::parse::entities::attribute_value;
use crate::parse::names::attr;
use crate::table::urls;

use markup::{Markup, attribute};
use shown::Shown;
use things::Things;
use titles::{SiteNames, Titles};
use visible::Near;

pub use language::detect as detect_language;

/// A field of the metadata. One with several values has them in the order of the page.
#[derive(Clone, Debug, PartialEq)]
pub struct Field {
    pub name: &'static str,
    pub values: Vec<String>,
    /// Where it was found: `json-ld: datePublished`, `meta: og:title`, `h1`.
    pub source: String,
    /// The row that has it; -1 where it is the page's URL.
    pub row: i32,
}

impl Field {
    fn new(name: &'static str, values: Vec<String>, source: Origin, row: usize) -> Self {
        Self { name, values, source: source.text(), row: row as i32 }
    }

    /// Whether it may have several values.
    pub fn has_several(&self) -> bool {
        matches!(self.name, "authors" | "tags" | "types")
    }
}

/// A text that may be a value, and where it is from.
#[derive(Clone, Debug, PartialEq)]
struct Candidate {
    text: String,
    source: Origin,
    row: usize,
}

/// Where something was found, and under which name there; the one or the other may be empty.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Origin(&'static str, &'static str);

impl Candidate {
    fn new(text: &str, source: impl Into<Origin>, row: usize) -> Self {
        Self { text: tidy(text), source: source.into(), row }
    }

    fn into_field(self, name: &'static str) -> Field {
        Field::new(name, vec![self.text], self.source, self.row)
    }
}

impl From<&'static str> for Origin {
    fn from(place: &'static str) -> Self {
        Self(place, "")
    }
}

impl From<(&'static str, &'static str)> for Origin {
    fn from((place, name): (&'static str, &'static str)) -> Self {
        Self(place, name)
    }
}

impl Origin {
    fn text(self) -> String {
        if self.1.is_empty() { self.0.to_owned() } else { [self.0, ": ", self.1].concat() }
    }
}

impl Table {
    /// What the page says about itself; a field that it does not have is not among them.
    ///
    /// A date that cannot be read comes as it is written, under the field's name and `_raw`.
    pub fn metadata(&self, url: Option<&str>) -> Vec<Field> {
        let markup = Markup::new(self);
        let texts = markup.json_texts(self);
        let titles = Titles::new(self, &markup);
        let roots = things::roots(&texts);
        let things = Things::new(&roots, &titles.keys());
        let mut fields = Vec::with_capacity(16);
        let base =
            join(url, markup.base.map(attribute_value).as_deref()).or(url.map(str::to_owned));
        let declared = declared_language(&markup, &things);
        let language = declared.as_ref().map_or("", |found| found.text.as_str()).to_owned();
        let canonical = canonical(&markup, base.as_deref());
        let site = site_name(&markup, &things);
        let address =
            canonical.as_ref().map(|found| found.text.as_str()).or(url).map(str::to_owned);
        let mut names: Vec<Cow<str>> = things.organisations().collect();
        names.extend(site.iter().map(|found| Cow::Borrowed(found.text.as_str())));
        let names = SiteNames::new(&names, address.as_deref());
        let title = titles::title(&titles, &things, &names);
        let near = title
            .as_ref()
            .and_then(|title| Near::new(self, title, &titles.rows, &markup, &language));
        let page = About {
            table: self,
            markup: &markup,
            things: &things,
            site: &names,
            shown: near.as_ref().map(Near::dates).unwrap_or_default(),
            near,
            signed: OnceCell::new(),
            language: &language,
            address,
        };
        let mut authors = None;
        if !page.is_listing() {
            authors = people::authors(&page);
            fields.extend(dates(&page, authors.is_some()));
        }
        fields.extend(title.map(|title| title.found.into_field("title")));
        fields.extend(authors);
        fields.extend(declared.map(|found| found.into_field("language")));
        fields.extend(site.map(|found| found.into_field("site_name")));
        fields.extend(canonical.map(|found| found.into_field("url")));
        fields.extend(description(&markup, &things));
        fields.extend(image(&markup, &things, base.as_deref()));
        fields.extend(tags(self, &markup, &things));
        fields.extend(license(self, &markup, &things, base.as_deref()));
        fields.extend(types(&markup, &things));
        fields
    }
}

/// What the fields are made from.
struct About<'a> {
    table: &'a Table,
    markup: &'a Markup<'a>,
    things: &'a Things<'a>,
    site: &'a SiteNames,
    near: Option<Near<'a>>,
    /// Who stands beside the title, once that was asked.
    signed: OnceCell<Option<Field>>,
    /// The dates that the page shows beside its title.
    shown: Shown,
    language: &'a str,
    /// Where the page is, by its canonical link or as it was given.
    address: Option<String>,
}

impl About<'_> {
    /// Whether it is a list of others, or the front page of a site: these have no author and no
    /// date, but what they list has.
    fn is_listing(&self) -> bool {
        let path = self.address.as_deref().and_then(|address| address.split("://").nth(1));
        let path = path.and_then(|rest| rest.split_once('/')).map(|(_, path)| path);
        let is_own = || self.is_posting() || self.things.has_person();
        (path == Some("") && !is_own()) || self.things.is_collection()
    }

    /// Whether the page says that it is written by someone on some day.
    fn is_posting(&self) -> bool {
        self.markup.is_article() || self.things.has_posting()
    }

    /// Whether the page has a date, declared or beside its title, or is an article in JSON-LD.
    fn is_dated(&self) -> bool {
        self.things.has_article()
            || !self.shown.days.is_empty()
            || self.markup.metas_named(&PUBLISHED).next().is_some()
    }

    /// Whether the page says that it is an article, or has the date of one.
    fn is_article(&self) -> bool {
        self.markup.is_article() || self.things.has_article() || !self.shown.days.is_empty()
    }
}

/// White space collapsed, and references that were escaped twice resolved.
fn tidy(text: &str) -> String {
    let decoded: Cow<str>;
    let text = if text.contains('&') {
        let once = attribute_value(text);
        // In scripts nothing is resolved before.
        decoded = if once.contains("&amp;") {
            Cow::Owned(attribute_value(&once).into_owned())
        } else {
            once
        };
        decoded.as_ref()
    } else {
        text
    };
    if is_tidy(text) {
        return text.to_owned();
    }
    let mut out = String::with_capacity(text.len());
    if text.is_ascii() {
        for word in text.split_ascii_whitespace() {
            if !out.is_empty() {
                out.push(' ');
            }
            out.push_str(word);
        }
        return out;
    }
    for word in text.split_whitespace() {
        if !out.is_empty() {
            out.push(' ');
        }
        // Soft hyphens and marks of direction are no part of a word.
        let is_shown = |c: &char| {
            !matches!(c, '\u{ad}' | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{feff}' | '¶')
        };
        if word.is_ascii() {
            out.push_str(word);
        } else {
            out.extend(word.chars().filter(is_shown));
        }
    }
    out.truncate(out.trim_end().len());
    out
}

/// Whether a text has but visible ASCII, and single blanks between its words.
fn is_tidy(text: &str) -> bool {
    let bytes = text.as_bytes();
    let is_blank = |byte: Option<&u8>| byte.is_some_and(|byte| *byte == b' ');
    // Without a branch many bytes are looked at together.
    let has_other = bytes.iter().fold(false, |any, byte| any | !(b' '..=b'~').contains(byte));
    let has_two = || bytes.windows(2).fold(false, |any, two| any | (two == b"  "));
    !has_other && !is_blank(bytes.first()) && !is_blank(bytes.last()) && !has_two()
}

fn join(base: Option<&str>, reference: Option<&str>) -> Option<String> {
    let reference = reference?.trim();
    if is_plain(reference) { Some(reference.to_owned()) } else { urls::join(base, reference) }
}

/// Whether an address is absolute and has nothing that the URL standard would write differently; most
/// that pages declare are so, and need not be taken apart.
fn is_plain(address: &str) -> bool {
    let rest = address.strip_prefix("https://").or_else(|| address.strip_prefix("http://"));
    let Some((host, path)) = rest.and_then(|rest| rest.split_once('/')) else { return false };
    let is_host = |byte: u8| byte.is_ascii_lowercase() || matches!(byte, b'.' | b'-');
    let is_path = |byte: u8| byte.is_ascii_alphanumeric() || b"/-_.?=&".contains(&byte);
    host.starts_with(|c: char| c.is_ascii_lowercase())
        && host.bytes().all(is_host)
        && !host.contains("--")
        && !host.contains("..")
        && path.bytes().all(is_path)
        && !path.starts_with('.')
        && !path.contains("/.")
}

fn declared_language(markup: &Markup, things: &Things) -> Option<Candidate> {
    let is_code = |found: &Candidate| {
        let code = found.text.split(['-', '_']).next().unwrap_or_default();
        (2..=3).contains(&code.len()) && code.bytes().all(|byte| byte.is_ascii_alphabetic())
    };
    let of_html = markup.language.map(|(row, raw)| Candidate::new(raw, "html: lang", row));
    let in_order = of_html
        .into_iter()
        .chain(markup.metas_named(&[
            "content-language",
            "language",
            "og:locale",
            "dc.language",
            "dcterms.language",
        ]))
        .chain(things.main_text("inLanguage"));
    in_order
        .map(|mut found| {
            // Several are separated by commas; the first is the page's.
            let first = found.text.split([',', ';', ' ']).next().unwrap_or_default();
            found.text = first.replace('_', "-");
            found
        })
        .find(is_code)
}

fn canonical(markup: &Markup, base: Option<&str>) -> Option<Candidate> {
    let link = markup.links.iter().find(|link| link.rel == "canonical");
    let link =
        link.map(|link| Candidate::new(&attribute_value(link.href), "link: canonical", link.row));
    link.into_iter().chain(markup.metas_named(&["og:url"])).find_map(|mut found| {
        found.text = join(base, Some(&found.text))?;
        found.text.starts_with("http").then_some(found)
    })
}

fn site_name(markup: &Markup, things: &Things) -> Option<Candidate> {
    let has_word = |found: &Candidate| words::has_word(&found.text);
    const OTHERS: [&str; 3] = ["application-name", "dc.publisher", "citation_journal_title"];
    let mut declared = markup.metas_named(&["og:site_name"]);
    declared
        .find(has_word)
        .or_else(|| things.name_of_type("WebSite"))
        .or_else(|| things.publisher())
        .or_else(|| markup.metas_named(&OTHERS).find(has_word))
}

fn description(markup: &Markup, things: &Things) -> Option<Field> {
    const NAMES: [&str; 5] = [
        "description",
        "og:description",
        "dc.description",
        "dcterms.description",
        "twitter:description",
    ];
    let found = markup.metas_named(&NAMES).next().or_else(|| things.main_text("description"))?;
    Some(found.into_field("description"))
}

fn image(markup: &Markup, things: &Things, base: Option<&str>) -> Option<Field> {
    const NAMES: [&str; 5] =
        ["og:image", "og:image:url", "og:image:secure_url", "twitter:image", "twitter:image:src"];
    let link = markup.links.iter().find(|link| link.rel == "image_src");
    let link =
        link.map(|link| Candidate::new(&attribute_value(link.href), "link: image_src", link.row));
    let mut found = markup.metas_named(&NAMES).next().or_else(|| things.image()).or(link)?;
    // Without a base a relative address stays as it is.
    if let Some(absolute) = join(base, Some(&found.text)) {
        found.text = absolute;
    }
    Some(found.into_field("image"))
}

fn license(table: &Table, markup: &Markup, things: &Things, base: Option<&str>) -> Option<Field> {
    let link = markup.links.iter().find(|link| link.rel == "license");
    let link =
        link.map(|link| Candidate::new(&attribute_value(link.href), "rel: license", link.row));
    let in_text = || {
        let mut rows = markup.license_links.iter();
        rows.find_map(|row| {
            let href = attribute(table, *row, attr::HREF)?;
            Some(Candidate::new(&href, "rel: license", *row))
        })
    };
    let mut found = link
        .or_else(in_text)
        .or_else(|| things.main_text("license"))
        .or_else(|| markup.metas_named(&RIGHTS).next())?;
    if let Some(absolute) = join(base, Some(&found.text)).filter(|_| !found.text.contains(' ')) {
        found.text = absolute;
    }
    Some(found.into_field("license"))
}

const RIGHTS: [&str; 4] = ["dcterms.license", "dc.rights", "dcterms.rights", "copyright"];
/// Most tags that are given: pages that repeat thousands have none that say anything.
const MOST_TAGS: usize = 100;

fn tags(table: &Table, markup: &Markup, things: &Things) -> Option<Field> {
    let (values, source, row): (_, Origin, _) =
        if let Some(first) = markup.metas_named(&["article:tag"]).next() {
            (
                markup.metas_named(&["article:tag"]).map(|tag| tag.text).collect(),
                first.source,
                first.row,
            )
        } else if let Some((values, row)) = things.keywords() {
            (values, ("json-ld", "keywords").into(), row)
        } else if let Some(found) =
            markup.metas_named(&["news_keywords", "keywords", "parsely-tags", "dc.subject"]).next()
        {
            (vec![found.text], found.source, found.row)
        } else {
            let first = *markup.tag_links.first()?;
            let texts =
                markup.tag_links.iter().take(MOST_TAGS).map(|row| words::text_below(table, *row));
            (texts.collect(), ("rel", "tag").into(), first)
        };
    let mut tags: Vec<String> = Vec::new();
    for tag in values.iter().flat_map(|value: &String| value.split([',', ';', '，', '、'])) {
        let tag = tidy(tag);
        if tags.len() < MOST_TAGS && !tag.is_empty() && !tags.contains(&tag) {
            tags.push(tag);
        }
    }
    (!tags.is_empty()).then(|| Field::new("tags", tags, source, row))
}

/// What kind of thing the page says it is about: `og:type` and the types of schema.org.
fn types(markup: &Markup, things: &Things) -> Option<Field> {
    let declared = markup.metas_named(&["og:type"]).next();
    let mut source = declared.as_ref().map(|found| found.source);
    let row = declared.as_ref().map(|found| found.row as i32);
    let mut values: Vec<String> = declared.into_iter().map(|found| found.text).collect();
    let (main, at) = things.main_types();
    if !main.is_empty() {
        source.get_or_insert(Origin("json-ld", "@type"));
    }
    values.extend(main);
    for (_, raw) in markup.scopes.iter().take(1) {
        let name = raw.trim().rsplit(['/', '#']).next().unwrap_or_default();
        source.get_or_insert(Origin("microdata", "itemtype"));
        if !name.is_empty() && !values.iter().any(|known| known == name) {
            values.push(name.to_owned());
        }
    }
    let row = row.or(at).or(markup.scopes.first().map(|(row, _)| *row as i32)).unwrap_or(-1);
    (!values.is_empty()).then(|| Field {
        name: "types",
        values,
        source: source.map(Origin::text).unwrap_or_default(),
        row,
    })
}

const PUBLISHED: [&str; 24] = [
    "article:published_time",
    "og:article:published_time",
    "article:published",
    "og:published_time",
    "datepublished",
    "citation_publication_date",
    "citation_online_date",
    "citation_date",
    "dc.date.issued",
    "dcterms.issued",
    "dcterms.created",
    "dc.date.created",
    "sailthru.date",
    "parsely-pub-date",
    "cxenseparse:publishtime",
    "article.published",
    "publish-date",
    "publish_date",
    "published-date",
    "publication_date",
    "pubdate",
    "published",
    "og:publish_date",
    "date",
];
/// Of these, names that only what is published has.
const DATED: [&str; 3] =
    ["article:published_time", "og:article:published_time", "parsely-pub-date"];
const MODIFIED: [&str; 10] = [
    "article:modified_time",
    "og:article:modified_time",
    "datemodified",
    "og:updated_time",
    "dcterms.modified",
    "dc.date.modified",
    "article.updated",
    "last-modified",
    "revised",
    "modified",
];

/// When the page was published and changed.
fn dates(page: &About, has_authors: bool) -> Vec<Field> {
    let (markup, things, shown) = (page.markup, page.things, &page.shown);
    let mut fields = Vec::new();
    let modified = things
        .article_text(&["dateModified"])
        .chain(markup.metas_named(&MODIFIED))
        .chain(markup.item("dateModified"))
        .chain(things.page_text("dateModified"));
    let modified = first_date(modified, page.language);
    let of_thing = things.article_text(&["datePublished", "dateCreated", "uploadDate"]);
    let of_markup = markup.metas_named(&PUBLISHED).chain(markup.item("datePublished"));
    let published = first_date(of_thing.chain(of_markup), page.language);
    // What is no article was made some day, but not published.
    let is_dated = || markup.metas_named(&DATED).next().is_some();
    let is_article = has_authors || page.is_posting() || !shown.days.is_empty() || is_dated();
    let published = match published {
        Ok(found) => {
            if is_article {
                Ok(found)
            } else {
                Err(None)
            }
        }
        Err(raw) => {
            // Every page has the date of a page; only that of an article says something.
            let is_article = has_authors || shown.published.is_some();
            let of_page = things.page_text("datePublished").filter(|_| is_article);
            first_date(of_page.into_iter(), page.language).map_err(|other| raw.or(other))
        }
    };
    let changed = modified.as_ref().ok().map(|found| found.text.as_str());
    match (better_shown(published.as_ref().ok(), shown, changed), published) {
        (Some(found), _) => fields.push(found.into_field("published")),
        (None, Ok(found)) => fields.push(found.into_field("published")),
        (None, Err(raw)) => {
            let none = shown.modified.is_none() && has_authors;
            let of_url = || date_of_url(page.address.as_deref(), page.is_article());
            if let Some(found) = of_url().or_else(|| none.then(|| shown::only_date(page)).flatten())
            {
                fields.push(found.into_field("published"));
            } else if let Some(raw) = raw {
                fields.push(raw.into_field("published_raw"));
            }
        }
    }
    match (modified, &shown.modified) {
        (Ok(found), _) => fields.push(found.into_field("modified")),
        (Err(_), Some(found)) => fields.push(found.clone().into_field("modified")),
        (Err(Some(raw)), None) => fields.push(raw.into_field("modified_raw")),
        (Err(None), None) => {}
    }
    fields
}

/// The day that the address of the page gives, as many blogs and papers have it.
fn date_of_url(address: Option<&str>, is_article: bool) -> Option<Candidate> {
    let path = address?.split("://").nth(1)?.split(['?', '#']).next()?;
    let path = path.split_once('/')?.1;
    let digits = path.find(|c: char| c.is_ascii_digit()).filter(|_| is_article)?;
    // A longer number is that of the page, and no seconds since 1970.
    let length = path[digits..].bytes().take_while(u8::is_ascii_digit).count();
    let found = dates::find(&path[digits..], "").filter(|_| length <= 8)?;
    Some(Candidate::new(&found.moment.day(), "url", 0))
}

/// The date beside the title, where none is declared, or one that the page does not show: many
/// programs declare the day on which a page was written out.
fn better_shown(
    declared: Option<&Candidate>,
    shown: &Shown,
    changed: Option<&str>,
) -> Option<Candidate> {
    let found = shown.published.as_ref()?;
    let Some(declared) = declared else { return Some(found.clone()) };
    let is_shown = |date: &str| shown.days.iter().any(|day| date.starts_with(&day.day()));
    let is_change = changed.is_some_and(|changed| found.text.get(..10) == changed.get(..10));
    (!is_shown(&declared.text) && !is_change && !shown.is_doubtful).then(|| found.clone())
}

/// Whether a text is what programs write where they have no date: a day of the year 0, or of those
/// beside it.
fn is_zero(text: &str) -> bool {
    ["0000-", "0001-", "-0001-", "-0000-", "-1-"].iter().any(|year| text.starts_with(year))
}

/// The first candidate that is a date, as ISO has it; or the first that cannot be read.
fn first_date(
    candidates: impl Iterator<Item = Candidate>,
    language: &str,
) -> Result<Candidate, Option<Candidate>> {
    let mut raw = None;
    for mut candidate in candidates {
        if let Some(found) = dates::find(&candidate.text, language) {
            if found.moment.is_zero() {
                continue;
            }
            candidate.text = found.moment.to_string();
            return Ok(candidate);
        }
        if raw.is_none() && words::has_word(&candidate.text) && !is_zero(&candidate.text) {
            raw = Some(candidate);
        }
    }
    Err(raw)
}

#[cfg(test)]
mod tests {
    use super::is_plain;
    use crate::table::urls;

    #[test]
    fn plain_addresses_are_those_that_stay() {
        for address in ["https://a.example/", "http://www.a-b.example/c/d.html?e=f&g=/h"] {
            assert!(is_plain(address), "{address}");
            assert_eq!(urls::join(None, address).as_deref(), Some(address));
        }
        for address in [
            "https://a.example",
            "https://A.example/",
            "https://xn--4ca.example/",
            "https://1.2.3/",
            "https://a.example:80/",
            "https://a.example/b/../c",
            "https://a.example/./c",
            "https://a.example/b c",
            "https://a.example/ä",
            "ftp://a.example/",
            "/b",
        ] {
            assert!(!is_plain(address), "{address}");
        }
    }
}
