"""Pages that misbehave: each is rendered with a warning, or fails with a clear error."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from pagecore import Page
from pagecore.errors import BrowserError, LimitError
from tests.server import answer, serving, silent

Render = Callable[..., Page]

URL = "https://site.example/a"


def js(script: str) -> str:
    """A page that runs a script in its middle."""
    return f"<p>a<script>{script}</script>b"


FONT = "<style>@font-face{font-family:f;src:url(/f)}p{font-family:f}</style><p>ab"
DOWNLOAD = "<a id=x download href='data:a/b,c'>a</a><script>x.click()</script>"
SUBMIT = "<form id=f method=post action=/x>a</form><script>f.submit()</script>b"
FRAMES = "<frameset cols=*,*><frame src=a><frame src=b></frameset>"
REFRESH = "<meta http-equiv=refresh content='0;url=/b'><p>a"

#: Pages that are rendered, and what is reported about them.
PAGES = [
    # what it shows      page                                            code                 text
    ("alert",            js("alert(1);confirm(2);prompt(3)"),            "browse-dialog",     "ab"),
    ("print",            js("print()"),                                  None,                "ab"),
    ("download",         DOWNLOAD,                                       "browse-download",   "a"),
    ("popup",            js("open('about:blank');open('/b')"),           "browse-popup",      "ab"),
    ("navigation",       js("location='https://b.example/'"),            "browse-navigation", "ab"),
    ("form",             SUBMIT,                                         "browse-navigation", "ab"),
    ("endless reload",   js("location.reload()"),                        "browse-navigation", "ab"),
    ("history",          js("history.pushState(0,'','/b')"),             None,                "ab"),
    ("window.close",     js("close()"),                                  None,                "ab"),
    ("debugger",         js("debugger"),                                 None,                "ab"),
    ("broken script",    js("throw 1") + "<script>)</script>",           None,                "ab"),
    ("endless timers",   js("(function f(){setTimeout(f)})()"),          None,                "ab"),
    ("clobbered names",  "<form name=body><input name=x></form><p>ab",   None,                "ab"),
    ("frames",           "<p>ab" + "<iframe srcdoc=in></iframe>" * 20,   None,                "ab"),
    ("frames of itself", "<p>ab<iframe src=''></iframe><iframe src=/a>", None,                "ab"),
    ("frameset",         FRAMES,                                         None,                ""),
    ("fonts",            FONT,                                           None,                "ab"),
    ("empty",            "",                                             None,                ""),
    ("NUL, surrogate",   "a\0\ud800<p>b",                                None,                "ab"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("html", "code", "text"), [case[1:] for case in PAGES], ids=[case[0] for case in PAGES]
)
def test_pages_are_rendered_whatever_they_do(
    render: Render, html: str, code: str | None, text: str
) -> None:
    page = render(html, url=URL, scripts=True)
    shown = "".join(
        letter
        for row in range(len(page))
        if page.name(row) == "#text" and page.visible[row]
        for letter in page.text(row)
        if letter in "ab"
    )
    assert shown == text
    # Browsers read a page that tries to leave only up to the script, so it runs no scripts.
    ignored = {"browse-unstyled"} | ({"browse-scripts"} if code == "browse-navigation" else set())
    codes = {warning.code for warning in page.warnings} - ignored
    assert codes == (set() if code is None else {code})


SLOW = {"timeout": 3.0}
BLOB = "location=URL.createObjectURL(new Blob(['b'],{type:'text/html'}))"
GREEDY = "const a=[];while(true)a.push(new Array(1e6).fill(Math.random()))"

#: Scripts of pages that cannot be rendered.
FAILURES = [
    # what it shows     script                    options  message
    ("endless script",  "while(true);",           SLOW,    "in 3 s .*render it without scripts"),
    ("endless dialogs", "while(true)alert(1)",    SLOW,    "did not finish the page in 3 s"),
    ("left for blank",  "location='about:blank'", {},      "navigated away, to about:blank"),
    ("left for a blob", BLOB,                     {},      "navigated away, to blob:"),
    ("out of memory",   GREEDY,                   {},      "crashed|more than .* memory|stopped"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("script", "options", "message"),
    [case[1:] for case in FAILURES],
    ids=[case[0] for case in FAILURES],
)
def test_pages_that_cannot_be_rendered(
    render: Render, script: str, options: dict[str, Any], message: str
) -> None:
    with pytest.raises(BrowserError, match=message):
        render(js(script), url=URL, scripts=True, **options)
    # The next page has a browser again.
    assert render("<p>after").text(0) == "after"


def test_a_page_that_refreshes_to_another_one_stays(render: Render) -> None:
    page = render(REFRESH, url=URL)
    assert (page.text(0), page.url) == ("a", URL)
    # The page may be rendered before it tries that.
    codes = {warning.code for warning in page.warnings}
    assert codes <= {"browse-unstyled", "browse-navigation"}


def test_a_page_that_tries_to_leave_at_once_says_that_its_scripts_did_not_run(
    render: Render,
) -> None:
    page = render(js("location='/b'"), url=URL, scripts=True)
    assert page.layout is not None
    assert [warning.code for warning in page.warnings][:2] == [
        "browse-navigation",
        "browse-scripts",
    ]
    assert not page.layout.has_run_scripts
    later = js("onload=()=>setTimeout(()=>{location='/b'},50)")
    page = render(later, url=URL, scripts=True, wait="idle")
    assert page.layout is not None
    assert "browse-scripts" not in [warning.code for warning in page.warnings]
    assert page.layout.has_run_scripts


def test_a_page_of_50_megabytes_is_refused(render: Render) -> None:
    with pytest.raises(LimitError, match="has 52428800 bytes; browsers get at most 16777216"):
        render(b"<p>word ".ljust(50 * 2**20, b"x"))
    with pytest.raises(LimitError, match="at most 10"):
        render("<p>0123456789", max_bytes=10)


def test_a_page_of_100_000_elements(render: Render) -> None:
    page = render("<style>b{font-family:Arial}</style>" + "<b>x</b> " * 100_000)
    assert page.is_tag("b").sum() == 100_000
    assert page.layout is not None
    assert (page.layout.seen[page.is_tag("b")] & 1).all()


def test_a_server_that_never_sends_a_style_sheet(render: Render) -> None:
    page = answer(b"<link rel=stylesheet href=/s.css><p>text", content_type="text/html")
    with serving() as server:
        server.answers |= {"/": page, "/s.css": silent}
        late = render(f"{server.at}/", network=True, allow_private=True, timeout=5.0)
    assert late.text(0) == "text"
    assert "browse-loading" in [warning.code for warning in late.warnings]


def test_private_addresses_are_refused(render: Render) -> None:
    with serving() as server:
        page = render(f"<link rel=stylesheet href={server.at}/s.css><p>a", network=True)
        assert server.asked == []
    assert "browse-unstyled" in [warning.code for warning in page.warnings]


def test_nothing_leaves_the_machine_without_a_network(render: Render) -> None:
    with serving() as server:
        ways = (
            f"<link rel=preconnect href={server.at}><link rel=stylesheet href={server.at}/a>"
            f"<img src={server.at}/b><iframe src={server.at}/c></iframe>"
            f"<script src={server.at}/d></script><script>fetch('{server.at}/e');"
            f"navigator.sendBeacon('{server.at}/f');"
            f"new WebSocket('{server.at}/g'.replace('http','ws'));"
            f"new Worker(URL.createObjectURL(new Blob([`fetch('{server.at}/h')`])));"
            f"new EventSource('{server.at}/i');open('{server.at}/j');</script><p>text"
        )
        assert "text" in render(ways, url=URL, scripts=True, wait="idle").text(0)
        assert server.asked == []


def test_redirects_and_navigations_are_limited(render: Render) -> None:
    def redirect(target: str) -> Any:
        return answer(b"", status=302, location=target)

    next_page = b"<p>page<script>location='/again?'+Math.random()</script>"
    with serving() as server:
        server.answers |= {
            "/": redirect("/real"),
            "/real": answer(b"<p>real", content_type="text/html"),
            "/away": answer(b"<script>location='/real'</script>", content_type="text/html"),
            "/loop": answer(next_page, content_type="text/html"),
        }
        options: dict[str, Any] = {"network": True, "allow_private": True, "scripts": True}
        redirected = render(f"{server.at}/", **options)
        assert redirected.url == f"{server.at}/real"
        moved = render(f"{server.at}/away", **options)
        assert (moved.text(0), moved.url) == ("real", f"{server.at}/real")
        stopped = render(f"{server.at}/away", **options, max_navigations=0)
        assert "browse-navigation" in [warning.code for warning in stopped.warnings]
