//! Extract page metadata: title, authors, dates and more, each with its source.
//!
//! `markup` collects attributes in one pass, and `json_ld` reads JSON-LD. Then `titles`, `authors`,
//! `published` and `declared` choose the best `candidate` for each field. The visible text is the last
//! source, and only near the title.
//!
//! `data` reads the typed data of a page: the products, recipes and events that it declares.

mod author_words;
mod authors;
mod bylines;
mod candidate;
mod data;
mod date_kinds;
mod date_tokens;
mod dates;
mod declared;
mod elsewhere;
mod given_names;
mod json_ld;
mod language;
mod markup;
mod moment;
mod months;
mod names;
mod outside;
mod page_words;
mod places;
mod published;
mod reporters;
mod roles;
mod shown_dates;
mod site_names;
mod titles;
mod visible;
mod words;

use std::borrow::Cow;
use std::cell::OnceCell;

use crate::parse::columns::Table;

use json_ld::Things;
use markup::Markup;
use published::UrlDate;
use shown_dates::ShownDates;
use site_names::SiteNames;
use titles::{Title, Titles};
use visible::NearTitle;

pub use candidate::Field;
pub use data::{Data, Field as DataField, Record as DataRecord, ShownAmount, Value as DataValue};
pub use language::detect_language;

/// The dates in a text: each by ISO 8601, with its start and end as byte offsets. The language
/// decides the order of day and month; it may be empty.
pub fn find_dates(text: &str, language: &str) -> Vec<(String, usize, usize)> {
    if !dates::has_date(text) {
        return Vec::new();
    }
    let places = dates::find_dates(text, language).into_iter();
    places.map(|(moment, start, end)| (moment.to_string(), start, end)).collect()
}

impl Table {
    /// The page metadata. A field without a value is left out.
    ///
    /// A date that cannot be parsed is returned as written, under the field's name with `_raw`.
    pub fn metadata(&self, url: Option<&str>) -> Vec<Field> {
        let markup = Markup::new(self);
        let texts = markup.read_json_texts(self);
        let titles = Titles::new(self, &markup);
        let roots = json_ld::read_roots(&texts);
        let things = Things::new(&roots, &titles.keys());
        let mut fields = Vec::with_capacity(16);
        let base = self.base(url);
        let declared = declared::find_language(&markup, &things);
        let canonical = declared::find_canonical(&markup, base.as_deref());
        let site = declared::find_site_name(&markup, &things);
        let address = canonical.as_ref().map(|link| link.text.as_str()).or(url).map(str::to_owned);
        let language = declared::add_region(declared.as_ref(), &markup, address.as_deref());
        let mut names: Vec<Cow<str>> = things.organisations().collect();
        names.extend(site.iter().map(|name| Cow::Borrowed(name.text.as_str())));
        names.retain(|name| !titles.is_page_title(name));
        let sections = declared::find_sections(&markup, &things);
        let names = SiteNames::new(&names, &sections, address.as_deref());
        let title = titles::choose_title(self, &titles, &things, &names);
        let mut page = Evidence {
            table: self,
            markup: &markup,
            things: &things,
            site: &names,
            shown: ShownDates::default(),
            near: None,
            byline: OnceCell::new(),
            language: &language,
            url_date: published::find_url_date(address.as_deref()),
            address,
        };
        let mut authors = None;
        if !page.is_listing() {
            let near =
                |title: &Title| NearTitle::new(self, title, &titles.rows, &markup, &language);
            page.near = title.as_ref().and_then(near);
            page.shown = page.near.as_ref().map(NearTitle::find_dates).unwrap_or_default();
            if let (Some(near), Some(title)) = (&page.near, &title)
                && page.shown.days.is_empty()
                && let Some(next) = near.find_next(title, &titles.rows, &markup)
            {
                let shown = next.find_dates();
                if !shown.days.is_empty() {
                    (page.near, page.shown) = (Some(next), shown);
                }
            }
            authors = authors::find_authors(&page);
            fields.extend(published::find_dates(&page, authors.is_some()));
        }
        fields.extend(title.map(|title| title.candidate.into_field("title")));
        fields.extend(authors);
        fields.extend(declared.map(|code| code.into_field("language")));
        fields.extend(site.map(|name| name.into_field("site")));
        fields.extend(canonical.map(|link| link.into_field("url")));
        fields.extend(declared::find_description(&markup, &things));
        fields.extend(declared::find_image(&markup, &things, base.as_deref()));
        fields.extend(declared::find_tags(self, &markup, &things));
        fields.extend(declared::find_license(self, &markup, &things, base.as_deref()));
        fields.extend(declared::find_types(&markup, &things));
        fields
    }
}

/// The evidence about a page from which authors and dates are chosen.
struct Evidence<'a> {
    table: &'a Table,
    markup: &'a Markup<'a>,
    things: &'a Things<'a>,
    site: &'a SiteNames,
    near: Option<NearTitle<'a>>,
    /// The authors beside the title; computed when needed.
    byline: OnceCell<Option<Field>>,
    /// The dates that the page shows beside its title.
    shown: ShownDates,
    language: &'a str,
    url_date: Option<UrlDate>,
    /// The URL of the page: its canonical link, or the URL from the caller.
    address: Option<String>,
}

impl Evidence<'_> {
    /// Whether the page is a list of other pages, or the front page of a site. Such a page has no
    /// author and no date of its own; the items it lists have.
    fn is_listing(&self) -> bool {
        let path = self.address.as_deref().and_then(|address| address.split("://").nth(1));
        let path = path.and_then(|rest| rest.split_once('/')).map(|(_, path)| path);
        let is_own = || self.is_posting() || self.things.has_person();
        (path == Some("") && !is_own()) || self.things.is_collection()
    }

    /// Whether the page declares itself an article, with an author and a date.
    fn is_posting(&self) -> bool {
        self.markup.is_article() || self.things.has_posting()
    }

    /// Whether the page has a date, declared or beside its title, or is an article by its JSON-LD.
    fn is_dated(&self) -> bool {
        self.things.has_article()
            || !self.shown.days.is_empty()
            || self.markup.metas_named(&published::PUBLISHED).next().is_some()
    }

    /// Whether the page declares itself an article, shows a date beside its title, or has a date
    /// and a name in its URL.
    fn is_article(&self) -> bool {
        let is_dated = || self.url_date.as_ref().is_some_and(|date| date.has_name);
        self.markup.is_article()
            || self.things.has_article()
            || !self.shown.days.is_empty()
            || is_dated()
    }
}
