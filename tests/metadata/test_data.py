"""Typed data: each kind and each syntax, normalised values, sources, and hostile pages."""

from __future__ import annotations

import copy
import json
import pickle
from decimal import Decimal
from typing import Any

import pytest

import pagecore
from pagecore.metadata.data import Data, data_to_dict, read_data
from pagecore.metadata.entities import Product, Rating
from tests.growth import check_ends


def extract_data(html: str, url: str | None = None) -> Data:
    return read_data(pagecore.parse(html, url=url))


def ld(**thing: object) -> str:
    return f'<script type="application/ld+json">{json.dumps(thing)}</script>'


def product(**values: object) -> str:
    return ld(**{"@type": "Product", "name": "Cup", **values})


PRODUCT = [
    # field        page                                                      value       source
    ("name", product(), "Cup", "json-ld: name"),
    ("brand", product(brand={"name": "Bo"}), "Bo", "json-ld: brand.name"),
    ("brand", product(brand="Bo"), "Bo", "json-ld: brand"),
    ("brand", product(brand="L&amp;#8217;Eau &amp;amp; Bo"), "L’Eau & Bo", "json-ld: brand"),
    ("price", product(offers={"price": 19.5}), Decimal("19.50"), "json-ld: offers.price"),
    ("price", product(offers={"price": "1.299,00 €"}), Decimal(1299), "json-ld: offers.price"),
    ("price", product(offers={"lowPrice": "5"}), Decimal(5), "json-ld: offers.lowPrice"),
    (
        "price",
        product(offers={"priceSpecification": {"price": 7}}),
        Decimal(7),
        "json-ld: offers.priceSpecification.price",
    ),
    ("highest_price", product(offers={"lowPrice": 5, "highPrice": 9}), Decimal(9), None),
    ("currency", product(offers={"price": "5 zł"}), "PLN", "json-ld: offers.price"),
    ("currency", product(offers={"price": 5, "priceCurrency": "usd"}), "USD", None),
    (
        "availability",
        product(offers={"availability": "http://schema.org/InStock"}),
        "in_stock",
        None,
    ),
    ("availability", product(offers={"availability": "SoldOut"}), "out_of_stock", None),
    ("condition", product(offers={"itemCondition": "UsedCondition"}), "used", None),
    (
        "currency",
        product(offers={"price": 5, "priceCurrency": "€"}),
        "EUR",
        "json-ld: offers.priceCurrency",
    ),
    ("currency", product(offers={"price": "5 €"}), "EUR", "json-ld: offers.price"),
    ("sku", product(sku=17), "17", "json-ld: sku"),
    ("sku", product(productID="sku:17"), "17", "json-ld: productID"),
    ("gtin", product(gtin13="4006381333931"), "4006381333931", "json-ld: gtin13"),
    (
        "description",
        product(description="<p>Blue.<p>And &amp; green."),
        "Blue.\nAnd & green.",
        None,
    ),
    ("image", product(image=["/cup.png"]), "https://shop.example/cup.png", "json-ld: image"),
]


@pytest.mark.parametrize(("field", "page", "value", "source"), PRODUCT)
def test_product(field: str, page: str, value: object, source: str | None) -> None:
    thing = extract_data(page, "https://shop.example/p/1").product
    assert thing is not None
    assert getattr(thing, field) == value
    assert field in thing.sources
    assert source is None or thing.sources[field] == source
    assert thing.rows[field] > 0


RATINGS = [
    # declared                                                       rating
    ({"ratingValue": 4.5}, Rating(value=4.5)),
    ({"ratingValue": "4,5", "reviewCount": "1,234"}, Rating(value=4.5, n_reviews=1234)),
    ({"ratingValue": "4.5/5", "ratingCount": 12}, Rating(value=4.5, n_ratings=12)),
    ({"ratingValue": "90 %"}, Rating(value=90.0, best=100.0)),
    ({"ratingValue": 8, "bestRating": 10}, Rating(value=8.0, best=10.0)),
    ({"ratingValue": 8}, Rating(value=8.0, best=10.0)),
    ({"ratingValue": 12, "bestRating": 10}, None),
    ({"ratingValue": "good"}, None),
    ({"ratingValue": "9" * 5000}, None),
    ({"ratingCount": 3}, None),
    ([], None),
    ("five", None),
]


@pytest.mark.parametrize(("declared", "rating"), RATINGS)
def test_ratings(declared: object, rating: Rating | None) -> None:
    thing = extract_data(product(aggregateRating=declared)).product
    assert thing is not None
    assert thing.rating == rating


def test_ratings_of_microdata_and_rdfa() -> None:
    microdata = (
        "<div itemscope itemtype=//schema.org/Product><h1 itemprop=name>Cup</h1>"
        "<p itemprop=aggregateRating itemscope itemtype=//schema.org/AggregateRating>"
        "<b itemprop=ratingValue>4.2</b> of <b itemprop=bestRating>5</b>, "
        "<b itemprop=reviewCount>17</b> reviews</p></div>"
    )
    rdfa = microdata.replace("itemscope itemtype=//schema.org/", "typeof=").replace(
        "itemprop", "property"
    )
    for page, syntax in ((microdata, "microdata"), (rdfa, "rdfa")):
        thing = extract_data(page).product
        assert thing is not None
        assert thing.rating == Rating(value=4.2, n_reviews=17)
        assert thing.sources["rating"] == f"{syntax}: aggregateRating"


def test_recipe() -> None:
    page = ld(
        **{
            "@type": ["Recipe", "NewsArticle"],
            "name": "Soup",
            "author": [{"name": "Ann Lee"}],
            "datePublished": "3 May 2024",
            "recipeIngredient": ["1 onion", "2 l water"],
            "recipeInstructions": [
                {
                    "@type": "HowToSection",
                    "itemListElement": [{"text": "Chop."}, {"text": "Boil."}],
                },
                "<p>Serve.</p><p>Eat.</p>",
            ],
            "prepTime": "PT10M",
            "cookTime": "1 hour",
            "totalTime": 70,
            "recipeYield": ["4", "4 servings"],
            "recipeCuisine": "French",
            "nutrition": {"calories": "240 kcal"},
        }
    )
    recipe = extract_data(page).recipe
    assert recipe is not None
    assert (recipe.name, recipe.authors, recipe.published) == ("Soup", ("Ann Lee",), "2024-05-03")
    assert recipe.ingredients == ("1 onion", "2 l water")
    assert recipe.instructions == ("Chop.", "Boil.", "Serve.", "Eat.")
    assert (recipe.preparation_s, recipe.cooking_s, recipe.total_s) == (600, 3600, 4200)
    assert (recipe.servings, recipe.cuisines, recipe.calories) == ("4", ("French",), "240 kcal")


def test_event() -> None:
    page = ld(
        **{
            "@type": "MusicEvent",
            "name": "Concert",
            "startDate": "2026-05-03T19:30+02:00",
            "endDate": "soon",
            "eventStatus": "https://schema.org/EventCancelled",
            "eventAttendanceMode": "OfflineEventAttendanceMode",
            "location": {
                "name": "Hall",
                "address": {"streetAddress": "1 Main St", "addressLocality": "Ayr"},
            },
            "performer": [{"name": "A"}, {"name": "B"}],
            "offers": {"price": "20", "priceCurrency": "GBP", "availability": "InStock"},
        }
    )
    event = extract_data(page).event
    assert event is not None
    assert (event.start, event.end) == ("2026-05-03T19:30:00+02:00", None)
    assert event.raw["end"] == "soon"
    assert (event.status, event.attendance) == ("cancelled", "offline")
    assert (event.place, event.address) == ("Hall", "1 Main St, Ayr")
    assert event.performers == ("A", "B")
    assert (event.price, event.currency, event.availability) == (Decimal(20), "GBP", "in_stock")


def test_job() -> None:
    salary = {"currency": "EUR", "value": {"minValue": 50e3, "maxValue": 6e4, "unitText": "YEAR"}}
    page = ld(
        **{
            "@type": "JobPosting",
            "title": "Baker",
            "hiringOrganization": {"name": "Mill"},
            "jobLocation": [{"address": "Ayr"}, {"address": {"addressCountry": {"name": "Peru"}}}],
            "jobLocationType": "TELECOMMUTE",
            "employmentType": ["FULL_TIME", "Contract"],
            "datePosted": "2026-05-03",
            "validThrough": "2026-06-03",
            "baseSalary": salary,
        }
    )
    job = extract_data(page).job
    assert job is not None
    assert (job.title, job.company, job.is_remote) == ("Baker", "Mill", True)
    assert job.locations == ("Ayr", "Peru")
    assert job.employment_types == ("full_time", "contract")
    assert (job.posted, job.valid_until) == ("2026-05-03", "2026-06-03")
    assert (job.lowest_salary, job.highest_salary) == (Decimal(50000), Decimal(60000))
    assert (job.currency, job.salary_unit) == ("EUR", "year")


def test_question() -> None:
    question = {
        "@type": "Question",
        "name": "Why?",
        "upvoteCount": 3,
        "suggestedAnswer": [{"text": "Perhaps.", "upvoteCount": "0"}],
        "acceptedAnswer": {"text": "Because.", "author": {"name": "Bo"}, "url": "#a"},
    }
    data = extract_data(ld(**{"@type": "QAPage", "mainEntity": question}), "https://q.example/")
    assert data.question is not None
    assert (data.question.text, data.question.n_votes) == ("Why?", 3)
    first, second = data.question.answers
    assert (first.text, first.is_accepted, first.author) == ("Because.", True, "Bo")
    assert first.url == "https://q.example/#a"
    assert (second.text, second.is_accepted, second.n_votes) == ("Perhaps.", False, 0)


def test_questions_of_a_list_are_not_the_page() -> None:
    questions = [{"@type": "Question", "name": name} for name in ("Why?", "How?")]
    data = extract_data(ld(**{"@type": "FAQPage", "mainEntity": questions}))
    assert [question.text for question in data.questions] == ["Why?", "How?"]
    assert data.question is None


def test_video() -> None:
    page = ld(
        **{
            "@type": "VideoObject",
            "name": "Tides",
            "duration": "PT1M30S",
            "uploadDate": "2024-05-03",
            "thumbnailUrl": ["a.png", "b.png"],
            "contentUrl": "a.mp4",
            "interactionStatistic": {"userInteractionCount": "1500"},
        }
    )
    video = extract_data(page, "https://v.example/").video
    assert video is not None
    assert (video.duration_s, video.uploaded, video.n_views) == (90, "2024-05-03", 1500)
    assert (video.image, video.content_url) == (
        "https://v.example/a.png",
        "https://v.example/a.mp4",
    )


LIKES = {"interactionType": {"@type": "LikeAction"}, "userInteractionCount": 12}
VIEWS = {"interactionType": "https://schema.org/WatchAction", "userInteractionCount": "1,234"}
YEAR = {"@type": "QuantitativeValue", "minValue": "60,000.00", "unitText": "per-year-salary"}
SHAPES = [
    # what writes it so    kind      declared                                       fields
    ("WP Recipe Maker", "recipe", {"recipeYield": ["8", "8 slices"]}, {"servings": "8"}),
    ("a quantity", "recipe", {"recipeYield": {"value": 4}}, {"servings": "4"}),
    (
        "Greenhouse",
        "job",
        {"description": "&lt;p&gt;Salt &amp;amp; light&lt;/p&gt;&lt;ul&gt;&lt;li&gt;A&lt;/li&gt;"},
        {"description": "Salt & light\nA"},
    ),
    (
        "an example of HTML",
        "job",
        {"description": "Know &lt;b&gt; tags"},
        {"description": "Know <b> tags"},
    ),
    (
        "Lever",
        "job",
        {"baseSalary": {"currency": "USD", "value": YEAR}},
        {"lowest_salary": Decimal(60000), "currency": "USD", "salary_unit": "year"},
    ),
    (
        "a salary as text",
        "job",
        {"baseSalary": "$60,000 - $80,000 per year"},
        {
            "lowest_salary": Decimal(60000),
            "highest_salary": Decimal(80000),
            "currency": "USD",
            "salary_unit": "year",
        },
    ),
    ("likes before views", "video", {"interactionStatistic": [LIKES, VIEWS]}, {"n_views": 1234}),
    ("likes alone", "video", {"interactionStatistic": LIKES}, {"n_views": None}),
    ("a counter", "video", {"interactionStatistic": {"userInteractionCount": 5}}, {"n_views": 5}),
]
TYPES = {"recipe": "Recipe", "job": "JobPosting", "video": "VideoObject"}


@pytest.mark.parametrize(
    ("kind", "declared", "fields"), [case[1:] for case in SHAPES], ids=[case[0] for case in SHAPES]
)
def test_shapes_that_programs_write(
    kind: str, declared: dict[str, object], fields: dict[str, object]
) -> None:
    thing = {"@type": TYPES[kind], "name": "Light", "title": "Light", **declared}
    entity = getattr(extract_data(ld(**thing)), kind)
    assert {name: getattr(entity, name) for name in fields} == fields
    assert all(name in entity.sources for name, value in fields.items() if value is not None)


def test_views_of_microdata() -> None:
    counter = "<i itemprop=interactionStatistic itemscope><meta itemprop=interactionType content="
    count = "><meta itemprop=userInteractionCount content="
    video = extract_data(
        "<div itemscope itemtype=//schema.org/VideoObject><b itemprop=name>Light</b>"
        f"{counter}https://schema.org/LikeAction{count}12></i>"
        f"{counter}https://schema.org/WatchAction{count}99></i></div>"
    ).video
    assert video is not None
    assert (video.n_views, video.sources["n_views"]) == (
        99,
        "microdata: interactionStatistic.userInteractionCount",
    )


ARTICLE = {"@type": "NewsArticle", "headline": "Light of Islay", "datePublished": "2024-05-01"}


@pytest.mark.parametrize("name", ["Courier+ Digital", "Islay"])
def test_the_markdown_of_an_article_does_not_begin_with_a_price(name: str) -> None:
    offer = {"price": "4.99", "priceCurrency": "EUR"}
    product = {"@type": "Product", "name": name, "offers": offer}
    text = f"<h1>Light of Islay</h1><p>{'The light is on again, and ships see it. ' * 30}</p>"
    document = pagecore.extract(text + ld(**ARTICLE) + ld(**product))
    assert "Price" not in document.markdown()
    assert [product.name for product in document.data.products] == [name]
    # A product with a name of the title, as in a review, is that of the page.
    assert (document.data.product is not None) == (name == "Islay")


def test_dates_and_currencies_follow_the_page() -> None:
    event = {"@type": "Event", "name": "Fair", "startDate": "03.05.2024"}
    assert [thing.start for thing in extract_data("<html lang=de>" + ld(**event)).events] == [
        "2024-05-03"
    ]
    thing = extract_data(product(offers={"price": "$5"}), "https://shop.example.ca/").product
    assert thing is not None
    assert thing.currency == "CAD"


def test_an_event_has_a_date_or_a_place() -> None:
    firm = {"@type": "Event", "name": "Shore Ltd", "description": "We repair cranes."}
    assert extract_data(ld(**firm)).events == ()
    assert len(extract_data(ld(**firm | {"location": "London"})).events) == 1


def test_a_page_without_data_is_empty() -> None:
    data = extract_data("<h1>Tides</h1><p>Text costs $5.")
    assert not data
    assert data == Data()
    assert data.product is None
    assert data_to_dict(data) == {}


def test_values_can_be_pickled_copied_and_compared() -> None:
    data = extract_data(product(offers={"price": 5}, aggregateRating={"ratingValue": 4}))
    for other in (pickle.loads(pickle.dumps(data)), copy.deepcopy(data), copy.copy(data)):
        assert other == data
        assert other.product == data.product
        assert hash(other.product) == hash(data.product)
        with pytest.raises(TypeError):
            other.products[0].sources["name"] = "mine"  # type: ignore[index]  # Wrong on purpose.
    with pytest.raises(AttributeError):
        data.products[0].name = "mine"  # type: ignore[misc]  # Wrong on purpose.
    assert Product(name="a") != Product(name="b")


def test_json() -> None:
    data = extract_data(product(offers={"price": "5.5"}, aggregateRating={"ratingValue": 4}))
    written = json.loads(json.dumps(data_to_dict(data)))
    (thing,) = written["products"]
    assert (thing["name"], thing["price"], thing["is_main"]) == ("Cup", "5.50", True)
    assert thing["rating"] == {"value": 4.0, "best": 5.0}
    assert thing["sources"]["price"] == "json-ld: offers.price"
    assert "brand" not in thing


ODD: list[Any] = [
    None, True, 0, -1, 1e400, "", " ", "null", [], {}, [[[]]], {"@value": "x"}, {"@id": "#"},
    [None, {"@type": []}], "9" * 5000, "\x00", "<b", "&", "PT" + "9" * 400 + "H",
]  # fmt: skip
KINDS = ["Product", "Recipe", "Event", "JobPosting", "Question", "VideoObject"]
PROPERTIES = [
    "offers", "aggregateRating", "brand", "recipeInstructions", "recipeIngredient", "totalTime",
    "startDate", "location", "jobLocation", "baseSalary", "employmentType", "acceptedAnswer",
    "duration", "thumbnailUrl", "interactionStatistic", "image", "sku", "@type",
]  # fmt: skip


@pytest.mark.parametrize("kind", KINDS)
def test_odd_values_are_no_error(kind: str) -> None:
    for value in ODD:
        thing: dict[str, Any] = {"name": "x", **dict.fromkeys(PROPERTIES, value)}
        data = extract_data(ld(**thing | {"@type": kind}))
        json.dumps(data_to_dict(data), allow_nan=False)
        for name in ("price", "ratingValue", "value", "text", "address"):
            nested: dict[str, Any] = {key: {name: value, "offers": value} for key in PROPERTIES}
            data = extract_data(ld(**nested | {"@type": kind}))
            json.dumps(data_to_dict(data), allow_nan=False)


def test_numbers_of_many_digits_are_left_out() -> None:
    digits = "1" * 5000
    for price in (digits, int("7" * 4000), f"0.{digits}", f"{digits} €", f"1e{digits[:9]}"):
        thing = extract_data(product(offers={"price": price, "priceCurrency": "EUR"})).product
        assert thing is not None
        assert thing.price is None


DEEP = 100_000
HOSTILE = {
    "deep objects": '{"@type":"Product","offers":' * DEEP,
    "deep lists": '{"@type":"Recipe","name":"x","recipeInstructions":' + "[" * DEEP,
    "many things": '{"@type":"Product","name":"x","offers":{"price":1}},' * DEEP,
    "many offers": '{"@type":"Product","name":"x","offers":[' + '{"price":1},' * DEEP,
    "many members": '{"@type":"Product","name":"x"' + ',"a":1' * 500_000,
    "one text of many things": '{"@id":"#b","name":"'
    + "x" * 1_000_000
    + '"}'
    + '{"@type":"Product","name":"y","brand":{"@id":"#b"}}' * 20_000,
    "one thing of many members": '{"@id":"#b"'
    + ',"a":1' * 200_000
    + "}"
    + '{"@type":"Product","name":"y","brand":{"@id":"#b"}}' * 20_000,
    "references in a circle": '{"@id":"#a","offers":{"@id":"#a"},"@type":"Product","name":"y"}'
    * DEEP,
    "tags that do not end": '{"@type":"Product","name":"x","description":"' + "<a " * 500_000,
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_json_is_read_in_linear_time(name: str) -> None:
    page = pagecore.parse(f'<script type="application/ld+json">{HOSTILE[name]}</script>')
    data = check_ends(lambda: read_data(page))
    assert len(pickle.dumps(data)) < 2 * len(HOSTILE[name]) + 1_000_000


@pytest.mark.parametrize(
    "unit",
    [
        "<div itemscope itemtype=Product itemprop=offers>",
        "<p itemscope itemtype=Product><b itemprop=name>x</b>",
        "<b itemprop='name brand sku description'>",
        "<div id=a itemscope itemtype=Product itemref='a b c a'><b itemprop=name>x</b>",
        "<div typeof=Product property=description>x",
        "<meta property=product:price:amount content=5>",
        "<b>$5</b>",
    ],
)
def test_hostile_markup_is_read_in_linear_time(unit: str) -> None:
    page = pagecore.parse(unit * 100_000)
    check_ends(lambda: read_data(page))


def test_what_is_left_out_is_a_warning() -> None:
    things = [{"@type": "VideoObject", "name": f"x{at}"} for at in range(2000)]
    data = extract_data(ld(**{"@graph": things}))
    assert len(data.videos) == 1000
    (warning,) = data.warnings
    assert (warning.code, warning.count) == ("limit-data", 1000)
    document = pagecore.extract(ld(**{"@graph": things}) + "<p>Text.", method="balance")
    assert "limit-data" in {entry["code"] for entry in document.to_dict()["warnings"]}


def test_data_of_a_document_is_lazy_and_kept() -> None:
    document = pagecore.extract(product() + "<p>Text.", method="balance")
    assert document.text
    assert document.markdown()
    assert "data" not in vars(document)
    assert document.data is document.data
    assert document.data.product is not None
