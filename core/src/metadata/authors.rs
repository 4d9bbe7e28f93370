//! Find the authors: the declared ones, else those beside the title.

use crate::metadata::Evidence;
use crate::metadata::bylines::read_names_below;
use crate::metadata::candidate::{Candidate, Field, Origin, tidy};
use crate::metadata::elsewhere;
use crate::metadata::markup::{Markup, read_attribute};
use crate::metadata::names::{is_full_name, is_login, is_name, is_role_account, split_names};
use crate::metadata::places::is_place;
use crate::metadata::roles::{is_only_role, is_organisation};
use crate::metadata::visible::NearTitle;
use crate::parse::columns::Table;
use crate::parse::hidden::{CONTROL, NOSCRIPT};
use crate::parse::names::attr;

const DECLARED: [&str; 16] = [
    "author",
    "article:author",
    "og:article:author",
    "og:author",
    "dc.creator",
    "dcterms.creator",
    "dc.contributor.author",
    "sailthru.author",
    "parsely-author",
    "cxenseparse:author",
    "shareaholic:article_author_name",
    "article.author",
    "byl",
    "creator",
    "author_name",
    "article_author",
];

/// Bytes of a text that is a paragraph, and paragraphs below a byline of a page that does not call
/// itself an article.
const MIN_PARAGRAPH: usize = 80;
const MIN_PARAGRAPHS: usize = 3;
/// Texts between the title and such a byline.
const MAX_TEXTS_BEFORE: usize = 8;

/// The authors, from the best source with any, without the name of the site after a name.
pub(crate) fn find_authors(page: &Evidence) -> Option<Field> {
    let mut authors = choose_authors(page)?;
    for name in &mut authors.values {
        // "Ann Lee, The Shore", "Ann Lee for The Shore".
        let cut = [", ", " for the ", " for "].into_iter().find_map(|word| {
            let (person, rest) = name.rsplit_once(word)?;
            (person.contains(' ') && page.site.has(rest)).then(|| person.to_owned())
        });
        if let Some(person) = cut {
            *name = person;
        }
    }
    Some(authors)
}

fn choose_authors(page: &Evidence) -> Option<Field> {
    let in_head = read_json_ld(page).or_else(|| {
        let declared = read_citation(page.markup).or_else(|| read_metas(page));
        declared.filter(|authors| is_plausible(page, &authors.values))
    });
    let Some(mut authors) = in_head.or_else(|| read_microdata(page)) else {
        let far = || page.is_article().then(|| elsewhere::find_authors(page)).flatten();
        return find_beside_title(page).or_else(far);
    };
    // Many sites declare themselves as the author, or an account. A person beside the title is
    // better.
    let has_byline = |name: &str| page.near.as_ref().is_some_and(|near| near.has_byline(name));
    let is_unnamed = |name: &String| page.site.has(name) || is_login(name);
    let is_firm = || page.things.makers().is_some_and(|makers| makers.is_organisation);
    let is_declared_firm = authors.source.starts_with("json-ld") && is_firm();
    if is_declared_firm || authors.values.iter().all(is_unnamed) {
        let is_person =
            |name: &String| is_full_name(name) && !page.site.has(name) && !is_organisation(name);
        let beside = find_beside_title(page).filter(|field| field.values.iter().all(is_person));
        if beside.is_some() {
            return beside;
        }
    }
    let is_site = |name: &String| page.site.has(name) && !has_byline(name);
    if !authors.values.iter().all(is_site) {
        authors.values.retain(|name| !is_site(name));
        return Some(authors);
    }
    // Newspapers sign in their own name. On other pages a single word is the name of an account.
    let is_own = page.things.has_posting() || authors.values.iter().any(|name| name.contains(' '));
    find_beside_title(page).or(is_own.then_some(authors))
}

/// The authors beside the title. On a page that does not call itself an article, only a byline
/// between the title and the text is the author's.
fn find_beside_title(page: &Evidence) -> Option<Field> {
    let is_place = |near: &NearTitle, name: &str| is_place(page, near, name);
    let find = || {
        let near = page.near.as_ref()?;
        let is_byline = |field: &Field| page.is_article() || is_above_text(page, near, field);
        near.find_authors(is_place).filter(is_byline)
    };
    page.byline.get_or_init(find).clone()
}

/// Whether names are right below the title and above a text of several paragraphs, and are those of
/// people. The brand of a product has such a place too.
fn is_above_text(page: &Evidence, near: &NearTitle, field: &Field) -> bool {
    let is_person = |name: &String| {
        let n_words = name.split(' ').count();
        let is_wide = || n_words == 1 && name.chars().all(|c| c >= '\u{2e80}');
        ((2..=4).contains(&n_words) && is_full_name(name) || is_wide())
            && !name.contains(|c: char| c.is_numeric())
            && !page.site.has(name)
            && !is_organisation(name)
            && !is_only_role(name)
    };
    let row = field.row as usize;
    let is_long = |row: &&usize| near.table.text_of(**row).trim().len() >= MIN_PARAGRAPH;
    let after = near.texts.iter().take_while(|text| **text >= near.title_end);
    let n_before = after.clone().take_while(|text| **text < row);
    let n_long_before = n_before.clone().filter(is_long).count();
    // A summary of the text may be above the name.
    row >= near.title_end
        && field.values.iter().all(is_person)
        && n_before.count() <= MAX_TEXTS_BEFORE
        && n_long_before <= 1
        && after.filter(|text| **text > row).filter(is_long).count() >= MIN_PARAGRAPHS
        && page.things.name_of_type("Product").is_none()
        && !page.markup.is_product()
        && !near.has_other_bylines(field)
}

/// Whether the declared authors are those of the page. They are if the page declares itself an
/// article and has a date or a name beside its title, or if it shows the first of them there.
fn is_plausible(page: &Evidence, names: &[String]) -> bool {
    let Some(name) = names.first() else { return false };
    match &page.near {
        Some(beside) => {
            let is_signed = || page.is_dated() || find_beside_title(page).is_some();
            (page.is_posting() && is_signed()) || beside.shows(name)
        }
        None => page.is_posting() || is_shown(page.table, name),
    }
}

/// Whether a page shows a name anywhere.
fn is_shown(table: &Table, name: &str) -> bool {
    memchr::memmem::find_iter(table.text.as_bytes(), name.as_bytes()).any(|at| {
        // The buffer holds the texts in the order of rows.
        let row = table.text_start.partition_point(|start| *start as usize <= at);
        row > 0 && matches!(table.hidden[row - 1], 0 | NOSCRIPT | CONTROL)
    })
}

fn make_field(mut values: Vec<String>, source: impl Into<Origin>, row: usize) -> Option<Field> {
    values.retain(|name| !is_role_account(name));
    (!values.is_empty()).then(|| Field::new("authors", values, source.into(), row))
}

/// The authors in JSON-LD.
fn read_json_ld(page: &Evidence) -> Option<Field> {
    let makers = page.things.makers()?;
    let mut names: Vec<String> = Vec::new();
    let split = |(name, is_whole): &(String, bool)| {
        if *is_whole { vec![name.clone()] } else { split_names(name, page.language) }
    };
    for name in makers.names.iter().flat_map(split) {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    // The publisher of a page is not its author.
    if makers.is_organisation {
        names.retain(|name| !page.site.has(name));
    }
    // Programs declare every page an article. With a person as its author, it is one.
    let is_own = page.is_posting() || makers.is_person || is_plausible(page, &names);
    make_field(names, ("json-ld", makers.source), makers.row).filter(|_| is_own)
}

/// The authors of a scientific paper: one `meta` per author, the family name first.
fn read_citation(markup: &Markup) -> Option<Field> {
    let metas: Vec<Candidate> =
        markup.metas_named(&["citation_author", "citation_authors"]).take(200).collect();
    let first = metas.first()?;
    let (row, source) = (first.row, first.source);
    let mut values: Vec<String> = Vec::new();
    for author in metas.iter().flat_map(|meta| meta.text.split(';')) {
        let name = match author.split_once(',') {
            Some((family, given)) => format!("{} {}", given.trim(), family.trim()),
            None => author.trim().to_owned(),
        };
        if is_name(&name) && !values.contains(&name) {
            values.push(name);
        }
    }
    make_field(values, source, row)
}

/// The authors in `meta` elements.
fn read_metas(page: &Evidence) -> Option<Field> {
    let (markup, site, language) = (page.markup, page.site, page.language);
    // The site can be the author of an article, but not of another page.
    let is_article = page.things.has_article() || markup.is_article();
    DECLARED.into_iter().find_map(|name| {
        let metas: Vec<Candidate> = markup.metas_named(&[name]).take(50).collect();
        let first = metas.first()?;
        let mut values: Vec<String> = Vec::new();
        for name in metas.iter().flat_map(|meta| split_names(&meta.text, language)) {
            if !values.contains(&name) && (is_article || !site.has(&name)) {
                values.push(name);
            }
        }
        make_field(values, first.source, first.row)
    })
}

/// The authors in microdata: the property `author`, or the `name` inside it.
fn read_microdata(page: &Evidence) -> Option<Field> {
    let (table, markup, language) = (page.table, page.markup, page.language);
    let rows: Vec<usize> = markup.item_rows("author").take(50).collect();
    let first = *rows.first()?;
    let mut values: Vec<String> = Vec::new();
    for row in rows.into_iter().filter(|row| row - first < 40) {
        let end = table.end[row] as usize;
        let inner = markup
            .items
            .iter()
            .find(|(at, value)| row < *at && *at < end && value.eq_ignore_ascii_case("name"));
        let row = inner.map_or(row, |(row, _)| *row);
        let names = match read_attribute(table, row, attr::CONTENT) {
            Some(content) => split_names(&tidy(&content), language),
            None => read_names_below(table, row, language),
        };
        for name in names {
            if !values.contains(&name) {
                values.push(name);
            }
        }
    }
    make_field(values, ("microdata", "author"), first)
}
