"""A method of each family that is registered in this file alone appears everywhere: in the command
line, the listing, the evaluation, the sweep, the bench and the documents."""

from __future__ import annotations

import io
import json
import shutil
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple, Self
from xml.etree.ElementTree import Element

import numpy as np
import pytest
from click.testing import CliRunner
from rich.console import Console

from bench.methods import measure
from bench.pages import BenchPages
from pagecore import (
    Choice,
    Page,
    Post,
    Records,
    Segmentation,
    Site,
    Thread,
    Wrapper,
    method,
)
from pagecore.errors import WrapperError
from pagecore.figures import load_figures
from pagecore.fit import Fit
from pagecore.listing import ItemGroup, Listing
from pagecore.registry import FAMILIES, find_method, list_methods
from tests.conftest import Run
from tests.corpora.formats import write_corpus
from tools import sweep
from tools.render.__main__ import main as render
from tools.render.methods import render_drawings, render_parts

ROOT = Path(__file__).resolve().parents[1]
WORDS = ["tide", "boat", "harbour", "mole", "buoy", "anchor"]
HTML = (
    "<title>{0}</title><nav>menu</nav><main><p>The {0} is here.</p><p>The {0} was there.</p></main>"
)
TEXT = "The {0} is here.\n\nThe {0} was there."


@dataclass(frozen=True)
class ToyBody:
    """What the toy of the family site learns: the name of an element."""

    name: str

    @classmethod
    def read(cls, elements: Iterable[Element]) -> Self:
        (element,) = elements
        return cls(element.get("name", ""))

    def write(self) -> Iterable[Element]:
        return [Element("toy", name=self.name)]

    def fit(self, page: Page) -> Fit:
        return Fit(float(page.is_tag(self.name).any()), f"elements {self.name}")

    def content(self, page: Page) -> Choice | None:
        inside = page.above(page.is_tag(self.name)) >= 0
        return Choice.of(page, inside, evidence={"inside": inside}) if inside.any() else None

    def fields(self, page: Page) -> Records | None:
        choice = self.content(page)
        if choice is None:
            return None
        rows = np.flatnonzero(choice.content)
        return Records.of(page, ("content",), [{"content": (page.render(choice.content), rows)}])


@pytest.fixture(autouse=True)
def _toys(own_registry: object) -> None:
    """Register a toy in every family: each knows the content by the name of an element."""
    settings: dict[str, Any] = {
        "paper": "Toy 2026",
        "bounds": {"name": ("p", "nav", "main")},
        "developed_on": (),
        "sweep": {"name": ("p", "nav")},
    }

    @method("toy", family="page", **settings)
    def toy_page(page: Page, *, name: str = "p") -> Choice:
        """Keep what stands in some elements.

        Args:
            page: any page.
            name: the name of the elements.
        """
        inside = page.above(page.is_tag(name)) >= 0
        return Choice.of(page, inside, evidence={"inside": inside})

    @method("toy", family="segment", **settings)
    def toy_segment(page: Page, *, name: str = "p") -> Segmentation:
        """Cut at some elements.

        Args:
            page: any page.
            name: the name of the elements.
        """
        row = page.above(page.is_tag(name))
        return Segmentation.of(page, row, evidence={"row": row})

    @method("toy", family="thread", **settings)
    def toy_thread(page: Page, *, name: str = "p") -> Thread:
        """Take each of some elements for a post.

        Args:
            page: any page.
            name: the name of the elements.
        """
        cut = Segmentation.of(page, page.above(page.is_tag(name)))
        post = Post(author="Toy", recognised_by={"post": "its name", "author": "always"})
        nothing = np.zeros(len(page), np.bool_)
        return Thread(cut.ids, (post,) * len(cut), nothing, 0.5, {"row": cut.ids})

    @method("toy", family="listing", **settings)
    def toy_listing(page: Page, *, name: str = "p") -> Listing:
        """Take each of some elements for an item.

        Args:
            page: any page.
            name: the name of the elements.
        """
        return list_items(page, np.flatnonzero(page.is_tag(name)))

    @method("toy", family="site", body=ToyBody, **settings)
    def toy_site(site: Site, *, name: str = "p") -> Wrapper:
        """Learn that content stands in some elements.

        Args:
            site: any pages.
            name: the name of the elements.
        """
        assert len(list(site)) == len(list(site))
        return Wrapper("toy", ToyBody(name))


def list_items(page: Page, rows: Any) -> Listing:
    """A listing whose items are elements with one text each."""
    cells = [{"text": (page.text(int(row)), [int(row)])} for row in rows]
    spans = tuple((int(row), int(page.end[row])) for row in rows)
    group = ItemGroup(Records.of(page, ("text",), cells), spans, {"text": "text"}, 1, "its name")
    groups = (group,) if len(rows) else ()
    return Listing.of(page, groups, {"row": page.above(page.is_tag("p"))})


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a page, and with a tiny corpus for every family."""
    monkeypatch.chdir(tmp_path)
    Path("page.html").write_text(HTML.format("tide"), "utf-8")
    for name in ("plain", "segments/pages", "forums/html", "searchlists/html"):
        Path(name).mkdir(parents=True)
    threads, pages, sites, lists = [], [], [], []
    for at, word in enumerate(WORDS):
        html = HTML.format(word)
        Path(f"plain/{word}.html").write_text(html, "utf-8")
        Path(f"plain/{word}.txt").write_text(TEXT.format(word), "utf-8")
        Path(f"forums/html/{word}.html").write_text(html, "utf-8")
        posts = [{"text": line, "user": "Toy"} for line in TEXT.format(word).split("\n\n")]
        threads.append({"id": word, "url": f"https://{word}.example/", "posts": posts})
        Path(f"searchlists/html/{word}.html").write_text(html, "utf-8")
        records = [[line] for line in TEXT.format(word).split("\n\n")]
        lists.append({"id": word, "text": TEXT.format(word), "host": word, "records": records})
        Path(f"segments/pages/{word}.html").write_text(html, "utf-8")
        blocks = [
            {"level": 2, "path": f"/html/body/main/p[{number}]", "text": line}
            for number, line in enumerate(TEXT.format(word).split("\n\n"), start=1)
        ]
        # Two sites of three pages each.
        site = {"id": word, "html": html, "text": TEXT.format(word), "group": str(at % 2)}
        sites.append(site)
        # One page has another truth, so that a sweep has something to lose.
        pages.append(
            {"id": word, "site": word, "page": f"pages/{word}.html", "blocks": blocks[at == 0 :]}
        )
    Path("forums/gold.jsonl").write_text("\n".join(map(json.dumps, threads)), "utf-8")
    Path("searchlists/gold.jsonl").write_text("\n".join(map(json.dumps, lists)), "utf-8")
    Path("sites.jsonl").write_text("\n".join(map(json.dumps, sites)), "utf-8")
    Path("segments/gold.jsonl").write_text("\n".join(map(json.dumps, pages)), "utf-8")
    return tmp_path


class Benchmark(NamedTuple):
    """Where the toy of a family is measured, and by what."""

    layout: str
    path: str
    metric: str


MEASURED = {
    "page": Benchmark("plain", "plain", "words-unspaced"),
    "segment": Benchmark("segments", "segments", "segments"),
    "thread": Benchmark("forums", "forums", "posts"),
    "listing": Benchmark("searchlists", "searchlists", "records"),
    "site": Benchmark("plain", "sites.jsonl", "words-unspaced"),
}


def test_there_is_a_toy_in_every_family() -> None:
    assert set(MEASURED) == set(FAMILIES)
    assert [method.full_name for method in list_methods() if method.name == "toy"] == [
        f"{family}/toy" for family in FAMILIES
    ]


# ---------------------------------------------------------------- the command line

COMMANDS: dict[str, tuple[list[str], Callable[[str], bool]]] = {
    "page": (
        ["extract", "page.html", "--method", "toy"],
        lambda out: out == TEXT.format("tide") + "\n",
    ),
    "segment": (
        ["segment", "page.html", "--method", "toy"],
        lambda out: out.startswith("toy: 2 segments, 8 words"),
    ),
    "thread": (
        ["posts", "page.html", "--method", "toy"],
        lambda out: out.startswith("toy: 2 posts, 8 words") and "author Toy" in out,
    ),
    "listing": (
        ["records", "page.html", "--method", "toy"],
        lambda out: out.startswith("group 1: 2 items") and "text: The tide is here." in out,
    ),
    "site": (
        ["learn", "page.html", "page.html", "--method", "toy"],
        lambda out: '<toy name="p" />' in out,
    ),
}


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("family", FAMILIES)
def test_toy_is_in_the_command_line(run: Run, family: str) -> None:
    arguments, is_right = COMMANDS[family]
    result = run(*arguments)
    assert (result.code, is_right(result.out)) == (0, True), result
    other = run(*arguments, "--set", "name=nav")
    assert other.code == 0
    assert other.out != result.out
    refused = run(*arguments, "--set", "name=table")
    assert refused.err == "pagecore: name='table': expected 'p', 'nav' or 'main'\n"


@pytest.mark.usefixtures("folder")
def test_wrapper_of_the_toy_is_applied(run: Run) -> None:
    run("learn", "page.html", "--method", "toy", "-o", "toy.xml")
    result = run("apply", "toy.xml", "page.html")
    assert (result.code, result.out) == (0, TEXT.format("tide") + "\n")
    # It needs a parse, and says so.
    result = run("apply", "toy.xml", "page.html", "--to", "source")
    assert "The tide is here." in result.out
    with pytest.raises(WrapperError, match="needs a parsed page"):
        Wrapper.load("toy.xml").cut(b"<p>one")


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("family", FAMILIES)
def test_toy_is_explained(run: Run, family: str) -> None:
    result = run("explain", "page.html", "--method", f"{family}/toy")
    assert result.code == 0
    name = find_method(f"{family}/toy").short_name
    assert result.out.startswith(f"{name}: ")
    column = {"page": "inside=1", "segment": "row=", "thread": "row=1", "site": "inside=1"} | {
        "listing": "row="
    }
    assert column[family] in result.out


@pytest.mark.usefixtures("folder")
def test_method_that_needs_a_feed_is_explained(run: Run) -> None:
    @method("fed", paper="Toy 2026", family="site", body=ToyBody, needs=("feed",))
    def fed(site: Site) -> Wrapper:
        """Learn the element that the feed names."""
        assert site.feed is not None
        return Wrapper("fed", ToyBody(site.feed.decode().strip("</>")))

    Path("feed.xml").write_text("<main/>", "utf-8")
    Path("feed.pdf").write_bytes(b"%PDF-1.7")
    command = ("explain", "page.html", "--method", "site/fed")
    result = run(*command, "--feed", "feed.xml")
    assert (result.code, result.err) == (0, "")
    assert result.out.startswith("fed: 2 of 4 blocks kept")
    assert "inside=1" in result.out
    for needless in (command, ("learn", "page.html", "--method", "fed")):
        result = run(*needless)
        assert (result.code, result.out) == (2, "")
        assert "method 'fed' needs a feed, but page.html: the page links to no feed" in result.err
        assert "pass one with --feed FILE or URL" in result.err
        result = run(*needless, "--feed", "feed.pdf")
        assert (result.code, result.out) == (2, "")
        assert result.err == "pagecore: feed.pdf: this is a PDF, not a feed\n"


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("family", ["page", "segment", "thread", "listing"])
def test_method_that_needs_a_layout_says_so(run: Run, family: str) -> None:
    @method("seen", paper="Toy 2026", family=family, needs=("layout",))
    def seen(page: Page) -> Any:
        """Need a browser."""

    result = run("explain", "page.html", "--method", f"{family}/seen")
    assert (result.code, result.out) == (2, "")
    assert "method 'seen' needs a layout, but this page has none: " in result.err


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("family", FAMILIES)
def test_evidence_of_the_methods_it_uses_is_explained(run: Run, family: str) -> None:
    """A method of any family may use one of another."""
    used = {
        "page": "segment/toy",
        "segment": "thread/toy",
        "thread": "page/toy",
        "listing": "page/toy",
        "site": "page/toy",
    }
    settings: dict[str, Any] = {"paper": "Toy 2026", "family": family, "uses": (used[family],)}
    if family == "site":
        settings["body"] = ToyBody

    @method("user", **settings)
    def user(subject: Any, *, toy: Any) -> Any:
        """Return what shows the evidence of the other."""
        if family == "page":
            return Choice.of(subject, toy.ids >= 0, evidence={"other": toy.ids})
        if family == "segment":
            return Segmentation.of(subject, toy.ids, evidence={"other": toy.ids})
        if family == "thread":
            cut = Segmentation.of(subject, np.where(toy.content, 0, -1))
            post = Post(recognised_by={"post": "content"})
            return Thread(cut.ids, (post,), cut.ids > 0, 0.5, {"other": toy.content})
        if family == "listing":
            listing = list_items(subject, np.flatnonzero(subject.is_tag("p")))
            return Listing(listing.ids, listing.groups, {"other": toy.content})
        assert all(toy(page).content.any() for page in subject)
        return Wrapper("user", ToyBody("p"))

    result = run("explain", "page.html", "--method", f"{family}/user")
    assert (result.code, result.err) == (0, "")
    assert ("inside=1" if family == "site" else "other=1") in result.out


def test_toys_are_listed(run: Run) -> None:
    listed = run("methods", "toy").out
    assert [line for line in listed.splitlines() if line.startswith("toy ")] == [
        f"toy ({family}): Toy 2026" for family in FAMILIES
    ]
    alone = run("methods", "thread/toy").out
    assert alone.startswith("toy (thread): Toy 2026\n  Take each of some elements for a post.")
    assert "name=p: 'p', 'nav' or 'main'" in alone
    # It names no page of the documents, which may not be there.
    assert alone.endswith("  measured: no published figures\n")
    assert all(f"toy ({family})" in run("methods").out for family in FAMILIES)


# ---------------------------------------------------------------- evaluation, sweep, documents


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("family", FAMILIES)
def test_toy_is_evaluated(run: Run, family: str) -> None:
    layout, path, metric = MEASURED[family]
    name = find_method(f"{family}/toy").short_name
    result = run("evaluate", "--corpus", layout, "--path", path, "--method", f"{family}/toy")
    assert result.code == 0, result
    assert f"({metric})" in result.out
    (line,) = (line for line in result.out.splitlines() if line.startswith(f"{name} "))
    assert line.split()[1] == "1.000"


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("family", FAMILIES)
def test_toy_is_measured_where_the_gold_has_what_it_gives(run: Run, family: str) -> None:
    layout, path, _ = MEASURED[family]
    result = run("evaluate", "--corpus", layout, "--path", path, "--method", "all")
    names = {line.split()[0] for line in result.out.splitlines() if "toy" in line}
    # A thread has text too. What takes a site is measured where it is named.
    assert (
        names
        == {
            "page": {"toy"},
            "segment": {"segment/toy"},
            "thread": {"toy", "thread/toy"},
            "listing": {"toy", "listing/toy"},
            "site": {"toy"},
        }[family]
    )
    other = "segment" if family != "segment" else "thread"
    result = run("evaluate", "--corpus", layout, "--path", path, "--method", f"{other}/toy")
    assert result.code == 2
    assert (
        f"method '{other}/toy' returns {FAMILIES[other].outputs[0]}, for which {layout} has"
        in result.err
    )


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("family", FAMILIES)
def test_toy_is_evaluated_on_a_sample(run: Run, family: str) -> None:
    layout, path, _ = MEASURED[family]
    name = find_method(f"{family}/toy").short_name
    options = ["--corpus", layout, "--path", path, "--method", f"{family}/toy", "--sample", "2"]
    for seed in map(str, range(4)):
        result = run("evaluate", *options, "--seed", seed)
        assert result.code == 0, result
        (line,) = (line for line in result.out.splitlines() if line.startswith(f"{name} "))
        assert line.split()[1] == "1.000"
        # A site has three pages here.
        drawn = "3 of 6 pages" if family == "site" else "2 of 6 pages"
        assert drawn in " ".join(result.out.split())


@pytest.mark.usefixtures("folder")
def test_page_whose_site_has_no_other_is_a_miss(run: Run) -> None:
    result = run("evaluate", "--corpus", "plain", "--path", "plain", "--method", "site/toy")
    assert result.code == 2
    assert "its site has no other page to learn from" in result.err


@pytest.mark.parametrize("family", FAMILIES)
def test_toy_is_swept(folder: Path, family: str) -> None:
    write_swept_corpora(folder)
    chosen = find_method(f"{family}/toy")
    options = [chosen.full_name, "--data", str(folder), "--figures", "figures.json"]
    done = CliRunner().invoke(sweep.main, options)
    assert done.exit_code == 0, done.output
    assert done.output.startswith(f"{chosen.short_name}: best {{'name': 'p'}}; out of fold ")
    tried = load_figures(Path("figures.json"))[f"sweep {chosen.short_name}"]["figures"]
    assert tried["best"] == {"name": "p"}
    metrics = {name: metric for name, metric in chosen.corpora.items() if name != "aeb"}
    assert {name: corpus["metric"] for name, corpus in tried["corpora"].items()} == metrics
    for layout, figures in tried["corpora"].items():
        assert (figures["f1"], figures["pages"]) == (1.0, len(WORDS))
        by_name = {entry["parameters"]["name"]: entry[layout] for entry in tried["tried"]}
        assert by_name["p"] == 1.0 > by_name["nav"]
    n_folds = {"page": 5, "listing": 5, "site": 2}.get(family, len(WORDS))
    assert tried["folds"] == f"{n_folds}-fold by group"


def write_swept_corpora(folder: Path) -> None:
    """Write tiny corpora of the other layouts that sweeps use."""
    files: dict[str, object] = {}
    fundus: list[object] = []
    for word in WORDS:
        html, text, url = HTML.format(word), TEXT.format(word), f"https://{word}.example/"
        gold = {"url": url, "ground_truth": {"main_content": text}}
        files |= {f"wcxb/dev/ground-truth/{word}.json": gold, f"wcxb/dev/html/{word}.html": html}
        fundus.append({"id": word, "url": url, "publisher": word, "text": text})
        expected = "".join(f"<p>{line}</p>" for line in text.split("\n\n"))
        files |= {
            f"fundus/html/{word}.html": html,
            f"readability/{word}/source.html": html,
            f"readability/{word}/expected.html": expected,
            f"readability/{word}/expected-metadata.json": {},
        }
    for site, words in (("a", WORDS[::2]), ("b", WORDS[1::2])):
        files |= {f"sites/{site}/pages/{word}.html": HTML.format(word) for word in words}
        pages = [{"file": f"pages/{word}.html"} for word in words]
        files[f"sites/{site}/meta.json"] = {"base_url": f"https://{site}.example/", "pages": pages}
        files[f"sites/{site}/gold.jsonl"] = [
            {"file": f"pages/{word}.html", "text": TEXT.format(word)} for word in words
        ]
    write_corpus(folder, {**files, "fundus/gold.jsonl": fundus})


def test_toys_are_benched() -> None:
    """Whatever it takes: that the bench calls them is tested, not the time."""
    sources = tuple(HTML.format(word).encode() for word in WORDS[:2])
    section = measure(
        BenchPages((Path("a"), Path("b")), sources, "toys"), Console(file=io.StringIO())
    )
    names = {cost.name for cost in section.costs}
    for family in FAMILIES:
        name = find_method(f"{family}/toy").short_name
        assert {name, f"{name} name=nav", f"{name} name=main"} <= names
    assert {method.short_name for method in list_methods() if not method.needs} <= names
    needy = {method.full_name for method in list_methods() if method.needs}
    assert section.left_out.keys() == needy


@pytest.mark.parametrize("family", FAMILIES)
def test_toy_is_documented_and_drawn(folder: Path, family: str) -> None:
    chosen = find_method(f"{family}/toy")
    for name in ("article.html", "forum.html", "listing.html"):
        (folder / name).write_text(HTML.format("tide"), "utf-8")
    figures: dict[str, Any] = {"quality": {"provenance": {}, "figures": []}}
    parts = render_parts(chosen, figures)
    assert (
        "| `name` | `p` | 'p', 'nav' or 'main' | the name of the elements. |" in parts["parameters"]
    )
    (drawing,) = render_drawings(chosen, figures, folder).values()
    assert ">The tide is here.</text>" in drawing


def test_toys_get_pages_of_their_own(tmp_path: Path) -> None:
    for name in ("README.md", "docs", "examples"):
        source = ROOT / name
        copy = shutil.copytree if source.is_dir() else shutil.copy
        copy(source, tmp_path / name)
    done = CliRunner().invoke(render, ["--root", str(tmp_path)])
    assert done.exit_code == 0, done.output
    names = {"page": "toy", "segment": "segment-toy", "thread": "thread-toy"} | {
        "listing": "listing-toy", "site": "site-toy",
    }  # fmt: skip
    pages = tmp_path / "docs" / "methods"
    written = {f"{pages / name}{suffix}" for name in names.values() for suffix in (".md", ".svg")}
    assert set(done.output.splitlines()) >= written
    for family, name in names.items():
        chosen, text = find_method(f"{family}/toy"), (pages / f"{name}.md").read_text("utf-8")
        assert text.startswith(f"# {chosen.short_name}\n\nToy 2026.\n\n## Idea\n\n{chosen.doc}\n")
        assert f"]({name}.svg)" in text
        assert "| `name` | `p` | 'p', 'nav' or 'main' | the name of the elements. |" in text
        assert ("## What `extract` adds" in text) == (family == "page")
    # A page that is there keeps what was written by hand.
    page = pages / "toy.md"
    page.write_text(page.read_text("utf-8").replace("Toy 2026.", "By hand."), "utf-8")
    again = CliRunner().invoke(render, ["--root", str(tmp_path)])
    assert (again.exit_code, again.output) == (0, "")
    assert "By hand." in page.read_text("utf-8")
