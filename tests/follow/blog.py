"""A blog on a server of this machine: next pages, archives, and links that lead nowhere.

The home page and two next pages list the entries 9 to 4. Archives of months list 3 to 1, and
repeat 4. What goes wrong is in `WRONG`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Self
from xml.etree.ElementTree import Element

import numpy as np

from pagecore import Choice, Fit, Page, Records, Site, Wrapper, method
from pagecore.errors import WrapperError
from tests.server import Answer, Server, answer, drip

COLUMNS = ("title", "link", "date", "body")
#: Links of the home page that fail, with their answers, and the reason.
WRONG: dict[str, tuple[Answer, str]] = {
    "/2021/": (answer(b"gone", status=410), "the server answers 410"),
    "/2020/": (answer(status=302, location="/2020/b/"), "it redirects in a circle"),
    "/2020/b/": (answer(status=302, location="/2020/"), ""),
    "/2019/": (drip, "timeout: no complete page in"),
    "/2018/": (answer(b"%PDF-1.4", content_type="text/html"), "this is a PDF"),
    "/2017/": (answer(status=301, location="http://other.example/"), "it is on another host"),
    "/2016/": (answer(status=301, location="/private/2016/"), "disallows it"),
}
ROBOTS = b"User-agent: *\nDisallow: /private/\n\nUser-agent: other\nDisallow: /\n"


def make_article(number: int, *, with_body: bool = True) -> str:
    body = f"<p>The tide of day {number} was high.</p>" if with_body else ""
    return (
        f'<article><h2><a href="/entry/{number}">Day {number}</a></h2>'
        f"<time>2023-01-0{number}</time>{body}</article>"
    )


def make_list(
    numbers: Iterable[int], following: str = "", archives: Sequence[str] = (), **options: Any
) -> bytes:
    """A list page."""
    pager = f'<a rel=next class=next href="{following}">Older posts</a>' if following else ""
    links = "".join(f'<li><a href="{path}">{path.strip("/")}</a>' for path in archives)
    articles = "".join(make_article(number, **options) for number in numbers)
    return (
        f"<!DOCTYPE html><title>Tides</title><main>{articles}</main><nav>{pager}</nav>"
        f"<ul>{links}</ul>"
    ).encode()


def make_page(content: bytes) -> Answer:
    return answer(content, content_type="text/html; charset=utf-8")


def serve_blog(server: Server, *, wrong: Sequence[str] = (), with_body: bool = True) -> None:
    """Let a server answer with the blog.

    Args:
        server: the server.
        wrong: links of `WRONG` that the home page has.
        with_body: whether the lists have the text of entries.
    """
    archives = ["/2022/12/", "/2022/11/", *wrong, "/private/2015/", "http://other.example/2014/"]
    lists = {
        "/": make_list((9, 8), "/page/2/", archives, with_body=with_body),
        "/page/2/": make_list((7, 6), "/page/3/", with_body=with_body),
        "/page/3/": make_list((5, 4), with_body=with_body),
        "/2022/12/": make_list((4, 3), "/2022/12/page/2/", with_body=with_body),
        "/2022/12/page/2/": make_list((2,), with_body=with_body),
        "/2022/11/": make_list((1,), with_body=with_body),
        "/private/2015/": make_list((0,), with_body=with_body),
        "/private/2016/": make_list((0,), with_body=with_body),
    }
    server.answers = {path: make_page(content) for path, content in lists.items()}
    server.answers |= {path: reply for path, (reply, _) in WRONG.items()}
    server.answers |= {
        f"/entry/{number}": make_page(f"<title>x</title>{make_article(number)}".encode())
        for number in range(10)
    }
    server.answers["/robots.txt"] = answer(ROBOTS, content_type="text/plain")


#: The pages of the blog in the order of a walk.
PATHS = ["/", "/page/2/", "/page/3/", "/2022/12/", "/2022/12/page/2/", "/2022/11/"]


def read_articles(page: Page) -> Records:
    """Find the entries of a list: one for each `article`."""
    items = []
    for row in np.flatnonzero(page.is_tag("article")).tolist():
        item = {}
        for name, tag in (("title", "h2"), ("link", "a"), ("date", "time"), ("body", "p")):
            cells = [at for at in range(row, int(page.end[row])) if page.name(at) == tag]
            if cells:
                text = page.get(cells[0], "href") if name == "link" else page.text(cells[0])
                item[name] = (str(text), cells[:1])
        items.append(item)
    if not items:
        raise WrapperError("the wrapper does not fit the page: it has no article")
    return Records.of(page, COLUMNS, items)


class ArticleBody:
    """The body of a wrapper that finds articles."""

    columns = COLUMNS

    @classmethod
    def read(cls, elements: Sequence[Element]) -> Self:
        return cls()

    def write(self) -> list[Element]:
        return [Element("articles")]

    def fit(self, page: Page) -> Fit:
        return Fit(float(page.is_tag("article").any()), "it has articles")

    def content(self, page: Page) -> Choice | None:
        is_fit = bool(self.fit(page))
        return Choice.of(page, page.is_tag("article"), evidence={}) if is_fit else None

    def fields(self, page: Page) -> Records | None:
        return read_articles(page) if self.fit(page) else None

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ArticleBody)


def register_articles() -> Wrapper:
    """Register a site method that finds articles; return its wrapper."""

    @method("articles", paper="Toy 2026", family="site", body=ArticleBody)
    def articles(site: Site) -> Wrapper:
        """Learn nothing."""
        return Wrapper("articles", ArticleBody())

    return Wrapper("articles", ArticleBody(), "127.0.0.1", "2026-11-18")
