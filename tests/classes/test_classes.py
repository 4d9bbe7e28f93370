"""Page classes: pages of a site that share a template."""

from __future__ import annotations

import numpy as np
import pytest

from pagecore import Choice, Fit, Page, Records, Wrapper, apply, learn, parse
from pagecore.classes.body import ClassedBody
from pagecore.classes.cluster import cluster_paths, cluster_trees, compare_pages, merge_alike
from pagecore.classes.outline import Outline, find_common_classes
from pagecore.classes.profile import Profile
from pagecore.errors import BadOption, WrapperError
from pagecore.page.trees import build_tree

WORDS = ("tide", "boat", "harbour", "mole", "buoy", "anchor", "quay", "jetty", "sail", "rope")


def write_article(n: int) -> str:
    """An article, with a class of its own on the body and any number of paragraphs."""
    story = "".join(
        f"<p>On day {n}.{at} the {' '.join(WORDS[(n + at) % 5 :])} came in.</p>"
        for at in range(n + 2)
    )
    return (
        f"<body class='post-{n} entry'><nav><ul><li>Home</ul></nav>"
        f"<div class=post><h1>Day {n}</h1>{story}</div><footer><p>Imprint</footer>"
    )


def write_list(n: int) -> str:
    """A list of articles, with a table that articles lack."""
    rows = "".join(f"<tr><td>Day {at}<td>{WORDS[at % 9]}" for at in range(3 * n + 2))
    return (
        f"<body class=list><nav><ul><li>Home</ul></nav><main><h2>Page {n}</h2><table>{rows}</table>"
        "<aside><form><fieldset><p>Find</fieldset></form></aside></main>"
    )


ARTICLES = [write_article(n) for n in range(5)]
LISTS = [write_list(n) for n in range(3)]


def find_paths(pages: list[str]) -> list[np.ndarray[tuple[int], np.dtype[np.uint64]]]:
    outlines = [Outline.of(parse(page)) for page in pages]
    common = find_common_classes(outlines)
    return [outline.paths(common) for outline in outlines]


# ---------------------------------------------------------------- outlines


def test_an_outline_has_each_path_once() -> None:
    outline = Outline.of(
        parse("<div class='b a'><p>x<p>y</div><div class='a b'><p>z<ul><li>x</ul>")
    )
    assert outline.names == ("html", "body", "div a b", "p", "ul", "li")
    assert outline.parent.tolist() == [-1, 0, 1, 2, 2, 4]
    assert outline.classes == {"a", "b"}


def test_rare_classes_do_not_count() -> None:
    outlines = [Outline.of(parse(page)) for page in ARTICLES]
    assert find_common_classes(outlines) == {"entry", "post"}
    # Of one page all classes count.
    assert find_common_classes(outlines[:1]) == {"post-0", "entry", "post"}
    first, *others = find_paths(ARTICLES)
    assert all(np.array_equal(paths, first) for paths in others)


def test_equal_elements_at_other_places_have_other_paths() -> None:
    shallow, deep = find_paths(["<p>x", "<div><p>x</div>"])
    assert compare_pages([shallow, deep])[0, 1] == 2 * 2 / (3 + 4)


def test_the_similarity_to_a_profile_is_the_mean_over_its_pages() -> None:
    pages = [np.array(paths, np.uint64) for paths in ([1, 2, 3, 4], [1, 2, 3, 9])]
    profile = Profile.of(pages)
    assert profile.paths.tolist() == [1, 2, 3, 4, 9]
    assert profile.shares.tolist() == [100, 100, 100, 50, 50]
    assert profile.compare(np.array([1, 2, 3, 8], np.uint64)) == 2 * 3 / (4 + 4)
    assert profile.compare(np.array([100], np.uint64)) == 0
    assert Profile.of([np.zeros(0, np.uint64)]).compare(np.zeros(0, np.uint64)) == 0


# ---------------------------------------------------------------- clusters


def test_average_link() -> None:
    similarity = np.array([[1, 0.9, 0.4], [0.9, 1, 0.8], [0.4, 0.8, 1]])
    assert merge_alike(similarity, 0.6).tolist() == [0, 0, 0]
    assert merge_alike(similarity, 0.61).tolist() == [0, 0, 1]
    assert merge_alike(similarity, 0.91).tolist() == [0, 1, 2]


@pytest.mark.parametrize("by", ["outline", "rtdm"])
def test_templates_are_told_apart(by: str) -> None:
    pages = [LISTS[0], *ARTICLES, *LISTS[1:]]
    if by == "outline":
        classes = cluster_paths(find_paths(pages))
    else:
        classes = cluster_trees([build_tree(parse(page), "skeleton") for page in pages])
    # The largest class is the first.
    assert classes.tolist() == [1, 0, 0, 0, 0, 0, 1, 1]


def test_large_sites_are_compared_in_part(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pagecore.classes.cluster.MAX_COMPARED", 4)
    articles = [write_article(n) for n in range(15)]
    pages = find_paths([*articles, *LISTS * 2, "<dl><dt>x<dd>y</dl>"])
    assert cluster_paths(pages).tolist() == [0] * 15 + [1] * 6 + [2]


def test_no_pages() -> None:
    assert cluster_paths([]).tolist() == []
    assert cluster_trees([]).tolist() == []


# ---------------------------------------------------------------- wrappers


def test_each_class_has_its_rules() -> None:
    wrapper = learn([*ARTICLES, *LISTS], learner="default", min_words=3)
    assert wrapper.notes[:3] == (
        "2 page classes among 8 pages",
        "page class 1: 5 pages: page 1, page 2, page 3 and 2 more",
        "page class 2: 3 pages: page 6, page 7, page 8",
    )
    assert isinstance(wrapper.body, ClassedBody)
    assert [page_class.n_pages for page_class in wrapper.body.classes] == [5, 3]
    assert Wrapper.read(wrapper.xml()) == wrapper
    article, listing = write_article(9), write_list(9)
    assert wrapper.fits(parse(article)).reason.startswith("page class 1 of 2, similarity 1.00: ")
    assert wrapper.body.find_class(parse(listing))[0] == 1
    assert "On day 9.3" in apply(wrapper, article).text
    assert "Imprint" not in apply(wrapper, article).text
    assert b"On day 9.3" in wrapper.cut(article.encode())


def test_a_page_of_no_class_is_left_to_the_default() -> None:
    wrapper = learn([*ARTICLES, *LISTS], learner="default", min_words=3)
    other = parse("<center><pre>" + "An old page about boats, with many words. " * 9)
    fit = wrapper.fits(other)
    assert not fit
    assert fit.reason.startswith("it is like no page class; the nearest is page class ")
    document = apply(wrapper, other)
    assert document.method == "default"
    assert "it is like no page class" in document.warnings[0].message
    with pytest.raises(WrapperError, match="it is like no page class"):
        wrapper.fields(other)


def test_pages_alone_in_their_class_are_named() -> None:
    wrapper = learn([*ARTICLES, LISTS[0]], names=[f"{n}.html" for n in range(6)])
    assert wrapper.notes == (
        "1 page class among 6 pages",
        "page class 1: 5 pages: 0.html, 1.html, 2.html and 2 more",
        "without another page of the same template, and not used: 1 page: 5.html",
    )


def test_pages_without_a_common_template_are_learned_together() -> None:
    wrapper = learn([ARTICLES[0], LISTS[0]], learner="default", min_words=3)
    assert wrapper.notes[:2] == (
        "no two of the 2 pages share a template",
        "the wrapper was learned from one class of 2 pages: page 1, page 2",
    )
    assert not isinstance(wrapper.body, ClassedBody)


def test_a_class_that_teaches_nothing_is_reported() -> None:
    empty = ["<body class=empty><form><fieldset><legend><dl><dt>"] * 2
    wrapper = learn([*ARTICLES, *empty])
    assert any(
        note.startswith("2 pages: page 6, page 7: nothing was learned") for note in wrapper.notes
    )
    with pytest.raises(WrapperError, match="nothing was learned from any page class"):
        learn([*empty, *["<table><tr><td><ul><li><ol><li>"] * 2])


def test_classes_of_a_method_that_needs_a_parsed_page_cannot_be_cut() -> None:
    class Parsed:
        """A body without `cut`."""

        def fit(self, page: Page) -> Fit:
            return Fit(1, "always")

        def content(self, page: Page) -> Choice | None:
            return None

        def fields(self, page: Page) -> Records | None:
            return None

        def write(self) -> list[object]:
            return []

    learned = learn([*ARTICLES, *LISTS], learner="default", min_words=3).body
    assert isinstance(learned, ClassedBody)
    classes = tuple(type(of)(of.n_pages, of.profile, Parsed()) for of in learned.classes)
    with pytest.raises(WrapperError, match="needs a parsed page"):
        Wrapper("hybrid", ClassedBody(learned.names, classes)).cut(b"<p>x")


def test_words_are_weighed_by_the_rules_of_the_class() -> None:
    # "Home" is in a menu on all pages; "Find" is on lists only, and "Imprint" on articles only.
    wrapper = learn([*ARTICLES, *LISTS], method="cst")
    assert isinstance(wrapper.body, ClassedBody)
    assert len(wrapper.body.classes) == 2
    for page, known, new in (
        (parse(write_article(9)), {"home", "imprint"}, {"anchor", "sail"}),
        (parse(write_list(9)), {"home", "find"}, {"anchor", "sail"}),
    ):
        at, _ = wrapper.body.find_class(page)
        weights = wrapper.weights(page)
        assert weights == wrapper.body.classes[at].body.weights(page)
        assert weights == Wrapper.read(wrapper.xml()).weights(page)
        assert {weights[word] for word in known} == {0}
        assert min(weights[word] for word in new) > 0.9
    with pytest.raises(WrapperError, match="it is like no page class"):
        wrapper.weights(parse("<dl><dt>Tide<dd>High at nine</dl>"))
    with pytest.raises(WrapperError, match="'hybrid' weighs no words"):
        learn([*ARTICLES, *LISTS], learner="default", min_words=3).weights(parse(ARTICLES[0]))


def test_bad_classes() -> None:
    with pytest.raises(BadOption, match="classes"):
        learn(ARTICLES, classes="kmeans")  # type: ignore[arg-type]  # That is what is tested.


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("<class ", "<kind ", "unknown element 'kind'"),
        ('pages="5"', 'pages="five"', "pages='five': expected an integer"),
        ('shares="', 'shares="?', "not base64"),
        ('shares="', 'shares="AAAA', "not as many shares as paths"),
        ('names="', 'name="', "lacks the attribute 'names'"),
    ],
)
def test_damaged_files_are_refused(old: str, new: str, message: str) -> None:
    xml = learn([*ARTICLES, *LISTS], learner="default", min_words=3).xml()
    damaged = xml.replace(old, new)
    if old == "<class ":
        damaged = damaged.replace("</class>", "</kind>")
    with pytest.raises(WrapperError, match=message):
        Wrapper.read(damaged)
