"""WTM: the feed and the tokens of a homepage, the rules between them, and what they extract."""

from __future__ import annotations

import functools
from html import escape
from statistics import fmean
from typing import Final, NamedTuple

from pagecore.explain.svg import draw_rect, fit_text
from pagecore.learn import learn
from pagecore.metrics.words import score_words
from pagecore.page import Page, parse
from pagecore.sites.feed_rules.body import FeedRules
from pagecore.sites.feed_rules.row_patterns import write_pattern
from pagecore.sites.feed_rules.rule_set import FieldRule
from pagecore.sites.feed_rules.string_rules import write_rule
from pagecore.sites.feed_rules.tokens import list_tokens
from pagecore.wrapper import Wrapper
from tools.drawings.example_sites import STORIES, Story
from tools.drawings.sheet import BLUE, FAINT, MARGIN, RULE, SMALL, WIDTH, Sheet

#: The blogs: the feed of the first has whole texts, that of the second only their beginnings.
BLOG_TITLES: Final = {
    "blog": "a blog with whole texts in its feed",
    "blog-partial": "a blog with the beginnings of texts in its feed",
}
BLOG_SUCCESS, BLOG_FAILURE = BLOG_TITLES
HOST: Final = "https://blog.example"
#: Height of a row, and the columns, in pixels.
ROW: Final = 17
LABEL, TOKEN, RULES, ENTRY_DATE, ENTRY_TEXT = 96, 104, 190, 300, 370
#: Number of stories that the feed lists; the others are on an older page.
N_LISTED: Final = 4
#: Colours behind the tokens of fields.
SHADES: Final = {"title": "#ddf4ff", "link": "#fff8c5", "date": "#dafbe1", "body": "#fbefff"}


class ExampleBlog(NamedTuple):
    """A blog, the wrapper that was learned from it, and an older page."""

    home: Page
    feed: bytes
    older: Page
    wrapper: Wrapper
    rules: dict[str, FieldRule]


@functools.cache
def load_blog(name: str) -> ExampleBlog:
    """Make a blog, and learn from its homepage and feed."""
    stories = list(enumerate(STORIES))
    listed = stories[:N_LISTED]
    is_partial = name == BLOG_FAILURE
    feed = "".join(_write_item(at, story, is_partial=is_partial) for at, story in listed)
    content = f"<rss version='2.0'><channel>{feed}</channel></rss>".encode()
    home = _make_page(listed, is_partial=is_partial)
    wrapper = learn([home], method="wtm", feed=content)
    if not isinstance(wrapper.body, FeedRules):
        raise TypeError(f"expected FeedRules, not {type(wrapper.body).__name__}")
    older = _make_page(stories[N_LISTED:], is_partial=is_partial)
    return ExampleBlog(home, content, older, wrapper, wrapper.body.sets[0].fields)


def _make_page(stories: list[tuple[int, Story]], *, is_partial: bool) -> Page:
    more = "<p>You may also like our newsletter about ships.</p>" if is_partial else ""
    articles = "".join(
        f'<article class="post"><h2><a href="/{at}.html">{story.title}</a></h2>'
        f'<p class="day">{story.day} 2026</p><div class="text">'
        + "".join(f"<p>{text}</p>" for text in story.paragraphs)
        + f"{more}</div></article>"
        for at, story in stories
    )
    head = '<header class="top">Norrhaven notes</header>'
    return parse(f'<body class="blog">{head}{articles}</body>', url=f"{HOST}/")


def _write_item(at: int, story: Story, *, is_partial: bool) -> str:
    paragraphs = story.paragraphs[:1] if is_partial else story.paragraphs
    text = escape("".join(f"<p>{text}</p>" for text in paragraphs))
    return (
        f"<item><title>{story.title}</title><link>{HOST}/{at}.html</link><pubDate>{story.day} 2026 "
        f"09:00:00 +0000</pubDate><description>{text}</description></item>"
    )


def draw(name: str) -> str:
    """Draw what is learned from a blog."""
    blog = load_blog(name)
    sheet = Sheet(f"WTM on {BLOG_TITLES[name]}", is_failure=name == BLOG_FAILURE)
    sheet.note(
        "The feed lists the newest entries. Where their values are in the tokens of the homepage, "
        "the tokens around them become start and end rules. The rules then read entries of other "
        "pages that the feed does not list."
    )
    sheet.heading("1. Tokens of the first entry on the homepage, labelled by the feed")
    _draw_tokens(sheet, blog)
    sheet.heading("2. Rules that all entries have in common")
    _draw_rules(sheet, blog)
    sheet.heading("3. Entries of an older page, which are not in the feed")
    _draw_entries(sheet, blog)
    sheet.note(describe_result(name))
    return sheet.write()


def caption(name: str) -> str:
    """Say what the drawing of a blog shows."""
    blog = load_blog(name)
    if name == BLOG_SUCCESS:
        start = write_rule(blog.rules["title"].strings.start) if blog.rules["title"].strings else ""
        return (
            "The feed has the whole texts, so all fields have string rules. A title begins after "
            f"`{start}`, which all entries have and nothing else has. {describe_result(name)}"
        )
    return (
        "A failure. The feed has the first paragraph of each text only (code 4 of table 6). The "
        "body goes on up to the end of the element around it, and nothing in the feed says that "
        f"the last line is no part of it. {describe_result(name)}"
    )


def describe_result(name: str) -> str:
    """Say how good the bodies of the older page are."""
    return f"Word F1 of the bodies on the older page: {score_bodies(name):.2f}."


def score_bodies(name: str) -> float:
    """Return the mean word F1 of the bodies on the older page."""
    blog = load_blog(name)
    bodies = [item.get("body", "") for item in blog.wrapper.fields(blog.older).texts()]
    golds = [" ".join(story.paragraphs) for story in STORIES[N_LISTED:]]
    return fmean(score_words(gold, body).f1 for gold, body in zip(golds, bodies, strict=True))


def _draw_tokens(sheet: Sheet, blog: ExampleBlog) -> None:
    """Draw the tokens of the first entry, with the fields that they are labelled with."""
    page = blog.home
    item = blog.wrapper.fields(page)[0]
    spans = {name: (item[name].start, item[name].stop) for name in ("title", "date", "body")}
    link = item["link"].rows[0]
    article = int(page.has_class("post").argmax())
    tokens = [
        token
        for token in list_tokens(page.source)
        if page.start[article] <= token.start < page.stop[article]
    ]
    shown = ""
    for token in tokens:
        label = next(
            (name for name, (start, stop) in spans.items() if start <= token.start < stop),
            "link" if token.start == page.start[link] else "",
        )
        sheet.y += ROW
        text = fit_text(token.text, WIDTH - TOKEN - 2 * MARGIN, SMALL, mono=True)
        if label:
            width = WIDTH - LABEL - 2 * MARGIN
            sheet.add(draw_rect(LABEL, sheet.y - 12, width, ROW - 1, fill=SHADES[label]))
            if label != shown:
                sheet.text(MARGIN, sheet.y, label, fill=BLUE, bold=True)
        shown = label
        sheet.text(TOKEN, sheet.y, text, size=SMALL, mono=True)
    sheet.y += 4


def _draw_rules(sheet: Sheet, blog: ExampleBlog) -> None:
    """Draw the start and the end rule of each field, or its rows."""
    for name, rule in blog.rules.items():
        sheet.y += ROW
        sheet.text(MARGIN, sheet.y, name, fill=BLUE, bold=True)
        sheet.text(LABEL, sheet.y, f"{rule.kind}, {rule.n_right} of {rule.n_all}", fill=FAINT)
        if rule.uses_rows or rule.strings is None:
            places = getattr(rule.rows, "places", ())
            text = "; ".join(write_pattern(place.pattern) for place in places)
        else:
            text = f"{write_rule(rule.strings.start)}  …  {write_rule(rule.strings.end)}"
        shown = fit_text(text, WIDTH - RULES - 2 * MARGIN, SMALL, mono=True)
        sheet.text(RULES, sheet.y, shown, size=SMALL, mono=True)
    sheet.y += 4


def _draw_entries(sheet: Sheet, blog: ExampleBlog) -> None:
    """Draw the entries of the older page."""
    for item in blog.wrapper.fields(blog.older).texts():
        sheet.y += ROW
        sheet.add(draw_rect(MARGIN, sheet.y - 13, WIDTH - 2 * MARGIN, ROW, stroke=RULE))
        sheet.text(MARGIN + 6, sheet.y, fit_text(item["title"], 260, SMALL), size=SMALL, bold=True)
        sheet.text(ENTRY_DATE, sheet.y, item.get("date", "–"), size=SMALL, fill=FAINT)
        text = " ".join(item.get("body", "–").split())
        start, end = text[:44], text[-44:]
        shown = text if len(text) < 92 else f"{start} … {end}"
        fitted = fit_text(shown, WIDTH - ENTRY_TEXT - 2 * MARGIN, SMALL)
        sheet.text(ENTRY_TEXT, sheet.y, fitted, size=SMALL)
    sheet.y += 4
