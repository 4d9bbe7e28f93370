//! When a page was published and changed: declared dates held against those beside the title.

use crate::metadata::candidate::{Candidate, Field};
use crate::metadata::shown::{self, Shown};
use crate::metadata::{About, dates, words};

pub(super) const PUBLISHED: [&str; 24] = [
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
pub(super) fn published(page: &About, has_authors: bool) -> Vec<Field> {
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
