//! What a page says about itself: title, authors, dates, and where each was found.
//!
//! `markup` collects what attributes say in one pass, `things` reads JSON-LD; then `titles`, `people`,
//! `published` and `declared` choose each field from its best `candidate`. The visible page is asked
//! last, and near the title only.

mod bylines;
mod candidate;
mod dates;
mod declared;
mod json;
mod kinds;
mod language;
mod markup;
mod names;
mod outside;
mod people;
mod published;
mod shown;
mod things;
mod titles;
mod visible;
mod words;

use std::borrow::Cow;
use std::cell::OnceCell;

use crate::parse::columns::Table;

use markup::Markup;
use shown::Shown;
use things::Things;
use titles::{SiteNames, Titles};
use visible::Near;

pub use candidate::Field;
pub use language::detect as detect_language;

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
        let base = self.base(url);
        let declared = declared::language(&markup, &things);
        let language = declared.as_ref().map_or("", |found| found.text.as_str()).to_owned();
        let canonical = declared::canonical(&markup, base.as_deref());
        let site = declared::site_name(&markup, &things);
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
            fields.extend(published::published(&page, authors.is_some()));
        }
        fields.extend(title.map(|title| title.found.into_field("title")));
        fields.extend(authors);
        fields.extend(declared.map(|found| found.into_field("language")));
        fields.extend(site.map(|found| found.into_field("site_name")));
        fields.extend(canonical.map(|found| found.into_field("url")));
        fields.extend(declared::description(&markup, &things));
        fields.extend(declared::image(&markup, &things, base.as_deref()));
        fields.extend(declared::tags(self, &markup, &things));
        fields.extend(declared::license(self, &markup, &things, base.as_deref()));
        fields.extend(declared::types(&markup, &things));
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
            || self.markup.metas_named(&published::PUBLISHED).next().is_some()
    }

    /// Whether the page says that it is an article, or has the date of one.
    fn is_article(&self) -> bool {
        self.markup.is_article() || self.things.has_article() || !self.shown.days.is_empty()
    }
}
