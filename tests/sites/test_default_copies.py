"""The site method `default` on copies of a page, pages without text and few pages."""

from __future__ import annotations

from pathlib import Path

import pytest

from pagecore import Wrapper, apply, extract, learn, parse
from pagecore.sites.evidence import Evidence
from tests.conftest import Run
from tests.sites.test_default import NOTICE, PAGES, write_page

PAGE = write_page(9)


@pytest.mark.parametrize("classes", ["one", "outline"])
@pytest.mark.parametrize(
    ("pages", "notes"),
    [
        pytest.param(
            [PAGE] * 3,
            ["2 of 3 pages have the text of another page and were left out",
             "the texts of the 3 pages with text are identical; fewer than 3 correct nothing"],
            id="copies",
        ),
        pytest.param([PAGE], ["there is only one page; fewer than 3 correct nothing"], id="one"),
        pytest.param(PAGES[:2], ["there are only 2 pages; fewer than 3 correct nothing"], id="two"),
        pytest.param(
            ["", "<p>", "<img src=a>"],
            ["3 of 3 pages have no text and were left out",
             "none of 3 pages has text; fewer than 3 correct nothing"],
            id="no text",
        ),
        pytest.param(
            [PAGE, *PAGES[:1], PAGE],
            ["1 of 3 pages have the text of another page and were left out",
             "only 2 of 3 pages have texts of their own; fewer than 3 correct nothing"],
            id="two and a copy",
        ),
    ],
)  # fmt: skip
def test_few_different_pages_correct_nothing(
    pages: list[str], notes: list[str], classes: str
) -> None:
    wrapper = learn(pages, method="default", classes=classes)  # type: ignore[arg-type]  # One of two.
    assert list(wrapper.notes)[-len(notes) :] == notes
    fit = wrapper.fits(parse(PAGE))
    assert not fit
    assert fit.reason.endswith("with different texts, too few to correct a page")
    document = extract(PAGE, site=wrapper)
    assert (document.method, document.text) == ("default", extract(PAGE).text)
    assert [warning.code for warning in document.warnings] == ["wrapper-does-not-fit"]


def test_copies_count_once() -> None:
    pages = [*[PAGE] * 7, *PAGES[:3]]
    wrapper = learn(pages, method="default")
    assert "6 of 10 pages have the text of another page and were left out" in wrapper.notes
    assert isinstance(wrapper.body, Evidence)
    assert wrapper.body == learn([PAGE, *PAGES[:3]], method="default").body
    assert wrapper.body.n_pages == 4
    # The article stays, and what all pages have is still template.
    text = apply(wrapper, PAGE).text
    assert "On day 9 at 2 o'clock" in text
    assert NOTICE not in text


def test_classes_of_copies_belong_to_no_template() -> None:
    copy = PAGE.replace("<body>", "<body class=postid-9>")
    wrapper = learn([copy, copy, *PAGES[:3]], method="default", classes="one")
    assert isinstance(wrapper.body, Evidence)
    assert wrapper.body.names == {"post"}


def test_evidence_of_few_pages_survives_the_file() -> None:
    wrapper = learn([PAGE], method="default")
    assert Wrapper.read(wrapper.xml()) == wrapper


def test_extract_reports_the_copies_of_a_folder(run: Run, tmp_path: Path) -> None:
    for name in ("a", "b", "c"):
        (tmp_path / f"{name}.html").write_text(PAGE)
    done = run("extract", str(tmp_path / "a.html"), "--site", str(tmp_path))
    assert done.out.strip() == extract(PAGE).text
    assert "the texts of the 3 pages with text are identical" in done.err
    assert "wrapper-does-not-fit: the default extractor was used" in done.err
