//! Read the offers of a product or an event: price, currency, availability and condition.

use crate::metadata::data::amounts::Amount;
use crate::metadata::data::node::{Node, Reader, find_word, raw};
use crate::metadata::data::record::{DataField, DataValue, Record};

/// Words for availability. Those of schema.org are first; others are what pages write instead.
const AVAILABILITIES: [(&str, &str); 42] = [
    ("instock", "in_stock"),
    ("outofstock", "out_of_stock"),
    ("soldout", "out_of_stock"),
    ("sold", "out_of_stock"),
    ("notsold", "in_stock"),
    ("limitedavailability", "limited"),
    ("preorder", "preorder"),
    ("presale", "preorder"),
    ("backorder", "backorder"),
    ("discontinued", "discontinued"),
    ("instoreonly", "in_store"),
    ("onlineonly", "online"),
    ("madetoorder", "made_to_order"),
    ("reserved", "reserved"),
    ("available", "in_stock"),
    ("availablefororder", "backorder"),
    ("yes", "in_stock"),
    ("true", "in_stock"),
    ("1", "in_stock"),
    ("no", "out_of_stock"),
    ("false", "out_of_stock"),
    ("0", "out_of_stock"),
    ("oos", "out_of_stock"),
    ("unavailable", "out_of_stock"),
    ("notavailable", "out_of_stock"),
    ("onsale", "in_stock"),
    ("auflager", "in_stock"),
    ("lieferbar", "in_stock"),
    ("verfügbar", "in_stock"),
    ("sofortlieferbar", "in_stock"),
    ("ausverkauft", "out_of_stock"),
    ("enstock", "in_stock"),
    ("disponible", "in_stock"),
    ("agotado", "out_of_stock"),
    ("disponibile", "in_stock"),
    ("disponível", "in_stock"),
    ("esgotado", "out_of_stock"),
    ("dostępny", "in_stock"),
    ("skladem", "in_stock"),
    ("вналичии", "in_stock"),
    ("нетвналичии", "out_of_stock"),
    ("opvoorraad", "in_stock"),
];

const CONDITIONS: [(&str, &str); 9] = [
    ("newcondition", "new"),
    ("usedcondition", "used"),
    ("refurbishedcondition", "refurbished"),
    ("damagedcondition", "damaged"),
    ("new", "new"),
    ("used", "used"),
    ("refurbished", "refurbished"),
    ("secondhand", "used"),
    ("likenew", "used"),
];

/// Kinds of prices that are not what a buyer pays.
const OTHER_PRICES: [&str; 5] = ["listprice", "strikethroughprice", "srp", "msrp", "invoiceprice"];

/// A price, with the offer it is from.
struct Price<'d> {
    amount: Amount,
    currency: Option<&'static str>,
    node: Node<'d>,
    /// The path from the thing to the price.
    path: String,
    /// The value and the path of the currency; those of the price if it is written there.
    currency_place: (Node<'d>, String),
}

/// Adds the fields of the offers of a thing. Of several prices the lowest counts.
pub(super) fn add_offers<'d>(reader: &Reader<'d>, thing: Node<'d>, record: &mut Record) {
    let mut offers = list_offers(reader, thing, "offers");
    if offers.is_empty() {
        offers = list_offers(reader, thing, "hasVariant.offers");
    }
    // Some pages put the properties of an offer into the thing itself.
    offers.push((thing, String::new()));
    let mut prices: Vec<Price> = Vec::new();
    for (offer, path) in &offers {
        if !path.is_empty() || prices.is_empty() {
            prices.extend(read_price(reader, *offer, path));
        }
    }
    if prices.iter().any(|price| !price.amount.is_zero()) {
        prices.retain(|price| !price.amount.is_zero());
    }
    if let Some(lowest) = choose_price(&prices) {
        add_price(reader, lowest, &offers, record);
    }
    add_highest(reader, &prices, &offers, record);
    let words = |name, words| choose_word(reader, &offers, name, words);
    record.push(words("availability", &AVAILABILITIES[..]));
    record.push(words("itemCondition", &CONDITIONS[..]));
}

/// The word for an availability that a `meta` element declares.
pub(super) fn read_availability(text: &str) -> DataValue {
    find_word(text, &AVAILABILITIES)
        .map_or_else(|| raw(text), |word| DataValue::Text(word.to_owned()))
}

pub(super) fn read_condition(text: &str) -> DataValue {
    find_word(text, &CONDITIONS).map_or_else(|| raw(text), |word| DataValue::Text(word.to_owned()))
}

/// The offers of a thing, and the offers in these, each with its path.
fn list_offers<'d>(
    reader: &Reader<'d>,
    thing: Node<'d>,
    path: &'static str,
) -> Vec<(Node<'d>, String)> {
    let mut offers = Vec::new();
    for offer in reader.follow(thing, path) {
        offers.push((offer, path.to_owned()));
        let inner = reader.follow(offer, "offers").into_iter();
        offers.extend(inner.map(|inner| (inner, format!("{path}.offers"))));
    }
    offers
}

/// The price of an offer, and its currency.
fn read_price<'d>(reader: &Reader<'d>, offer: Node<'d>, path: &str) -> Option<Price<'d>> {
    let read = |name: &'static str| {
        let nodes = reader.follow(offer, name).into_iter();
        nodes
            .map(|node| (node, name))
            .find_map(|(node, name)| Some((reader.read_amount(node)?, node, name)))
    };
    let specified = || {
        let parts = reader.follow(offer, "priceSpecification").into_iter();
        let mut parts = parts.filter(|part| is_paid(reader, *part));
        parts.find_map(|part| {
            let nodes = ["price", "minPrice"].map(|name| reader.follow(part, name));
            let node = *nodes.iter().flatten().next()?;
            Some((reader.read_amount(node)?, node, "priceSpecification.price"))
        })
    };
    let (amount, node, name) = read("price").or_else(specified).or_else(|| read("lowPrice"))?;
    const CURRENCIES: [&str; 3] = ["priceCurrency", "priceSpecification.priceCurrency", "currency"];
    let mut declared = CURRENCIES
        .into_iter()
        .flat_map(|name| reader.follow(offer, name).into_iter().map(move |node| (node, name)));
    let declared =
        declared.find_map(|(node, name)| Some((reader.read_currency(node)?, node, name)));
    let path_of = |name| join_path(path, name);
    let (currency, currency_place) = match declared {
        Some((code, node, name)) => (Some(code), (node, path_of(name))),
        None => (amount.currency, (node, path_of(name))),
    };
    Some(Price { amount, currency, node, path: path_of(name), currency_place })
}

/// Whether a specification has the price that a buyer pays.
fn is_paid<'d>(reader: &Reader<'d>, part: Node<'d>) -> bool {
    let mut kinds = reader.follow(part, "priceType").into_iter();
    !kinds.any(|node| {
        let text = reader.short_text(node).unwrap_or_default().to_ascii_lowercase();
        OTHER_PRICES.iter().any(|kind| text.ends_with(kind))
    })
}

/// The lowest of the prices in the currency of the first.
fn choose_price<'a, 'd>(prices: &'a [Price<'d>]) -> Option<&'a Price<'d>> {
    let first = prices.first()?;
    let same = prices.iter().filter(|price| price.currency == first.currency);
    same.reduce(
        |least, price| {
            if number_of(&price.amount) < number_of(&least.amount) { price } else { least }
        },
    )
}

fn number_of(amount: &Amount) -> f64 {
    amount.text.parse().unwrap_or(f64::INFINITY)
}

fn add_price<'d>(
    reader: &Reader<'d>,
    price: &Price<'d>,
    offers: &[(Node<'d>, String)],
    record: &mut Record,
) {
    let value = DataValue::Amount(price.amount.text.clone());
    record.push(reader.make_field("price", value, (price.node, &price.path)));
    let (node, path) = &price.currency_place;
    let place = (*node, path.as_str());
    if let Some(code) = price.currency {
        record.push(reader.make_field("currency", DataValue::Text(code.to_owned()), place));
        return;
    }
    // Another offer or the thing itself may have the currency.
    for (offer, path) in offers {
        if let Some(mut field) = reader.currency("currency", *offer, &["priceCurrency"]) {
            field.source =
                format!("{}: {}", offer.declaration.syntax, join_path(path, "priceCurrency"));
            record.push(Some(field));
            return;
        }
    }
}

/// Adds the highest price, if it is another one.
fn add_highest<'d>(
    reader: &Reader<'d>,
    prices: &[Price<'d>],
    offers: &[(Node<'d>, String)],
    record: &mut Record,
) {
    let Some(lowest) = choose_price(prices) else { return };
    let declared = offers.iter().find_map(|(offer, path)| {
        let node = *reader.follow(*offer, "highPrice").first()?;
        Some((reader.read_amount(node)?, node, join_path(path, "highPrice")))
    });
    let same = prices.iter().filter(|price| price.currency == lowest.currency);
    let highest =
        same.reduce(
            |most, price| {
                if number_of(&price.amount) > number_of(&most.amount) { price } else { most }
            },
        );
    let shown = highest.map(|price| (price.amount.clone(), price.node, price.path.clone()));
    if let Some((amount, node, path)) = declared.or(shown)
        && number_of(&amount) > number_of(&lowest.amount)
    {
        let value = DataValue::Amount(amount.text);
        record.push(reader.make_field("highest_price", value, (node, &path)));
    }
}

/// The word of the first offer that has one that can be read. A thing is in stock if any offer is.
fn choose_word<'d>(
    reader: &Reader<'d>,
    offers: &[(Node<'d>, String)],
    property: &'static str,
    words: &[(&str, &'static str)],
) -> Option<DataField> {
    let name = if property == "itemCondition" { "condition" } else { property };
    let read = |(offer, path): &(Node<'d>, String)| {
        let mut field = reader.word(name, *offer, &[property], words)?;
        field.source = format!("{}: {}", offer.declaration.syntax, join_path(path, property));
        Some(field)
    };
    let mut best: Option<DataField> = None;
    for field in offers.iter().filter_map(read) {
        let is_in_stock = field.value == DataValue::Text("in_stock".to_owned());
        let is_raw = |field: &DataField| matches!(field.value, DataValue::Raw(_));
        if best.as_ref().is_none_or(|best| is_raw(best) && !is_raw(&field) || is_in_stock) {
            best = Some(field);
        }
        if is_in_stock {
            break;
        }
    }
    best
}

fn join_path(path: &str, name: &str) -> String {
    if path.is_empty() { name.to_owned() } else { format!("{path}.{name}") }
}
