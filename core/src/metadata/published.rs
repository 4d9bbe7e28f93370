//! Find when a page was published and modified. Declared dates are compared with those beside the
//! title.

use crate::metadata::candidate::{Candidate, Field};
use crate::metadata::moment::Moment;
use crate::metadata::shown_dates::ShownDates;
use crate::metadata::{Evidence, dates, elsewhere, words};

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
/// The names among these that only published articles have.
const ARTICLE_ONLY: [&str; 3] =
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

/// The fields `published` and `modified`, or their `_raw` forms.
pub(super) fn find_dates(page: &Evidence, has_authors: bool) -> Vec<Field> {
    let (markup, things, shown) = (page.markup, page.things, &page.shown);
    let mut fields = Vec::new();
    let modified = things
        .article_text(&["dateModified"])
        .chain(markup.metas_named(&MODIFIED))
        .chain(markup.read_items("dateModified"))
        .chain(things.page_text("dateModified"));
    let modified = first_date(modified, page.language);
    let in_json_ld = things.article_text(&["datePublished", "dateCreated", "uploadDate"]);
    let in_markup = markup.metas_named(&PUBLISHED).chain(markup.read_items("datePublished"));
    let published = first_date(in_json_ld.chain(in_markup), page.language);
    // The date of a page that is not an article is not a date of publication.
    let is_dated = || markup.metas_named(&ARTICLE_ONLY).next().is_some();
    let is_article = has_authors || page.is_posting() || !shown.days.is_empty() || is_dated();
    let published = match published {
        Ok(date) => {
            if is_article {
                Ok(date)
            } else {
                Err(None)
            }
        }
        Err(raw) => {
            // Any page may have a `WebPage` date. It is meaningful only for an article.
            let is_article = has_authors || shown.published.is_some();
            let page_date = things.page_text("datePublished").filter(|_| is_article);
            first_date(page_date.into_iter(), page.language).map_err(|other| raw.or(other))
        }
    };
    let changed = modified.as_ref().ok().map(|date| date.text.as_str());
    let in_url = page.url_date.as_ref();
    match (prefer_shown(published.as_ref().ok(), shown, changed, in_url), published) {
        (Some(date), _) => fields.push(date.into_field("published")),
        (None, Ok(date)) => fields.push(date.into_field("published")),
        (None, Err(raw)) => {
            let in_url = in_url.filter(|_| page.is_article());
            let in_url = in_url.map(|date| Candidate::new(&date.moment.day(), "url", 0));
            let may_search = shown.modified.is_none() && has_authors;
            let on_page = || may_search.then(|| elsewhere::find_date(page)).flatten();
            if let Some(date) = in_url.or_else(on_page) {
                fields.push(date.into_field("published"));
            } else if let Some(raw) = raw {
                fields.push(raw.into_field("published_raw"));
            }
        }
    }
    match (modified, &shown.modified) {
        (Ok(date), _) => fields.push(date.into_field("modified")),
        (Err(_), Some(date)) => fields.push(date.clone().into_field("modified")),
        (Err(Some(raw)), None) => fields.push(raw.into_field("modified_raw")),
        (Err(None), None) => {}
    }
    fields
}

/// The date in the URL of a page, as many blogs and newspapers have it.
pub(super) struct UrlDate {
    pub(super) moment: Moment,
    /// Whether the name of the page follows the date: `/2024/05/03/tides`.
    pub(super) has_name: bool,
}

pub(super) fn find_url_date(address: Option<&str>) -> Option<UrlDate> {
    let address = address?.split(['?', '#']).next()?;
    // The caller may know the path only.
    let rest = address.split_once("://").map_or(address, |(_, rest)| rest);
    let path = rest.split_once('/')?.1;
    let path = &path[path.find(|c: char| c.is_ascii_digit())?..];
    // A longer number is the number of the page, not seconds since 1970.
    let length = path.bytes().take_while(u8::is_ascii_digit).count();
    let date = dates::find_date(path, "").filter(|_| length <= 8)?;
    let name = path[date.end.min(path.len())..].trim_matches(['/', '-', '_', '+']);
    let has_name = name.len() > 3 && !name.starts_with("index") && !name.starts_with("page");
    Some(UrlDate { moment: date.moment, has_name })
}

/// The date beside the title, if no date is declared or the declared date is not shown: many
/// programs declare the date on which they generated a page.
fn prefer_shown(
    declared: Option<&Candidate>,
    shown: &ShownDates,
    changed: Option<&str>,
    in_url: Option<&UrlDate>,
) -> Option<Candidate> {
    let published = shown.published.as_ref()?;
    let Some(declared) = declared else {
        let swapped = in_url.filter(|date| is_swapped(&published.text, &date.moment));
        let swapped =
            swapped.map(|date| Candidate { text: date.moment.day(), ..published.clone() });
        return Some(swapped.unwrap_or_else(|| published.clone()));
    };
    let is_shown = shown.days.iter().any(|day| declared.text.starts_with(&day.day()));
    // The shown date was read with the wrong order of day and month.
    let is_swapped = shown.days.iter().any(|day| is_swapped(&declared.text, day));
    let is_change = changed.is_some_and(|changed| published.text.get(..10) == changed.get(..10));
    let is_doubtful = is_shown || is_swapped || is_change || shown.is_doubtful;
    (!is_doubtful).then(|| published.clone())
}

/// Whether an ISO date is a day with day and month exchanged.
fn is_swapped(date: &str, day: &Moment) -> bool {
    day.swap_day_and_month().is_some_and(|swapped| date.starts_with(&swapped.day()))
}

/// Whether a text is a placeholder that programs write for a missing date: year 0, 1 or -1.
fn is_zero(text: &str) -> bool {
    ["0000-", "0001-", "-0001-", "-0000-", "-1-"].iter().any(|year| text.starts_with(year))
}

/// The first candidate that is a date, in ISO 8601. The error is the first one that is not.
fn first_date(
    candidates: impl Iterator<Item = Candidate>,
    language: &str,
) -> Result<Candidate, Option<Candidate>> {
    let mut raw = None;
    for mut candidate in candidates {
        if let Some(date) = dates::find_date(&candidate.text, language) {
            if date.moment.is_zero() {
                continue;
            }
            candidate.text = date.moment.to_string();
            return Ok(candidate);
        }
        if raw.is_none() && words::has_word(&candidate.text) && !is_zero(&candidate.text) {
            raw = Some(candidate);
        }
    }
    Err(raw)
}
