//! The kinds of things that are read, and the fields of each.

use crate::metadata::data::amounts::{Amount, find_amount};
use crate::metadata::data::node::{Node, Reader};
use crate::metadata::data::offers::add_offers;
use crate::metadata::data::properties::local_name;
use crate::metadata::data::record::{DataField, DataValue, Record};

/// Steps of a recipe, and answers to a question, to read.
const MAX_PARTS: usize = 500;
/// Addresses to read of an event or a job.
const MAX_PLACES: usize = 50;
/// The unit of a duration without one, in seconds.
const MINUTES: f64 = 60.0;
const SECONDS: f64 = 1.0;

const STATUSES: [(&str, &str); 5] = [
    ("eventscheduled", "scheduled"),
    ("eventcancelled", "cancelled"),
    ("eventpostponed", "postponed"),
    ("eventrescheduled", "rescheduled"),
    ("eventmovedonline", "moved_online"),
];
const ATTENDANCES: [(&str, &str); 6] = [
    ("offlineeventattendancemode", "offline"),
    ("onlineeventattendancemode", "online"),
    ("mixedeventattendancemode", "mixed"),
    ("offline", "offline"),
    ("online", "online"),
    ("mixed", "mixed"),
];

/// The types of schema.org that are read, in lower case, and their kinds.
const KINDS: [(&str, &str); 13] = [
    ("product", "product"),
    ("productgroup", "product"),
    ("productmodel", "product"),
    ("individualproduct", "product"),
    ("someproducts", "product"),
    ("vehicle", "product"),
    ("car", "product"),
    ("motorcycle", "product"),
    ("recipe", "recipe"),
    ("jobposting", "job"),
    ("question", "question"),
    ("videoobject", "video"),
    ("festival", "event"),
];
/// Events of publishing, at which nobody meets.
const OTHER_EVENTS: [&str; 4] =
    ["publicationevent", "broadcastevent", "ondemandevent", "deliveryevent"];

/// The kind of a thing with a type of schema.org, in any case.
pub(super) fn find_kind(name: &str) -> Option<&'static str> {
    if name.len() > MAX_TYPE {
        return None;
    }
    let name = name.to_ascii_lowercase();
    let kind = KINDS.iter().find(|(kind, _)| *kind == name).map(|(_, kind)| *kind);
    let is_event = name.ends_with("event") && !OTHER_EVENTS.contains(&name.as_str());
    kind.or_else(|| is_event.then_some("event"))
}

/// Bytes of the longest name of a type.
const MAX_TYPE: usize = 40;

/// The field that names a thing of a kind.
pub(super) fn name_field(kind: &str) -> &'static str {
    match kind {
        "job" => "title",
        "question" => "text",
        _ => "name",
    }
}

/// Reads a thing of a kind; `None` if it has neither a name nor what else it is known by, or is an
/// event without a date and a place.
pub(super) fn read_thing<'d>(
    reader: &Reader<'d>,
    thing: Node<'d>,
    kind: &'static str,
) -> Option<Record> {
    let mut record = Record::new(kind);
    match kind {
        "product" => add_product(reader, thing, &mut record),
        "recipe" => add_recipe(reader, thing, &mut record),
        "event" => add_event(reader, thing, &mut record),
        "job" => add_job(reader, thing, &mut record),
        "question" => add_question(reader, thing, &mut record),
        _ => add_video(reader, thing, &mut record),
    }
    const KNOWN_BY: [&str; 7] =
        ["name", "title", "text", "price", "sku", "content_url", "embed_url"];
    // Some sites declare themselves an event.
    const EVENT_KNOWN_BY: [&str; 4] = ["start", "end", "place", "address"];
    let has_any = |names: &[&str]| names.iter().any(|name| record.get(name).is_some());
    let is_thing = has_any(&KNOWN_BY) && (kind != "event" || has_any(&EVENT_KNOWN_BY));
    is_thing.then_some(record)
}

fn add_product<'d>(reader: &Reader<'d>, thing: Node<'d>, record: &mut Record) {
    record.push(reader.text("name", thing, &["name"]));
    record.push(reader.text("brand", thing, &BRANDS));
    add_offers(reader, thing, record);
    record.push(reader.text("sku", thing, &["sku", "productID", "offers.sku"]).map(strip_prefix));
    record.push(reader.text("mpn", thing, &["mpn", "offers.mpn"]).map(strip_prefix));
    record.push(reader.text("gtin", thing, &GTINS).map(strip_prefix));
    record.push(reader.rating(thing));
    record.push(reader.text("category", thing, &["category.name", "category"]));
    add_description(reader, thing, record);
}

const BRANDS: [&str; 4] = ["brand.name", "brand", "manufacturer.name", "manufacturer"];
const GTINS: [&str; 7] =
    ["gtin13", "gtin", "gtin14", "gtin12", "gtin8", "offers.gtin13", "offers.gtin"];

/// Removes the name of the numbering from a number: `sku:123`.
fn strip_prefix(mut field: DataField) -> DataField {
    if let DataValue::Text(text) = &mut field.value
        && let Some((prefix, rest)) = text.split_once(':')
        && ["sku", "mpn", "gtin", "gtin13", "ean", "upc", "isbn", "asin"]
            .iter()
            .any(|name| prefix.trim().eq_ignore_ascii_case(name))
    {
        *text = rest.trim().to_owned();
    }
    field
}

fn add_recipe<'d>(reader: &Reader<'d>, thing: Node<'d>, record: &mut Record) {
    record.push(reader.text("name", thing, &["name"]));
    record.push(reader.texts("authors", thing, &["author.name", "author"]));
    record.push(reader.date("published", thing, &["datePublished"]));
    for (name, property) in
        [("ingredients", "recipeIngredient"), ("instructions", "recipeInstructions")]
    {
        record.push(read_steps(reader, thing, name, property));
    }
    if record.get("ingredients").is_none() {
        record.push(read_steps(reader, thing, "ingredients", "ingredients"));
    }
    record.push(reader.text("servings", thing, &["recipeYield", "recipeYield.value"]));
    record.push(reader.duration("preparation_s", thing, "prepTime", MINUTES));
    record.push(reader.duration("cooking_s", thing, "cookTime", MINUTES));
    record.push(reader.duration("total_s", thing, "totalTime", MINUTES));
    record.push(reader.texts("categories", thing, &["recipeCategory"]));
    record.push(reader.texts("cuisines", thing, &["recipeCuisine"]));
    record.push(reader.text("calories", thing, &["nutrition.calories"]));
    record.push(reader.rating(thing));
    add_description(reader, thing, record);
}

/// The lines of a text, or the texts of steps, which may be in sections.
fn read_steps<'d>(
    reader: &Reader<'d>,
    thing: Node<'d>,
    name: &'static str,
    property: &'static str,
) -> Option<DataField> {
    let mut open = reader.follow(thing, property);
    let first = *open.first()?;
    open.reverse();
    let mut steps: Vec<String> = Vec::new();
    let mut n_left = 2 * MAX_PARTS;
    while let Some(node) = open.pop() {
        if n_left == 0 || steps.len() >= MAX_PARTS {
            reader.budget.report();
            break;
        }
        n_left -= 1;
        let mut inner = reader.follow(node, "itemListElement");
        if !inner.is_empty() {
            inner.reverse();
            open.extend(inner);
            continue;
        }
        let parts = [node].into_iter().chain(reader.follow(node, "text"));
        let mut parts = parts.chain(reader.follow(node, "name"));
        let text = parts.find_map(|part| reader.lines_of(part)).unwrap_or_default();
        steps.extend(text.split('\n').filter(|line| !line.is_empty()).map(str::to_owned));
    }
    steps.truncate(MAX_PARTS);
    let value = DataValue::Texts((!steps.is_empty()).then_some(steps)?);
    reader.make_field(name, value, (first, property))
}

fn add_event<'d>(reader: &Reader<'d>, thing: Node<'d>, record: &mut Record) {
    record.push(reader.text("name", thing, &["name"]));
    record.push(reader.date("start", thing, &["startDate"]));
    record.push(reader.date("end", thing, &["endDate"]));
    record.push(reader.word("status", thing, &["eventStatus"], &STATUSES));
    record.push(reader.word("attendance", thing, &["eventAttendanceMode"], &ATTENDANCES));
    record.push(reader.text("place", thing, &["location.name", "location"]));
    record.push(read_addresses(reader, thing, "location").map(|mut field| {
        field.name = "address";
        if let DataValue::Texts(texts) = &mut field.value {
            field.value = DataValue::Text(texts.swap_remove(0));
        }
        field
    }));
    record.push(reader.texts("organizers", thing, &["organizer.name", "organizer"]));
    record.push(reader.texts("performers", thing, &["performer.name", "performer"]));
    add_offers(reader, thing, record);
    record.fields.retain(|field| field.name != "condition");
    add_description(reader, thing, record);
}

/// The postal addresses of places, each as one text.
fn read_addresses<'d>(
    reader: &Reader<'d>,
    thing: Node<'d>,
    property: &'static str,
) -> Option<DataField> {
    const PARTS: [&str; 5] =
        ["streetAddress", "postalCode", "addressLocality", "addressRegion", "addressCountry"];
    let mut texts: Vec<String> = Vec::new();
    let places = reader.follow(thing, property);
    let first = *places.first()?;
    for place in places.into_iter().take(MAX_PLACES) {
        for address in reader.follow(place, "address") {
            let read = |name: &&'static str| {
                let node = *reader.follow(address, name).first()?;
                let inner = reader.follow(node, "name").into_iter();
                [node].into_iter().chain(inner).find_map(|node| reader.short_text(node))
            };
            let parts: Vec<String> = PARTS.iter().filter_map(read).collect();
            let text = reader.short_text(address).unwrap_or_else(|| parts.join(", "));
            let is_new = !text.is_empty() && !texts.contains(&text);
            if is_new && texts.len() < MAX_PLACES {
                texts.push(text);
            }
        }
    }
    let value = DataValue::Texts((!texts.is_empty()).then_some(texts)?);
    reader.make_field("locations", value, (first, &format!("{property}.address")))
}

fn add_job<'d>(reader: &Reader<'d>, thing: Node<'d>, record: &mut Record) {
    record.push(reader.text("title", thing, &["title", "name"]));
    record.push(reader.text("company", thing, &["hiringOrganization.name", "hiringOrganization"]));
    let locations = read_addresses(reader, thing, "jobLocation");
    record.push(
        locations
            .or_else(|| reader.texts("locations", thing, &["jobLocation.name", "jobLocation"])),
    );
    if let Some(field) = reader.text("is_remote", thing, &["jobLocationType"]) {
        let is_remote = matches!(&field.value, DataValue::Text(text) if text.eq_ignore_ascii_case("telecommute"));
        record.push(is_remote.then_some(DataField { value: DataValue::Flag(true), ..field }));
    }
    record.push(reader.texts("employment_types", thing, &["employmentType"]).map(name_employment));
    record.push(reader.date("posted", thing, &["datePosted"]));
    record.push(reader.date("valid_until", thing, &["validThrough"]));
    const LOW: [&str; 5] = [
        "baseSalary.value.minValue",
        "baseSalary.minValue",
        "baseSalary.value.value",
        "baseSalary.value",
        "baseSalary",
    ];
    record.push(reader.amount("lowest_salary", thing, &LOW));
    const HIGH: [&str; 2] = ["baseSalary.value.maxValue", "baseSalary.maxValue"];
    record.push(reader.amount("highest_salary", thing, &HIGH));
    record.push(reader.currency(
        "currency",
        thing,
        &["baseSalary.currency", "baseSalary.value.currency", "salaryCurrency"],
    ));
    let unit =
        reader.text("salary_unit", thing, &["baseSalary.value.unitText", "baseSalary.unitText"]);
    record.push(unit.map(name_unit));
    if record.get("highest_salary").is_none() {
        add_written_salary(reader, thing, record);
    }
    add_description(reader, thing, record);
}

/// The end, the currency and the unit of a salary that is a text: `$60,000 - $80,000 per year`.
fn add_written_salary<'d>(reader: &Reader<'d>, thing: Node<'d>, record: &mut Record) {
    let Some(field) = reader.text("currency", thing, &["baseSalary.value", "baseSalary"]) else {
        return;
    };
    let text = field.text().unwrap_or_default().to_owned();
    let Some(first) = find_amount(&text, &reader.country) else { return };
    let rest = &text[first.place.1..];
    let second = find_amount(rest, &reader.country);
    let is_higher = |second: &Amount| {
        let (low, high) = (first.text.parse::<f64>(), second.text.parse::<f64>());
        low.is_ok_and(|low| high.is_ok_and(|high| low < high))
    };
    let second = second.filter(is_higher);
    let currency = first.currency.or(second.as_ref().and_then(|second| second.currency));
    let mut add = |name, value| {
        if record.get(name).is_none() {
            record.fields.push(DataField { name, value, source: field.source.clone(), ..field });
        }
    };
    if let Some(second) = second {
        add("highest_salary", DataValue::Amount(second.text));
    }
    if let Some(code) = currency {
        add("currency", DataValue::Text(code.to_owned()));
    }
    if let Some(unit) = find_unit(rest) {
        add("salary_unit", DataValue::Text(unit.to_owned()));
    }
}

/// The unit of time in a text: `year` for `YEAR`, `per-year-salary` and `annually`.
fn find_unit(text: &str) -> Option<&'static str> {
    const UNITS: [(&str, &str); 8] = [
        ("hour", "hour"),
        ("day", "day"),
        ("daily", "day"),
        ("week", "week"),
        ("month", "month"),
        ("year", "year"),
        ("annu", "year"),
        ("p.a.", "year"),
    ];
    let text = text.to_lowercase();
    UNITS.iter().find(|(word, _)| text.contains(word)).map(|(_, unit)| *unit)
}

/// The unit of a salary as one word; an unknown one as written, in lower case.
fn name_unit(mut field: DataField) -> DataField {
    if let DataValue::Text(text) = &mut field.value {
        *text = find_unit(text).map_or_else(|| text.to_lowercase(), str::to_owned);
    }
    field
}

/// Employment types as short words: `FULL_TIME, Contract` is `full_time` and `contract`.
fn name_employment(mut field: DataField) -> DataField {
    if let DataValue::Texts(texts) = &mut field.value {
        let words = texts.iter().flat_map(|text| text.split(','));
        let words = words.map(|word| word.trim().to_lowercase().replace([' ', '-'], "_"));
        *texts = words.filter(|word| !word.is_empty()).collect();
    }
    field
}

fn add_question<'d>(reader: &Reader<'d>, thing: Node<'d>, record: &mut Record) {
    record.push(reader.text("text", thing, &["name", "text"]));
    record.push(reader.long_text("details", thing, &["text"]));
    record.push(reader.text("author", thing, &["author.name", "author"]));
    record.push(reader.date("published", thing, &["datePublished", "dateCreated"]));
    record.push(reader.count("n_votes", thing, &["upvoteCount"]));
    record.push(reader.count("n_answers", thing, &["answerCount"]));
    let mut answers = Vec::new();
    let mut first = None;
    for (property, is_accepted) in [("acceptedAnswer", true), ("suggestedAnswer", false)] {
        for answer in reader.follow(thing, property) {
            let mut part = Record::new("answer");
            part.push(reader.long_text("text", answer, &["text", "name"]));
            if part.get("text").is_none() || answers.len() >= MAX_PARTS {
                continue;
            }
            first.get_or_insert((answer, property));
            part.push(reader.make_field(
                "is_accepted",
                DataValue::Flag(is_accepted),
                (answer, property),
            ));
            part.push(reader.text("author", answer, &["author.name", "author"]));
            part.push(reader.date("published", answer, &["datePublished", "dateCreated"]));
            part.push(reader.count("n_votes", answer, &["upvoteCount"]));
            part.push(reader.address("url", answer, &["url"]));
            answers.push(part);
        }
    }
    if let Some(place) = first {
        record.push(reader.make_field("answers", DataValue::Records(answers), place));
    }
    record.push(reader.address("url", thing, &["url"]));
}

fn add_video<'d>(reader: &Reader<'d>, thing: Node<'d>, record: &mut Record) {
    record.push(reader.text("name", thing, &["name"]));
    record.push(reader.duration("duration_s", thing, "duration", SECONDS));
    record.push(reader.date("uploaded", thing, &["uploadDate", "datePublished"]));
    record.push(reader.text("author", thing, &["author.name", "author"]));
    record.push(reader.address("content_url", thing, &["contentUrl"]));
    record.push(reader.address("embed_url", thing, &["embedUrl"]));
    record.push(read_views(reader, thing));
    record.push(reader.long_text("description", thing, &["description"]));
    const IMAGES: [&str; 4] = ["thumbnailUrl", "thumbnail.url", "image.url", "image"];
    record.push(reader.address("image", thing, &IMAGES));
    record.push(reader.address("url", thing, &["url"]));
}

/// The number of views, among numbers of likes and comments.
fn read_views<'d>(reader: &Reader<'d>, thing: Node<'d>) -> Option<DataField> {
    let is_view = |node: &Node<'d>| {
        let kind = reader.follow(*node, "interactionType");
        let names = kind.iter().flat_map(|kind| {
            let text = reader.short_text(*kind).map(|text| local_name(&text).to_owned());
            kind.types().map(std::borrow::Cow::into_owned).chain(text)
        });
        let names: Vec<String> = names.collect();
        names.is_empty()
            || names.iter().any(|name| matches!(name.as_str(), "WatchAction" | "ViewAction"))
    };
    let counters = reader.follow(thing, "interactionStatistic").into_iter().filter(is_view);
    let counts =
        counters.filter_map(|node| reader.count("n_views", node, &["userInteractionCount"]));
    let mut views = counts.map(|field| DataField {
        source: field.source.replace("userInter", "interactionStatistic.userInter"),
        ..field
    });
    views.next().or_else(|| reader.count("n_views", thing, &["interactionCount"]))
}

fn add_description<'d>(reader: &Reader<'d>, thing: Node<'d>, record: &mut Record) {
    record.push(reader.long_text("description", thing, &["description"]));
    const IMAGES: [&str; 3] = ["image.url", "image.contentUrl", "image"];
    record.push(reader.address("image", thing, &IMAGES));
    record.push(reader.address("url", thing, &["url", "offers.url"]));
}
