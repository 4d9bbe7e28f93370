"""Pages of containers know where they are."""

from __future__ import annotations

from pagecore.page import PageWarning
from pagecore.sources.containers import read_container
from pagecore.sources.kinds import FileKind
from pagecore.sources.read import ReadOptions
from pagecore.sources.source import Source
from tests.inputs import make_sitemap


def test_positions() -> None:
    content = make_sitemap(["https://a.example/1", "https://a.example/2", "x"])
    container = Source(
        "map", content=content, kind=FileKind.SITEMAP, index=7, folder="f", position=(3,)
    )
    warning, *pages = read_container(container, ReadOptions())
    assert isinstance(warning, PageWarning)
    assert [page.position for page in pages if isinstance(page, Source)] == [(3, 1), (3, 2)]
    assert {(page.index, page.folder) for page in pages if isinstance(page, Source)} == {(7, "f")}
