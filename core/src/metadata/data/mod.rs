//! Read the typed data of a page: products, recipes, events, jobs, questions and videos.
//!
//! `items` turns microdata and RDFa into values like those of JSON-LD, and `node` reads the
//! properties of all three. `things` has the fields of each kind, `offers` those of prices. The
//! values are normalised by `amounts`, `currencies` and `durations`, and bounded by `budget`.

mod amounts;
mod budget;
mod currencies;
mod durations;
mod items;
mod node;
mod offers;
mod properties;
mod record;
mod shown_amounts;
mod things;

use std::collections::HashMap;

use crate::metadata::candidate::Candidate;
use crate::metadata::json_ld::{self, Things};
use crate::metadata::markup::Markup;
use crate::metadata::titles::Titles;
use crate::metadata::{declared, words};
use crate::parse::columns::Table;
use crate::table::json::Json;

use amounts::find_amount;
use budget::Budget;
use currencies::{find_country, read_currency};
use items::Items;
use node::{Declaration, Node, Reader, Rows};
use offers::{read_availability, read_condition};
use record::{DataField, DataValue};
use things::{find_kind, name_field, read_thing};

pub use record::{Data, DataField as Field, DataValue as Value, Record};
pub use shown_amounts::ShownAmount;

/// Things to read in a page.
const MAX_THINGS: usize = 1000;

impl Table {
    /// The typed data of the page. Things are in the order of the page, the one that the page is
    /// about first.
    pub fn data(&self, url: Option<&str>) -> Data {
        let budget = Budget::new(self);
        let markup = Markup::new(self);
        let texts = markup.read_json_texts(self);
        let roots = json_ld::read_roots(&texts);
        let microdata = Items::read_microdata(self, &budget);
        let rdfa = Items::read_rdfa(self, &budget);
        let (microdata, microdata_rows) = microdata.build_values(self, &budget);
        let (rdfa, rdfa_rows) = rdfa.build_values(self, &budget);
        let mut declarations: Vec<Declaration> = Vec::new();
        declarations.extend(roots.iter().map(|(row, values)| Declaration {
            syntax: "json-ld",
            values,
            rows: Rows::Script(*row),
        }));
        let rows = Rows::Each(&microdata_rows);
        declarations.push(Declaration { syntax: "microdata", values: &microdata, rows });
        let rows = Rows::Each(&rdfa_rows);
        declarations.push(Declaration { syntax: "rdfa", values: &rdfa, rows });

        let titles = Titles::new(self, &markup);
        let keys = titles.keys();
        let base = self.base(url);
        let (language, country) = find_place(&markup, &Things::new(&roots, &keys), url, &base);
        let ids = index_ids(&declarations);
        let reader = Reader { ids, base, language, country, budget: &budget };

        let mut records = read_things(&reader, &declarations);
        records.extend(read_metas(&markup, &reader.country));
        let is_article = declares_article(&reader, &declarations, &keys);
        let mut records = merge_things(records, &keys, is_article);
        self.name_product(url, &mut records);
        cut_names(&mut records, &titles);
        Data { records, warning: budget.warning() }
    }

    /// Gives the product of the page its title as a name, if it is declared without one.
    fn name_product(&self, url: Option<&str>, records: &mut Vec<Record>) {
        let is_nameless =
            |record: &Record| record.kind == "product" && record.get("name").is_none();
        if records.iter().any(is_nameless) {
            let title = self.metadata(url).into_iter().find(|field| field.name == "title");
            for record in records.iter_mut().filter(|record| is_nameless(record) && record.is_main)
            {
                record.fields.extend(title.iter().filter_map(|title| {
                    let value = DataValue::Text(title.values.first()?.clone());
                    let (source, row) = (title.source.clone(), title.row);
                    Some(DataField { name: "name", value, source, row })
                }));
            }
            records.retain(|record| !is_nameless(record));
        }
    }
}

/// Cuts the name of a product after the heading that shows it, where a shop appends its own name or
/// a variant: `Mug — The Shop`.
fn cut_names(records: &mut [Record], titles: &Titles) {
    for record in records.iter_mut().filter(|record| record.kind == "product" && record.is_main) {
        let name = record.text("name").unwrap_or_default().to_owned();
        let is_cut = |heading: &&str| {
            let rest = name.get(heading.len()..).unwrap_or_default();
            let start = name.get(..heading.len()).unwrap_or_default();
            start.eq_ignore_ascii_case(heading)
                && !heading.is_empty()
                && rest.trim_start().starts_with(['-', '–', '—', '|', ':', '·'])
        };
        let headings = titles.headings.iter().map(|title| title.candidate.text.as_str());
        if let Some(heading) = headings.clone().find(is_cut) {
            let named = record.fields.iter_mut().filter(|field| field.name == "name");
            named.for_each(|field| field.value = DataValue::Text(heading.to_owned()));
        }
    }
}

/// The language of a page, and its country.
fn find_place(
    markup: &Markup,
    things: &Things,
    url: Option<&str>,
    base: &Option<String>,
) -> (String, String) {
    let language = declared::find_language(markup, things);
    let language = language.map_or_else(String::new, |code| code.text);
    let canonical = declared::find_canonical(markup, base.as_deref());
    let address = canonical.as_ref().map(|link| link.text.as_str()).or(url);
    let country = find_country(&language, address);
    (language, country)
}

/// Things of JSON-LD at any depth by their `@id`: the first of each that says more.
fn index_ids<'d>(
    declarations: &'d [Declaration<'d>],
) -> HashMap<std::borrow::Cow<'d, str>, Node<'d>> {
    let mut ids = HashMap::new();
    for declaration in declarations.iter().filter(|declaration| declaration.syntax == "json-ld") {
        for json in declaration.values.all().filter(|json| json.is_object()) {
            if let Some(id) = json.get("@id").and_then(Json::text)
                && !json_ld::is_reference(json)
            {
                ids.entry(id).or_insert(Node { json, declaration });
            }
        }
    }
    ids
}

/// Reads all things of known kinds, at any depth. A thing in another of the same kind is a part of
/// it, or related to it.
fn read_things<'d>(reader: &Reader<'d>, declarations: &'d [Declaration<'d>]) -> Vec<Record> {
    let mut records = Vec::new();
    for declaration in declarations {
        // The kinds of the things around a value, and where these end.
        let mut around: Vec<(&str, usize)> = Vec::new();
        // The publications that articles are a part of, where each begins and ends.
        let mut publications: Vec<(usize, usize)> = Vec::new();
        for json in declaration.values.all().filter(|json| json.is_object()) {
            while around.last().is_some_and(|(_, end)| *end <= json.number()) {
                around.pop();
            }
            let node = Node { json, declaration };
            let kind = node.types().find_map(|name| find_kind(&name));
            if kind != Some("product") {
                let whole = json.get("isPartOf");
                publications.extend(whole.map(|whole| (whole.number(), whole.end())));
            }
            let Some(kind) = kind else { continue };
            let is_inside = |(start, end): &(usize, usize)| (*start..*end).contains(&json.number());
            let is_publication = publications.last().is_some_and(is_inside) || is_paywall(node);
            if kind == "product" && is_publication {
                continue;
            }
            if around.iter().any(|(other, _)| *other == kind) {
                continue;
            }
            around.push((kind, json.end()));
            if records.len() >= MAX_THINGS {
                reader.budget.report();
                continue;
            }
            records.extend(read_thing(reader, node, kind));
        }
    }
    records
}

/// Whether a thing is a publication that readers subscribe to, which articles behind a paywall declare
/// to be a part of: a creative work and product without an offer.
fn is_paywall(node: Node<'_>) -> bool {
    node.types().any(|name| name.eq_ignore_ascii_case("CreativeWork"))
        && node.json.get("offers").is_none()
}

/// Whether a page declares an article with its own title.
fn declares_article<'d>(
    reader: &Reader<'d>,
    declarations: &'d [Declaration<'d>],
    titles: &[&str],
) -> bool {
    let values = declarations.iter().flat_map(|declaration| {
        let objects = declaration.values.all().filter(|json| json.is_object());
        objects.map(move |json| Node { json, declaration })
    });
    let is_article = |node: &Node<'d>| {
        let mut types = node.types();
        let is_kind = |name: &str| json_ld::is_article(name) && name != "CreativeWork";
        types.any(|name| is_kind(&name)) && node.types().all(|name| find_kind(&name).is_none())
    };
    let is_titled = |node: Node<'d>| {
        let headline = reader.text("name", node, &["headline", "name"]);
        let key = headline.map(|field| key_of(field.text().unwrap_or_default()));
        key.is_some_and(|key| !key.is_empty() && is_like_title(&key, titles))
    };
    values.filter(is_article).take(MAX_ARTICLES).any(is_titled)
}

/// Articles to compare with the title of the page.
const MAX_ARTICLES: usize = 50;

/// The product that `meta` elements declare, without a name.
fn read_metas(markup: &Markup, country: &str) -> Option<Record> {
    let first = |names: &[&'static str]| markup.metas_named(names).next();
    let mut record = Record::new("product");
    let mut add = |name, value, candidate: &Candidate| {
        let (source, row) = (candidate.source.text(), candidate.row as i32);
        record.fields.push(DataField { name, value, source, row });
    };
    const PRICES: [&str; 3] =
        ["product:sale_price:amount", "product:price:amount", "og:price:amount"];
    let price = first(&PRICES)?;
    let amount = find_amount(&price.text, country)?;
    add("price", DataValue::Amount(amount.text), &price);
    const CURRENCIES: [&str; 3] =
        ["product:sale_price:currency", "product:price:currency", "og:price:currency"];
    let declared =
        first(&CURRENCIES).and_then(|meta| Some((read_currency(&meta.text, country)?, meta)));
    match (declared, amount.currency) {
        (Some((code, meta)), _) => add("currency", DataValue::Text(code.to_owned()), &meta),
        (None, Some(code)) => add("currency", DataValue::Text(code.to_owned()), &price),
        (None, None) => {}
    }
    if let Some(meta) = first(&["product:availability", "og:availability"]) {
        add("availability", read_availability(&meta.text), &meta);
    }
    if let Some(meta) = first(&["product:condition", "og:condition"]) {
        add("condition", read_condition(&meta.text), &meta);
    }
    for (name, metas) in [
        ("brand", &["product:brand", "og:brand"][..]),
        ("sku", &["product:retailer_item_id", "product:retailer_part_no"]),
        ("mpn", &["product:mfr_part_no"]),
        ("gtin", &["product:ean", "product:upc", "product:gtin"]),
        ("category", &["product:category"]),
    ] {
        if let Some(meta) = first(metas) {
            add(name, DataValue::Text(meta.text.clone()), &meta);
        }
    }
    Some(record)
}

/// Merges the records of one thing, marks the thing that the page is about, and puts it first.
///
/// A product on the page of an article may be the subscription of a newspaper. It is the page's own
/// only if it has the title.
fn merge_things(records: Vec<Record>, titles: &[&str], is_article: bool) -> Vec<Record> {
    let mut merged: Vec<Record> = Vec::new();
    for kind in ["product", "recipe", "event", "job", "question", "video"] {
        let own = records.iter().filter(|record| record.kind == kind).cloned();
        merged.extend(merge_kind(own.collect(), titles, is_article && kind == "product"));
    }
    merged
}

fn merge_kind(records: Vec<Record>, titles: &[&str], needs_title: bool) -> Vec<Record> {
    let mut things: Vec<(String, Record)> = Vec::new();
    let mut nameless: Vec<Record> = Vec::new();
    let mut places: HashMap<String, usize> = HashMap::new();
    for record in records {
        let name = record.text(name_field(record.kind)).unwrap_or_default();
        let key = key_of(name);
        if key.is_empty() {
            nameless.push(record);
        } else if let Some(at) = places.get(&key) {
            things[*at].1.merge(record);
        } else {
            places.insert(key.clone(), things.len());
            things.push((key, record));
        }
    }
    let main = choose_main(&things, titles, needs_title);
    if let Some(main) = main {
        let thing = things.remove(main);
        things.insert(0, thing);
        things[0].1.is_main = true;
        // A shop may write the name in several ways.
        let (first, others) = things.split_at_mut(1);
        let (key, record) = &mut first[0];
        let is_same = |other: &str| words::is_within(other, key) || words::is_within(key, other);
        for (other_key, other) in others.iter_mut().filter(|(other, _)| is_same(other)) {
            if record.kind == "product" && is_same_offer(record, other) {
                record.merge(std::mem::replace(other, Record::new("")));
                other_key.clear();
            }
        }
        things.retain(|(_, record)| !record.kind.is_empty());
    }
    // What has no name belongs to the thing of the page.
    let is_meta =
        |record: &Record| record.fields.iter().all(|field| field.source.starts_with("meta"));
    nameless.retain(|record| !needs_title || is_meta(record));
    if things.is_empty() && !nameless.is_empty() {
        let mut record = nameless.remove(0);
        record.is_main = true;
        things.push((String::new(), record));
    }
    if things.len() == 1 && !needs_title || main.is_some() {
        for record in nameless {
            things[0].1.merge(record);
        }
    }
    things.into_iter().map(|(_, record)| record).collect()
}

/// Characters of a name that are compared.
const MAX_KEY: usize = 200;

/// The name of a thing as words to compare.
fn key_of(name: &str) -> String {
    words::key(&name.chars().take(MAX_KEY).collect::<String>())
}

/// Whether a name is a part of a title of the page, or the other way round.
fn is_like_title(key: &str, titles: &[&str]) -> bool {
    titles.iter().any(|title| words::is_within(key, title) || words::is_within(title, key))
}

/// The thing that the page is about: the one with the title of the page; or the only one, unless
/// it needs the title.
fn choose_main(things: &[(String, Record)], titles: &[&str], needs_title: bool) -> Option<usize> {
    if things.len() == 1 && !needs_title {
        return Some(0);
    }
    let is_titled = |key: &str| titles.contains(&key);
    let is_close = |key: &str| is_like_title(key, titles);
    let position = |is_like: &dyn Fn(&str) -> bool| things.iter().position(|(key, _)| is_like(key));
    position(&is_titled).or_else(|| position(&is_close))
}

/// Whether nothing that two records declare differs, of what tells products apart.
fn is_same_offer(record: &Record, other: &Record) -> bool {
    ["sku", "price", "gtin", "mpn"].iter().all(|name| match (record.text(name), other.text(name)) {
        (Some(own), Some(other)) => own == other,
        _ => true,
    })
}

#[cfg(test)]
mod tests {
    use super::record::{DataValue, Record};
    use crate::parse::encoding::Input;
    use crate::parse::source::Source;
    use crate::parse::tree::{Limits, parse};

    /// The records of a page in the shortest form.
    fn show(html: &str) -> String {
        fn write(record: &Record) -> String {
            let fields = record.fields.iter().map(|field| {
                let value = match &field.value {
                    DataValue::Text(text) | DataValue::Amount(text) => text.clone(),
                    DataValue::Texts(texts) => texts.join("+"),
                    DataValue::Number(number) => number.to_string(),
                    DataValue::Count(count) => count.to_string(),
                    DataValue::Flag(flag) => flag.to_string(),
                    DataValue::Record(record) => write(record),
                    DataValue::Records(records) => {
                        records.iter().map(write).collect::<Vec<_>>().join(" ")
                    }
                    DataValue::Raw(text) => format!("?{text}"),
                };
                format!("{}={value}", field.name)
            });
            let mark = if record.is_main { "*" } else { "" };
            format!("{}{mark}({})", record.kind, fields.collect::<Vec<_>>().join(" "))
        }
        let data = read(html);
        data.records.iter().map(write).collect::<Vec<_>>().join(" ")
    }

    fn read(html: &str) -> super::Data {
        let source = Source::from(html.to_owned());
        let table = parse(source, Input::Bytes(None), None, &Limits::default());
        table.map(|table| table.data(None)).unwrap_or_default()
    }

    fn script(json: &str) -> String {
        format!("<title>t</title><script type=application/ld+json>{json}</script>")
    }

    #[test]
    fn publications_of_articles_are_no_products() {
        let part = "'name':'The News','productID':'news.example:basic'";
        for html in [
            script(&format!(
                "{{'@type':'NewsArticle','headline':'t','isPartOf':{{'@type':['CreativeWork','Product'],{part}}}}}"
            )),
            script(&format!(
                "{{'@type':'NewsArticle','headline':'t','isPartOf':{{'@type':'Product',{part}}}}}"
            )),
            script(&format!(
                "[{{'@type':'NewsArticle','isPartOf':{{'@id':'#p'}}}},{{'@id':'#p','@type':['CreativeWork','Product'],{part}}}]"
            )),
        ] {
            assert_eq!(show(&html), "", "{html}");
        }
        let font = "{'@type':['CreativeWork','Product'],'name':'Font','offers':{'price':'5 EUR'}}";
        assert_eq!(show(&script(font)), "product*(name=Font price=5 currency=EUR)");
    }

    #[test]
    fn products_of_articles_need_the_title() {
        let page = |article: &str, product: &str| {
            script(&format!(
                "[{article},{{'@type':'Product',{product}'offers':{{'price':'5 EUR'}}}}]"
            )) + "<h1>Light of Islay</h1>"
        };
        let article = "{'@type':'NewsArticle','headline':'Light of Islay'}";
        let plus = "'name':'Courier+',";
        let offer = "price=5 currency=EUR)";
        assert_eq!(show(&page(article, plus)), format!("product(name=Courier+ {offer}"));
        assert_eq!(show(&page(article, "")), "");
        let light = "'name':'Light of Islay',";
        let own = format!("product*(name=Light of Islay {offer}");
        assert_eq!(show(&page(article, light)), own);
        let other = "{'@type':'BlogPosting','headline':'Our new shop'}";
        let plus_of_page = format!("product*(name=Courier+ {offer}");
        assert_eq!(show(&page(other, plus)), plus_of_page);
        let items = "<article itemscope itemtype=//schema.org/NewsArticle><h1 itemprop=headline>Light</h1></article>";
        let product = format!("{{'@type':'Product',{plus}'offers':{{'price':'5 EUR'}}}}");
        let html = script(&product) + items;
        assert_eq!(show(&html), format!("product(name=Courier+ {offer}"));
    }

    #[test]
    fn products() {
        const OFFER: &str = "product*(name=Cup price=5 currency=EUR)";
        for (html, want) in [
            (
                script("{'@type':'Product','name':'Cup','offers':{'price':'5,00','priceCurrency':'€'}}"),
                OFFER,
            ),
            (
                script("{'@type':'https://schema.org/Product','schema:name':'Cup','offers':{'price':'5 EUR'}}"),
                OFFER,
            ),
            (
                script("{'@graph':[{'@type':'product','name':'Cup','offers':{'@id':'#o'}},{'@id':'#o','price':5.0,'priceCurrency':'EUR'}]}"),
                OFFER,
            ),
            (
                "<div itemscope itemtype=//schema.org/Product><b itemprop=name>Cup</b><p itemprop=offers itemscope><meta itemprop=price content=5><meta itemprop=priceCurrency content=EUR>".to_owned(),
                OFFER,
            ),
            (
                "<div vocab=//schema.org/ typeof=Product><b property=name>Cup</b><p property=offers typeof=Offer><i property=price content=5.00>5</i><i property=priceCurrency content=EUR>".to_owned(),
                OFFER,
            ),
            (
                "<div itemscope itemtype=Product itemref=o><b itemprop=name>Cup</b></div><p id=o itemprop=offers itemscope><b itemprop=price>5 €".to_owned(),
                OFFER,
            ),
            (
                "<meta property=product:price:amount content=5><meta property=product:price:currency content=EUR><h1>Cup</h1>".to_owned(),
                "product*(price=5 currency=EUR name=Cup)",
            ),
            (
                script("{'@type':'Product','name':'Cup','offers':[{'price':7,'priceCurrency':'EUR'},{'price':5,'priceCurrency':'EUR'}]}"),
                "product*(name=Cup price=5 currency=EUR highest_price=7)",
            ),
            (
                script("{'@type':'Product','name':'Cup','offers':{'price':'ask','availability':'maybe'}}"),
                "product*(name=Cup availability=?maybe)",
            ),
        ] {
            assert_eq!(show(&html), want, "{html}");
        }
    }

    #[test]
    fn one_thing_is_one_record() {
        let html = script("{'@type':'Product','name':'Cup','sku':'1'}")
            + "<div itemscope itemtype=Product><b itemprop=name>Cup</b><b itemprop=brand>Bo</b>";
        assert_eq!(show(&html), "product*(name=Cup sku=1 brand=Bo)");
        let html = script("[{'@type':'Product','name':'Cup'},{'@type':'Product','name':'Pot'}]");
        assert_eq!(show(&html), "product(name=Cup) product(name=Pot)");
        assert_eq!(show(&(html + "<h1>Pot</h1>")), "product*(name=Pot) product(name=Cup)");
    }

    #[test]
    fn names_end_where_the_heading_does() {
        let html = script("{'@type':'Product','name':'Mug — The Shop'}") + "<h1>mug</h1>";
        assert_eq!(show(&html), "product*(name=mug)");
    }

    #[test]
    fn hostile_pages_are_bounded() {
        let deep = "{'@type':'Product','name':'x','isRelatedTo':".repeat(5000);
        assert_eq!(read(&script(&deep)).records.len(), 1);
        let many = "{'@type':'VideoObject','name':'x','embedUrl':'/%'},";
        let many: String = (0..5000).map(|at| many.replace('x', &at.to_string())).collect();
        let data = read(&script(&format!("[{many}]")));
        assert_eq!(data.records.len(), super::MAX_THINGS);
        assert!(data.warning.is_some_and(|warning| warning.code == "limit-data"));
        let scopes = "<div itemprop=name itemscope itemtype=Product>".repeat(5000);
        assert!(read(&scopes).records.len() < 10);
        let circle = "<div id=a itemscope itemtype=Product itemref=a itemprop=offers>".repeat(50);
        assert!(read(&circle).warning.is_some());
    }
}
