"""Pages without content of their own: what they are known by, and what is not mistaken for one."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

import numpy as np
import pytest

from pagecore import Choice, content, extract, parse
from pagecore.choice import WHOLE_PAGE, Change, Part, Wall
from pagecore.page.confidence import DOUBTFUL_CONFIDENCE
from pagecore.steps.walls import MANY_WORDS, WALLS, judge_part


class Words(NamedTuple):
    """What pages are made of in a language."""

    menu: tuple[str, ...]
    heading: str
    #: A sentence of a wall, and one of a story.
    notice: str
    story: str


LANGUAGES = {
    "en": Words(
        ("Reports", "Weather", "Imprint"),
        "Members only",
        "Members of the harbour club read all reports, keep them for later and get the tide tables"
        " by mail.",
        "The lamp at the end of the quay has burned every night since the ferries stopped, and the"
        " old keeper still climbs the ladder each evening to look after it, in storm and in snow.",
    ),
    "de": Words(
        ("Fahrpläne", "Wetter", "Impressum"),
        "Nur für Mitglieder",
        "Mitglieder des Hafenvereins lesen alle Berichte, heben sie auf und bekommen die"
        " Gezeitentafeln jeden Morgen mit der Post.",
        "Die Lampe am Ende der Mole brennt jede Nacht, seit die Fähren nicht mehr fahren, und der"
        " alte Wärter steigt noch immer jeden Abend auf die Leiter, um nach ihr zu sehen.",
    ),
    "ru": Words(
        ("Отчёты", "Погода", "Контакты"),
        "Только для членов клуба",
        "Члены клуба гавани читают все отчёты, сохраняют их на потом и каждое утро получают таблицы"
        " приливов по почте.",
        "Лампа в конце причала горит каждую ночь с тех пор, как перестали ходить паромы, и старый"
        " смотритель по-прежнему каждый вечер поднимается по лестнице, чтобы проверить её.",
    ),
    "ja": Words(
        ("新着情報", "お天気", "会社案内"),
        "会員専用のページです",
        "港の会の会員は、すべての報告を読み、あとで読むために保存し、毎朝潮の表を受け取ることができます。",
        "渡し船がなくなってからも、桟橋の端の灯は毎晩ともり続け、年老いた番人は嵐の日も雪の日も毎夕はしごを"
        "登って、その灯の世話をしている。",
    ),
    "ar": Words(
        ("الأخبار", "الطقس", "اتصل بنا"),
        "للأعضاء فقط",
        "يقرأ أعضاء نادي الميناء كل التقارير ويحفظونها لوقت لاحق ويتلقون جداول المد والجزر كل صباح"
        " بالبريد.",
        "يضيء المصباح في نهاية الرصيف كل ليلة منذ أن توقفت العبارات، وما زال الحارس العجوز يصعد"
        " السلم كل مساء ليعتني به في العاصفة وفي الثلج.",
    ),
}
EACH = pytest.mark.parametrize("language", LANGUAGES)

FORM = "<form method=post><input name=u><input type=password name=p><button>→</button></form>"
CAPTCHA = "<script src='https://www.google.com/recaptcha/api.js'></script>"
CONSENT = "<div role=dialog aria-modal=true class=cookie-consent>{}</div>"


def page(words: Words, content: str, *, title: str, head: str = "", rest: str = "") -> str:
    """A page of a site: its menu, what is in its main part, and what follows."""
    menu = "".join(f"<li><a href=/{at}>{word}</a>" for at, word in enumerate(words.menu))
    return (
        f"<!DOCTYPE html><title>{title}</title>{head}<nav><ul>{menu}</ul></nav>"
        f"<main>{content}</main>{rest}"
    )


def footer(words: Words, element: str = "footer") -> str:
    columns = "".join(f"<div><p>{words.notice} {at}</p></div>" for at in range(4))
    return f"<{element}>{columns}<a href=/>{words.menu[2]}</a></{element.split()[0]}>"


def walls(words: Words) -> dict[str, tuple[str, str]]:
    """Pages without content, and how each is known."""
    notice = f"<p>{words.notice}</p>"
    heading = f"<h1>{words.heading}</h1>"
    error = "<h1>404</h1>"
    return {
        "sign-in": (
            page(
                words, f"{heading}{notice}{FORM}<p>{words.notice}</p>", title=words.heading + " ✦"
            ),
            "it asks for a password",
        ),
        "challenge": (
            f"<title>a.example</title><h1>a.example</h1>{notice}"
            "<iframe src='https://challenges.cloudflare.com/turnstile/v0'></iframe>",
            "it is a challenge or captcha",
        ),
        "refused": (
            f"<title>✦</title><div id=cf-error-details>{heading}{notice}</div>",
            "it is a challenge or captcha",
        ),
        "error": (
            page(words, error, title=f"404 – {words.menu[0]}", rest=footer(words)),
            "its title or heading has the status 404",
        ),
        "error, footer by its name": (
            page(words, error, title="✦", rest=footer(words, "div class=site-footer")),
            "its title or heading has the status 404",
        ),
        "error in a heading": (
            page(words, f"<h1>{words.heading} (503)</h1>{notice}", title=words.menu[0]),
            "its title or heading has the status 503",
        ),
        "denied": (
            page(words, f"{heading}{notice}", title=f"{words.heading} | a.example"),
            "it has only a short message",
        ),
        "sent on": (
            f"<meta http-equiv=Refresh content='0; url=/b'><title>✦</title><p>{words.notice}",
            "it redirects to another page",
        ),
        "dialog before a shell": (
            "<title>✦</title><div id=root></div><script src=a.js></script>"
            + CONSENT.format(f"<h2>{words.heading}</h2>{notice}{notice}<button>OK</button>"),
            "/html/body/div[1] is empty and filled by scripts",
        ),
        "dialog alone": (
            "<title>✦</title>" + CONSENT.format(f"<h2>{words.heading}</h2>{notice}{notice}"),
            "its visible text is a dialog",
        ),
        "shell": (
            f"<title>✦</title><div id=app></div><p>{words.notice}</p><script src=a.js></script>",
            "/html/body/div is empty and filled by scripts",
        ),
    }


#: Kinds of which nothing may be kept, and those of which at most what they say.
NOTHING = ("dialog before a shell", "dialog alone")
KINDS = tuple(walls(LANGUAGES["en"]))


@EACH
@pytest.mark.parametrize("kind", KINDS)
def test_page_without_content(kind: str, language: str) -> None:
    words = LANGUAGES[language]
    html, cause = walls(words)[kind]
    document = extract(html)
    for word in words.menu:
        assert word not in document.text
    if kind in NOTHING or kind.startswith("error,"):
        assert words.notice not in document.text
    assert document.confidence is not None
    assert document.confidence <= DOUBTFUL_CONFIDENCE if document.text else document.confidence == 0
    warning = document.warnings[-1]
    assert warning.code == "no-content"
    # Where the model has found nothing by itself, there is nothing to be known by.
    if document.text or kind != "dialog alone":
        assert f"no content of its own: {cause}; " in warning.message


@EACH
@pytest.mark.parametrize("kind", KINDS)
def test_known_whatever_was_chosen_and_however_sure(kind: str, language: str) -> None:
    """The same without a model: all texts of the page but its menu are chosen."""
    html, cause = walls(LANGUAGES[language])[kind]
    page = parse(html)
    in_menu = page.above(page.is_tag("nav", "title")) >= 0
    choice = replace(Choice.of(page, (page.words > 0) & ~in_menu), confidence=0.97)
    judged = judge_part(Part(page, choice)).choice
    why = judged.wall
    assert why is not None
    assert why.cause == cause
    assert judged.confidence is not None
    assert judged.confidence <= DOUBTFUL_CONFIDENCE
    in_layer = page.above(page.is_tag("footer") | page.has_class("site-footer", "cookie-consent"))
    assert not judged.content[(in_layer >= 0) & (page.words > 0)].any()


def contents(words: Words) -> dict[str, str]:
    """Pages with content that have what those without are known by."""
    story = "".join(f"<p>{words.story} {at}.</p>" for at in range(12))
    heading = f"<h1>{words.heading}</h1>"
    return {
        "sign-in box": page(words, heading + story + FORM, title=words.heading),
        "error in the title": page(words, f"<h1>404</h1>{story}", title="404"),
        "captcha": page(words, heading + story, title=words.heading, rest=CAPTCHA),
        "consent": page(words, heading + story, title=words.heading, rest=CONSENT.format(FORM)),
        "footer": page(words, heading + story, title=words.heading, rest=footer(words)),
        "refresh": page(
            words, story, title="✦", head="<meta http-equiv=refresh content='0; url=/b'>"
        ),
        "empty root": page(words, story, title="✦", rest="<div id=root></div><script></script>"),
        "in a header": f"<title>✦</title><header>{heading}{story}</header>",
    }


@EACH
@pytest.mark.parametrize("kind", contents(LANGUAGES["en"]))
def test_page_with_content(kind: str, language: str) -> None:
    words = LANGUAGES[language]
    document = extract(contents(words)[kind])
    assert document.text.count(words.story) >= 10
    assert document.confidence is not None
    assert document.confidence > 0.5
    assert document.warnings == ()


SHORT = [
    # what it shows                     page
    ("a password in a layer",           "<p>{}</p><div role=dialog>" + FORM + "</div>"),
    ("a password out of sight",         "<p>{}</p><div hidden>" + FORM + "</div>"),
    ("a password far away",             FORM + "<p>" + "word " * 90 + "</p><p id=a>{}</p>"),
    ("a number that is no status",      "<title>Area 4040, 403.5 and 500-2</title><p>{}</p>"),
    ("an amount that is no status",     "<h1>$500 or 404%</h1><p>{}</p>"),
    ("a long title with a status",      "<title>" + "word " * 12 + "404</title><p>{}</p>"),
    ("a page that is read anew",        "<meta http-equiv=refresh content=900><p>{}</p>"),
    ("a page that sends on much later", "<meta http-equiv=refresh content='600; url=/b'><p>{}</p>"),
    ("a captcha on a larger page",      CAPTCHA + "<aside>" + "word " * 200 + "</aside><p id=a>{}"),
    ("a short article",                 "<title>One</title><article><h1>One</h1><p>{}</article>"),
    ("a class that has a footer",       "<div class=has-footer><p>{}</p></div>"),
    ("a footer around the main part",   "<div class=page-footer><main><p>{}</p></main></div>"),
    ("an article's own header",         "<article><header><p>{}</p></header></article>"),
    ("an empty root without scripts",   "<div id=root></div><p>{}</p>"),
    ("a root that is drawn",            "<div id=root><p>{}</p></div><script></script>"),
]  # fmt: skip


@pytest.mark.parametrize("html", [case[1] for case in SHORT], ids=[case[0] for case in SHORT])
def test_short_content_is_not_a_wall(html: str) -> None:
    page = parse(html.format(LANGUAGES["en"].story))
    marked = np.zeros(len(page), np.bool_)
    ids, values = page.attr("id")
    if "a" in values:
        marked = page.above(ids == values.index("a")) >= 0
    texts = (page.words > 0) & page.visible
    choice = replace(Choice.of(page, texts & marked if marked.any() else texts), confidence=0.9)
    part = Part(page, choice)
    assert judge_part(part) is part


def test_a_choice_of_many_words_is_left_alone() -> None:
    page = parse(f"<title>404</title><a href=/>{'word ' * MANY_WORDS}</a>")
    part = Part(page, replace(Choice.of(page, page.above(page.is_tag("a")) >= 0), confidence=0.9))
    assert part.n_words == MANY_WORDS
    assert judge_part(part) is part
    fewer = parse(f"<title>404</title><a href=/>{'word ' * (MANY_WORDS - 1)}</a>")
    choice = replace(Choice.of(fewer, fewer.above(fewer.is_tag("a")) >= 0), confidence=0.9)
    assert judge_part(Part(fewer, choice)).choice.wall is not None


def test_without_confidence_a_wall_is_reported_and_the_choice_stays() -> None:
    html, _ = walls(LANGUAGES["en"])["dialog alone"]
    for method in ("balance", "kmib"):
        page, sure = parse(html), extract(html, method=method).choice
        bare = content(page, method=method, steps=())
        assert (sure.content == bare.content).all()
        assert sure.confidence is None
        assert sure.changes == ()
    error = extract("<title>404</title><h1>404</h1><p>There is no such page.", method="balance")
    assert error.wall is not None
    assert "the status 404" in error.warnings[-1].message


def test_explain_reports_what_was_left_out() -> None:
    html, _ = walls(LANGUAGES["en"])["dialog alone"]
    document = extract(html)
    *changes, whole = document.choice.changes
    assert whole == Change(WHOLE_PAGE, False, WALLS, "its visible text is a dialog")
    assert changes
    blocks = document.explain().blocks
    for change in changes:
        assert (change.step, change.kept, change.reason) == (WALLS, False, "it is a dialog")
        assert blocks[change.block].reason == "dropped: it is a dialog"
        assert not blocks[change.block].kept


def judge(html: str) -> tuple[Choice, Wall | None]:
    """What the step makes of a page of which all texts of its body are chosen."""
    page = parse(html)
    choice = replace(Choice.of(page, (page.words > 0) & page.visible), confidence=0.97)
    judged = judge_part(Part(page, choice)).choice
    return judged, judged.wall


TEASERS = "".join(f"<li><a href=/{at}>{'teaser of a story ' * 3}</a>" for at in range(18))


def test_an_error_page_that_offers_links_is_one_however_long() -> None:
    judged, why = judge(f"<title>404</title><h1>404</h1><ul>{TEASERS}</ul>")
    assert why is not None
    assert why.cause == "its title or heading has the status 404"
    assert judged.confidence == DOUBTFUL_CONFIDENCE
    story = "A car that was built for twenty years. " * 22
    assert judge(f"<title>Peugeot 404</title><h1>404</h1><p>{story}")[1] is None


@pytest.mark.parametrize("box", ["<aside>{}</aside>", "<div class=left-sidebar>{}</div>"])
def test_a_password_in_a_box_beside_the_text_is_not_a_wall(box: str) -> None:
    story = "It was a dark and stormy night, and the rain fell in torrents on the quay. " * 4
    sign_in = "<form>Name <input> Password <input type=password></form>"
    assert judge(f"<p>{story}</p>{box.format(sign_in)}")[1] is None
    judged = judge(f"<p>{story}</p>{sign_in}")[1]
    assert judged is not None
    assert judged.is_stand_in


def test_a_few_words_are_not_to_be_trusted() -> None:
    judged, why = judge("<p>The door is closed today, and tomorrow too.")
    assert (judged.confidence, why) == (DOUBTFUL_CONFIDENCE, None)


def test_what_stands_for_another_page_is_not_asked_for_its_data() -> None:
    about = "The harbour of the north, its tides and all its ships, told every day. " * 9
    data = f'<script type="application/ld+json">{{"articleBody": "{about}"}}</script>'
    shell = extract(f"<title>The harbour of the north</title><div id=root></div>{data}")
    assert "its tides and all its ships" in shell.text
    error = extract(f"<title>404 The harbour of the north</title><h1>404</h1>{data}")
    assert "its tides" not in error.text
    assert "the status 404" in error.warnings[-1].message


def test_a_menu_by_its_name_is_navigation() -> None:
    items = "".join(f"<li><a href=/{at}>Part {at} of all</a>" for at in range(12))
    judged, why = judge(f"<div class=side-menu><ul>{items}</ul></div>")
    assert not judged.content.any()
    assert why is not None
    assert why.cause == "its visible text is navigation"


# ---------------------------------------------------------------- at the bounds


def make_part(html: str, *, confidence: float | None = 0.97) -> Part:
    """A part of which the texts with the id `a` are chosen; all texts where nothing has it."""
    page = parse(html, max_depth=2000)
    chosen = (page.words > 0) & page.visible
    marked = page.match_attribute("id", lambda value: value == "a")
    if marked.any():
        chosen &= page.above(marked) >= 0
    return Part(page, replace(Choice.of(page, chosen), confidence=confidence))


def cause(html: str) -> str | None:
    """The cause for which a page is a wall, in short; None where it is none."""
    wall = judge_part(make_part(html)).choice.wall
    return None if wall is None else wall.cause


def words(n: int) -> str:
    return "word " * n


def linked_words(n: int) -> str:
    return f"<a href=/>{words(n)}</a>"


STATUS = "its title or heading has the status 404"
PASSWORD = "it asks for a password"
MACHINES = "it is a challenge or captcha"
SENT_ON = "it redirects to another page"
MESSAGE = "it has only a short message"
DIALOG = "its visible text is a dialog"
NAVIGATION = "its visible text is navigation"
EMPTY_ROOT = "/html/body/div is empty and filled by scripts"
ASKS = "<input type=password>"
ROBOT = "<script src='https://www.google.com/recaptcha/api.js'></script>"
TITLE_404 = "<title>404</title>"
#: A name that stands at the end of what is read of a page.
LATE = "<!--{}-->px-captcha"

BOUNDS = [
    # what it shows                page                                              cause
    ("status, little text",        f"{TITLE_404}<p>{words(149)}",                    STATUS),
    ("status, a text",             f"{TITLE_404}<p>{words(150)}",                    None),
    ("status, half links",         f"{TITLE_404}<p>{words(75)}{linked_words(75)}",   None),
    ("status, more links",         f"{TITLE_404}<p>{words(75)}{linked_words(76)}",   STATUS),
    ("no status, links",           f"<p>{linked_words(160)}",                        None),
    ("status in twelve words",     f"<title>{words(11)} 404</title><p>{words(60)}",  STATUS),
    ("status in thirteen words",   f"<title>{words(12)} 404</title><p>{words(60)}",  None),
    ("status in the third heading", f"<h1>a</h1><h1>b</h1><h1>404</h1>{words(60)}",  STATUS),
    ("status in the fourth", f"<h1>a</h1><h1>b</h1><h1>c</h1><h1>404</h1>{words(60)}", None),
    ("status that is hidden",      f"<h1 hidden>404</h1><p>{words(60)}",             None),
    ("status of a drawing", f"<title>a</title><svg><title>404</title></svg>{words(60)}", None),
    ("status 400 letters away",    f"<h1>{'a' * 400} 404</h1><p>{words(60)}",        None),
    ("password, 499 words",        f"<p>{ASKS}<p id=a>{words(20)}<p>{words(479)}",   PASSWORD),
    ("password, 500 words",        f"<p>{ASKS}<p id=a>{words(20)}<p>{words(480)}",   None),
    ("password in capitals",       f"<input type=' PassWord '><p>{words(60)}",       PASSWORD),
    ("a text field",               f"<input type=text><p>{words(60)}",               None),
    ("no field",                   f"<p type=password>{words(60)}",                  None),
    ("password 25 words before",   f"{ASKS}{words(25)}<p id=a>{words(60)}",          PASSWORD),
    ("password 26 words before",   f"{ASKS}{words(26)}<p id=a>{words(60)}",          None),
    ("password 25 words behind",   f"<p id=a>{words(60)}</p>{words(25)}{ASKS}",      PASSWORD),
    ("password 26 words behind",   f"<p id=a>{words(60)}</p>{words(26)}{ASKS}",      None),
    ("hidden words do not count", f"{ASKS}<p hidden>{words(99)}</p><p id=a>{words(60)}", PASSWORD),
    ("the nearest of two",  f"{ASKS}{words(30)}<p id=a>{words(60)}</p>{words(9)}{ASKS}", PASSWORD),
    ("between", f"<p id=a>{words(60)}</p>{words(90)}{ASKS}{words(9)}<p id=a>b", PASSWORD),
    ("password in a header",       f"<header>{ASKS}</header><p>{words(60)}",         None),
    ("challenge early enough",     LATE.format("x" * (50_000 - 17)) + words(60),     MACHINES),
    ("challenge too late",         LATE.format("x" * (50_000 - 16)) + words(60),     None),
    ("captcha, 149 words",         f"{ROBOT}<p>{words(149)}",                        MACHINES),
    ("captcha, 150 words",         f"{ROBOT}<p id=a>{words(140)}<p>{words(10)}",     None),
    ("sent on after 5 s",  f"<meta http-equiv=refresh content='5; url=/b'><p>{words(60)}", SENT_ON),
    ("sent on after 6 s",  f"<meta http-equiv=refresh content='6; url=/b'><p>{words(60)}", None),
    ("sent nowhere",       f"<meta http-equiv=refresh content='0; '><p>{words(60)}",  None),
    ("sent on by no number", f"<meta http-equiv=refresh content='x; url=/b'><p>{words(60)}", None),
    ("sent on in no digits", f"<meta http-equiv=refresh content='²;x'><p>{words(60)}", None),
    ("sent on in Arabic digits", f"<meta http-equiv=refresh content='٣;x'><p>{words(60)}", SENT_ON),
    ("sent on at no time", f"<meta http-equiv=refresh><p>{words(60)}",                None),
    ("sent on after ages", f"<meta http-equiv=refresh content='{'9' * 5000};/b'>{words(60)}", None),
    ("refresh of no meta", f"<p http-equiv=refresh content='0; url=/b'>{words(60)}",  None),
    ("empty root, 149 words", f"<div id=app></div><script></script><p>{words(149)}",  EMPTY_ROOT),
    ("empty root, 150 words", f"<div id=app></div><script></script><p>{words(150)}",  None),
    ("hidden in it", f"<div id=app><p hidden>a</p></div><script></script>{words(60)}", EMPTY_ROOT),
    ("root with one word",  f"<div id=app>a</div><script></script><p>{words(60)}",    None),
    ("message, 39 words",   f"<title>a b</title><h1>A</h1><p>{words(38)}",            MESSAGE),
    ("message, 40 words",   f"<title>a b</title><h1>A</h1><p>{words(39)}",            None),
    ("message on 99 words",  f"<title>a</title><h1 id=a>a</h1><p>{words(98)}",        MESSAGE),
    ("message on 100 words", f"<title>a</title><h1 id=a>a</h1><p>{words(99)}",        None),
    ("nothing chosen",       "<title>a</title><h1>a</h1><p id=a></p>",                None),
    ("message and a time",   f"<title>a</title><h1>a</h1><time>b</time>{words(30)}",  None),
    ("another title",        f"<title>b</title><h1>a</h1><p>{words(30)}",             None),
    ("a heading of nothing", f"<title>b</title><h1><img></h1><p>{words(30)}",         None),
    ("no title at all",      f"<p>{words(30)}",                                       None),
    ("not to be indexed",    f"<meta name=Robots content=NoIndex><p>{words(30)}",     MESSAGE),
    ("to be indexed",        f"<meta name=robots content=all><p>{words(30)}",         None),
    ("robots of no words",   f"<meta name=robots><p>{words(30)}",                     None),
    ("robots of no meta",    f"<p name=robots content=noindex>{words(30)}",           None),
    ("60 of 100 in a dialog",  f"<dialog open>{words(60)}</dialog><p>{words(40)}",    DIALOG),
    ("59 of 100 in a dialog",  f"<dialog open>{words(59)}</dialog><p>{words(41)}",    None),
    ("60 of 100 in bars",      f"<nav>{words(60)}</nav><p>{words(40)}",               NAVIGATION),
    ("59 of 100 in bars",      f"<nav>{words(59)}</nav><p>{words(41)}",               None),
    ("bars of a tenth each",   f"<nav>{words(10)}</nav>" * 6 + f"<p>{words(40)}",     None),
    ("bars of more than that", f"<nav>{words(11)}</nav>" * 6 + f"<p>{words(34)}",     NAVIGATION),
    ("a dialog by its role",   f"<div role=AlertDialog>{words(60)}</div>",            DIALOG),
    ("a dialog by its attribute", f"<div aria-modal=true>{words(60)}</div>",          DIALOG),
    ("not a dialog by its attribute", f"<div aria-modal=false>{words(60)}</div>",     None),
    ("a dialog by its class",  f"<div class='x Cookie-Banner'>{words(60)}</div>",     DIALOG),
    ("a dialog by its id",     f"<div id=onetrust>{words(60)}</div>",                 DIALOG),
    ("a name 400 letters away", f"<div class='{'a' * 399} cookie-banner'>{words(60)}</div>", None),
    ("a name of the last letters", f"<p class='{'a' * 386} cookie-banner'>{words(60)}", DIALOG),
    ("a name that is cut off", f"<p class='{'a' * 387} cookie-banner'>{words(60)}",   None),
    ("a banner with a heading", f"<div role=banner><h1>a</h1>{words(60)}</div>",      NAVIGATION),
    ("a menu with a heading",  f"<div class=menu><h1>a</h1>{words(60)}</div>",        None),
    ("a nav with a heading",   f"<nav class=menu><h1>a</h1>{words(60)}</nav>",        NAVIGATION),
    ("a name of the whole page", f"<html class=cookie-banner><body><p>{words(60)}",   None),
    ("a dialog around an article", f"<div role=dialog><article>{words(60)}",          None),
    ("a nav around the main part", f"<nav><main>{words(60)}</main></nav>",            None),
    ("root, 150 words shown",
     f"<div id=app></div><script></script><p id=a>{words(60)}<p>{words(90)}",         None),
    ("password, nothing chosen", f"<p id=a></p>{ASKS}",                               PASSWORD),
    ("password behind the nearest text",
     f"<p id=a>b</p>{words(40)}<p id=a>{words(60)}</p>{words(25)}{ASKS}",             PASSWORD),
    ("password far from both texts",
     f"<p id=a>{words(60)}</p>{words(30)}{ASKS}{words(30)}<p id=a>b",                 None),
    ("status in a second title", f"<title>a</title><p>{words(60)}<title>404</title>", None),
    ("status of the last letters", f"<h1>{'a' * 396} 404</h1><p>{words(60)}",         STATUS),
    ("status that is cut off", f"<h1>{'a' * 397} 404</h1><p>{words(60)}",             None),
    ("a bar beside other text", f"<nav id=a>{words(60)}</nav><p>{words(200)}",        NAVIGATION),
    ("a dialog at the end",    f"<p>{words(40)}</p><dialog open>{words(60)}</dialog>", DIALOG),
    ("a bar of single words",  f"<nav>{'<a>word</a>' * 60}</nav>",                    NAVIGATION),
    ("a dialog deep inside",   f"{'<div>' * 1500}<div role=dialog>{words(60)}",       DIALOG),
    ("a bar by its role",      f"<div role=Banner>{words(60)}</div>",                 NAVIGATION),
    ("a bar by its element",   f"<footer>{words(60)}</footer>",                       NAVIGATION),
    ("a bar by its class",     f"<div class=main-navbar>{words(60)}</div>",           NAVIGATION),
    ("what has a bar",         f"<div class=with-navbar>{words(60)}</div>",           None),
    ("what has no bar",        f"<div class=no-sidebar>{words(60)}</div>",            None),
    ("a dialog around the page", f"<div role=dialog><main>{words(60)}</main></div>",  None),
    ("a dialog with its heading", f"<div role=dialog><h1>a</h1>{words(60)}</div>",    None),
    ("a menu with an article", f"<div class=menu><article>{words(60)}</article></div>", None),
    ("a bar with an article",  f"<nav><article>{words(60)}</article></nav>",          None),
    ("a header in an article", f"<article><header>{words(60)}</header></article>",    None),
    ("a footer in an article", f"<article><footer>{words(60)}</footer></article>",    NAVIGATION),
    ("a header",               f"<header>{words(60)}</header>",                       NAVIGATION),
]  # fmt: skip


@pytest.mark.parametrize(
    ("html", "expected"), [case[1:] for case in BOUNDS], ids=[case[0] for case in BOUNDS]
)
def test_bounds(html: str, expected: str | None) -> None:
    assert cause(html) == expected


NAMES = [
    # by what              names of which each is enough                              cause
    ("<{}>{}",             "nav header footer",                                       NAVIGATION),
    ("<p role={}>{}",      "nav header footer navigation menu menubar banner contentinfo",
     NAVIGATION),
    ("<p class={}>{}",     "footer navbar sidebar menu",                              NAVIGATION),
    ("<p role={}>{}",      "dialog alertdialog",                                      DIALOG),
    ("<!--{}--><p>{}",
     "_cf_chl_opt cf-error-details cf-browser-verification captcha-delivery.com"
     " _Incapsula_Resource px-captcha /_sec/cp_challenge errors.edgesuite.net awswaf.com",
     MACHINES),
    ("<div id={}></div><script></script>{}",
     "root app __next __nuxt __gatsby app-root react-root",                           EMPTY_ROOT),
]  # fmt: skip


@pytest.mark.parametrize(
    ("html", "name", "expected"),
    [(html, name, expected) for html, names, expected in NAMES for name in names.split()],
)
def test_every_name_that_tells_a_wall(html: str, name: str, expected: str) -> None:
    assert cause(html.format(name, words(60))) == expected


@pytest.mark.parametrize("name", ["has-menu", "hasfooter", "with-sidebar", "no-navbar"])
def test_names_of_what_has_a_bar(name: str) -> None:
    assert cause(f"<p class={name}>{words(60)}") is None


@pytest.mark.parametrize(("n_divs", "expected"), [(999, DIALOG), (1000, None)])
def test_of_nested_elements_the_innermost_are_read(n_divs: int, expected: str | None) -> None:
    assert cause(f"<div role=dialog>{'<div>' * n_divs}{words(60)}") == expected


CONFIDENCES = [
    # what it shows          page                                   before  after
    ("24 words",             f"<p>{words(24)}",                     0.9,    DOUBTFUL_CONFIDENCE),
    ("25 words",             f"<p>{words(25)}",                     0.9,    0.9),
    ("few, and less sure",   f"<p>{words(24)}",                     0.1,    0.1),
    ("nothing chosen",       "<p id=a></p>",                        0.9,    0.0),
    ("nothing left",         f"<nav>{words(60)}</nav>",             0.9,    0.0),
    ("something left",       f"<nav>{words(60)}</nav><p>{words(9)}", 0.9,   DOUBTFUL_CONFIDENCE),
    ("no estimate",          f"{TITLE_404}<p>{words(60)}",          None,   None),
]  # fmt: skip


@pytest.mark.parametrize(
    ("html", "before", "after"), [case[1:] for case in CONFIDENCES], ids=[c[0] for c in CONFIDENCES]
)
def test_confidence_is_lowered(html: str, before: float | None, after: float | None) -> None:
    part = make_part(html, confidence=before)
    judged = judge_part(part)
    assert judged.choice.confidence == after
    assert (judged is part) is (before == after == 0.9)


def test_a_wall_is_logged_and_few_words_are_not() -> None:
    walled = judge_part(make_part(f"{TITLE_404}<p>{words(60)}")).choice
    assert walled.changes == (Change(WHOLE_PAGE, True, WALLS, STATUS),)
    assert walled.wall == Wall(STATUS, is_stand_in=True)
    assert judge_part(make_part(f"<p>{words(9)}")).choice.changes == ()


@pytest.mark.parametrize(
    ("html", "is_stand_in"),
    [
        (f"{ASKS}<p>{words(60)}", True),
        (f"{ROBOT}<p>{words(60)}", True),
        (f"<meta http-equiv=refresh content='0; url=/b'><p>{words(60)}", True),
        (f"<div id=app></div><script></script><p>{words(60)}", False),
        (f"<title>a</title><h1>a</h1><p>{words(30)}", False),
        (f"<nav>{words(60)}</nav>", False),
    ],
)
def test_which_walls_stand_in_for_another_page(html: str, is_stand_in: bool) -> None:
    wall = judge_part(make_part(html)).choice.wall
    assert wall is not None
    assert wall.is_stand_in is is_stand_in


def test_bars_stay_in_a_choice_without_confidence() -> None:
    part = make_part(f"<nav>{words(60)}</nav>", confidence=None)
    assert judge_part(part) is part
