//! Find the fields that a page declares: language, URL, site name, description, image, licence,
//! tags and types, each from its best source.

use std::borrow::Cow;

use crate::metadata::candidate::{Candidate, Field, Origin, tidy};
use crate::metadata::json_ld::Things;
use crate::metadata::markup::{Markup, read_attribute};
use crate::metadata::words;
use crate::parse::columns::Table;
use crate::parse::entities::attribute_value;
use crate::parse::names::attr;
use crate::table::urls;

/// The names of the sections of a site that the page declares to be in.
pub(super) fn find_sections(markup: &Markup, things: &Things) -> Vec<Cow<'static, str>> {
    let metas = markup.metas_named(&["article:section", "og:article:section", "section"]);
    let texts = metas.chain(things.article_text(&["articleSection"]));
    texts.map(|section| Cow::Owned(section.text)).collect()
}

pub(super) fn find_language(markup: &Markup, things: &Things) -> Option<Candidate> {
    // How charsets begin, which some pages declare as their language: "utf-8", "iso-8859-1".
    const CHARSETS: [&str; 5] = ["utf", "iso", "gbk", "euc", "koi"];
    let is_code = |candidate: &Candidate| {
        let code = candidate.text.split(['-', '_']).next().unwrap_or_default();
        (2..=3).contains(&code.len())
            && code.bytes().all(|byte| byte.is_ascii_alphabetic())
            && !CHARSETS.iter().any(|charset| code.eq_ignore_ascii_case(charset))
    };
    let html_language = markup.language.map(|(row, raw)| Candidate::new(raw, "html: lang", row));
    let in_order = html_language
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
        .map(|mut candidate| {
            // The first of several languages is that of the page.
            let first = candidate.text.split([',', ';', ' ']).next().unwrap_or_default();
            candidate.text = first.replace('_', "-");
            candidate
        })
        .find(is_code)
}

/// The declared language with its region, which decides the order of day and month: the region of
/// `og:locale`, or for English that of the host. Empty if no language is declared.
pub(super) fn add_region(
    declared: Option<&Candidate>,
    markup: &Markup,
    address: Option<&str>,
) -> String {
    const COUNTRIES: [&str; 12] =
        ["uk", "ie", "au", "nz", "in", "za", "ng", "ke", "sg", "hk", "mt", "us"];
    let Some(declared) = declared else { return String::new() };
    let language = declared.text.as_str();
    if language.contains('-') || !language.eq_ignore_ascii_case("en") {
        return language.to_owned();
    }
    let locales = markup.metas_named(&["og:locale"]);
    let mut regions = locales.filter_map(|locale| {
        let (code, region) = locale.text.split_once(['_', '-'])?;
        code.eq_ignore_ascii_case(language).then(|| region.to_owned())
    });
    let host = address.and_then(|address| address.split_once("://"));
    let host = host.and_then(|(_, rest)| rest.split(['/', ':', '?', '#']).next());
    let country = host.and_then(|host| host.rsplit('.').next());
    let country = country.filter(|country| COUNTRIES.contains(country)).map(str::to_owned);
    match country.or_else(|| regions.next()) {
        Some(region) => format!("{language}-{region}"),
        None => language.to_owned(),
    }
}

/// The canonical URL of the page.
pub(super) fn find_canonical(markup: &Markup, base: Option<&str>) -> Option<Candidate> {
    let link = markup.links.iter().find(|link| link.rel == "canonical");
    let link =
        link.map(|link| Candidate::new(&attribute_value(link.href), "link: canonical", link.row));
    link.into_iter().chain(markup.metas_named(&["og:url"])).find_map(|mut candidate| {
        candidate.text = join(base, Some(&candidate.text))?;
        candidate.text.starts_with("http").then_some(candidate)
    })
}

pub(super) fn find_site_name(markup: &Markup, things: &Things) -> Option<Candidate> {
    let has_word = |candidate: &Candidate| words::has_word(&candidate.text);
    const OTHERS: [&str; 3] = ["application-name", "dc.publisher", "citation_journal_title"];
    let mut declared = markup.metas_named(&["og:site_name"]);
    declared
        .find(has_word)
        .or_else(|| things.name_of_type("WebSite"))
        .or_else(|| things.publisher())
        .or_else(|| markup.metas_named(&OTHERS).find(has_word))
}

pub(super) fn find_description(markup: &Markup, things: &Things) -> Option<Field> {
    const NAMES: [&str; 5] = [
        "description",
        "og:description",
        "dc.description",
        "dcterms.description",
        "twitter:description",
    ];
    let candidate =
        markup.metas_named(&NAMES).next().or_else(|| things.main_text("description"))?;
    Some(candidate.into_field("description"))
}

pub(super) fn find_image(markup: &Markup, things: &Things, base: Option<&str>) -> Option<Field> {
    const NAMES: [&str; 5] =
        ["og:image", "og:image:url", "og:image:secure_url", "twitter:image", "twitter:image:src"];
    let link = markup.links.iter().find(|link| link.rel == "image_src");
    let link =
        link.map(|link| Candidate::new(&attribute_value(link.href), "link: image_src", link.row));
    let mut candidate = markup.metas_named(&NAMES).next().or_else(|| things.image()).or(link)?;
    // Without a base, a relative address is returned as written.
    if let Some(absolute) = join(base, Some(&candidate.text)) {
        candidate.text = absolute;
    }
    Some(candidate.into_field("image"))
}

pub(super) fn find_license(
    table: &Table,
    markup: &Markup,
    things: &Things,
    base: Option<&str>,
) -> Option<Field> {
    let link = markup.links.iter().find(|link| link.rel == "license");
    let link =
        link.map(|link| Candidate::new(&attribute_value(link.href), "rel: license", link.row));
    let in_text = || {
        let mut rows = markup.license_links.iter();
        rows.find_map(|row| {
            let href = read_attribute(table, *row, attr::HREF)?;
            Some(Candidate::new(&href, "rel: license", *row))
        })
    };
    let mut candidate = link
        .or_else(in_text)
        .or_else(|| things.main_text("license"))
        .or_else(|| markup.metas_named(&RIGHTS).next())?;
    if let Some(absolute) =
        join(base, Some(&candidate.text)).filter(|_| !candidate.text.contains(' '))
    {
        candidate.text = absolute;
    }
    Some(candidate.into_field("license"))
}

const RIGHTS: [&str; 4] = ["dcterms.license", "dc.rights", "dcterms.rights", "copyright"];
/// The limit of tags: pages with thousands have no useful ones.
const MAX_TAGS: usize = 100;

pub(super) fn find_tags(table: &Table, markup: &Markup, things: &Things) -> Option<Field> {
    let (values, source, row): (_, Origin, _) =
        if let Some(first) = markup.metas_named(&["article:tag"]).next() {
            (
                markup.metas_named(&["article:tag"]).map(|tag| tag.text).collect(),
                first.source,
                first.row,
            )
        } else if let Some((values, row)) = things.keywords() {
            (values, ("json-ld", "keywords").into(), row)
        } else if let Some(candidate) =
            markup.metas_named(&["news_keywords", "keywords", "parsely-tags", "dc.subject"]).next()
        {
            (vec![candidate.text], candidate.source, candidate.row)
        } else {
            let first = *markup.tag_links.first()?;
            let texts =
                markup.tag_links.iter().take(MAX_TAGS).map(|row| words::text_below(table, *row));
            (texts.collect(), ("rel", "tag").into(), first)
        };
    let mut tags: Vec<String> = Vec::new();
    for tag in
        values.iter().flat_map(|value: &String| value.split([',', ';', '|', '，', '、', '｜']))
    {
        let tag = tidy(tag);
        if tags.len() < MAX_TAGS && !tag.is_empty() && !tags.contains(&tag) {
            tags.push(tag);
        }
    }
    (!tags.is_empty()).then(|| Field::new("tags", tags, source, row))
}

/// The declared types of the page: `og:type` and the types of schema.org.
pub(super) fn find_types(markup: &Markup, things: &Things) -> Option<Field> {
    let declared = markup.metas_named(&["og:type"]).next();
    let mut source = declared.as_ref().map(|candidate| candidate.source);
    let row = declared.as_ref().map(|candidate| candidate.row as i32);
    let mut values: Vec<String> = declared.into_iter().map(|candidate| candidate.text).collect();
    let (main, at) = things.main_types();
    if !main.is_empty() {
        source.get_or_insert(Origin("json-ld", "@type"));
    }
    values.extend(main);
    for (_, raw) in markup.scopes.iter().take(1) {
        let name = raw.trim().rsplit(['/', '#']).next().unwrap_or_default();
        source.get_or_insert(Origin("microdata", "itemtype"));
        if !name.is_empty() && !values.iter().any(|value| value == name) {
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

/// Resolves an address that the page declares.
fn join(base: Option<&str>, reference: Option<&str>) -> Option<String> {
    let reference = reference?.trim();
    urls::join(base, reference)
}
