//! The properties of schema.org that are read, by their names.

/// Properties that are read from microdata and RDFa. All others are skipped.
const PROPERTIES: [&str; 87] = [
    "acceptedAnswer",
    "address",
    "addressCountry",
    "addressLocality",
    "addressRegion",
    "aggregateRating",
    "answerCount",
    "applicantLocationRequirements",
    "author",
    "availability",
    "baseSalary",
    "bestRating",
    "brand",
    "calories",
    "category",
    "contentUrl",
    "cookTime",
    "currency",
    "dateCreated",
    "datePosted",
    "datePublished",
    "description",
    "duration",
    "embedUrl",
    "employmentType",
    "endDate",
    "eventAttendanceMode",
    "eventStatus",
    "gtin",
    "gtin12",
    "gtin13",
    "gtin14",
    "gtin8",
    "headline",
    "highPrice",
    "hiringOrganization",
    "image",
    "ingredients",
    "interactionCount",
    "interactionStatistic",
    "interactionType",
    "itemCondition",
    "itemListElement",
    "itemOffered",
    "jobLocation",
    "jobLocationType",
    "location",
    "lowPrice",
    "mainEntity",
    "manufacturer",
    "maxValue",
    "minPrice",
    "minValue",
    "model",
    "mpn",
    "name",
    "nutrition",
    "offers",
    "organizer",
    "performer",
    "prepTime",
    "price",
    "priceCurrency",
    "priceSpecification",
    "productID",
    "ratingCount",
    "ratingValue",
    "recipeCategory",
    "recipeCuisine",
    "recipeIngredient",
    "recipeInstructions",
    "recipeYield",
    "reviewCount",
    "sku",
    "startDate",
    "streetAddress",
    "suggestedAnswer",
    "text",
    "thumbnailUrl",
    "title",
    "totalTime",
    "unitText",
    "uploadDate",
    "upvoteCount",
    "url",
    "userInteractionCount",
    "validThrough",
];

/// Properties whose value is an address, or the address of a word: `https://schema.org/InStock`.
const ADDRESSES: [&str; 10] = [
    "availability",
    "contentUrl",
    "embedUrl",
    "eventAttendanceMode",
    "eventStatus",
    "image",
    "interactionType",
    "itemCondition",
    "thumbnailUrl",
    "url",
];

/// Properties whose value may have several lines.
const LONG_TEXTS: [&str; 3] = ["description", "recipeInstructions", "text"];

/// Prefixes of Open Graph and of names like it.
const OPEN_GRAPH: [&str; 6] = ["og", "fb", "article", "product", "twitter", "video"];

/// The property of a name in any case, with or without the URL or the prefix of the vocabulary.
///
/// Open Graph has names of its own, in the same attribute as RDFa.
pub(super) fn find_property(name: &str) -> Option<&'static str> {
    if name.split_once(':').is_some_and(|(prefix, _)| OPEN_GRAPH.contains(&prefix)) {
        return None;
    }
    let name = local_name(name);
    PROPERTIES.into_iter().find(|property| property.eq_ignore_ascii_case(name))
}

/// The name without the URL or the prefix of the vocabulary.
pub(super) fn local_name(name: &str) -> &str {
    &name[name.rfind(['/', '#', ':']).map_or(0, |at| at + 1)..]
}

pub(super) fn holds_address(property: &str) -> bool {
    ADDRESSES.contains(&property)
}

pub(super) fn holds_long_text(property: &str) -> bool {
    LONG_TEXTS.contains(&property)
}
