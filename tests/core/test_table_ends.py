"""Tables that end anywhere: every prefix of small documents has the tree of lexbor or html5lib."""

from __future__ import annotations

from random import Random

import pytest

from tests.core.test_properties import has_tree_of_another_parser

PIECES = (
    *("<table>", "</table>", "<tr>", "</tr>", "<td>", "</td>", "<th>", "<caption>", "</caption>"),
    *("<col>", "<colgroup>", "</colgroup>", "<tbody>", "</tbody>", "<thead>", "<tfoot>"),
    *(" ", "\n", "x", "&nbsp;", "&", "&#32;", "</", "<", "</ ", "</p", "<p>", "</p>", "</>"),
    *("<b>", "</b>", "<!--c-->", "<!-", "<?x?>", "<div a=b>", "<input type=hidden>", "<form>"),
    *("<script>x</script>", "</script", "<style>y", "<a href=x>", "<a", "\0", "<svg>", "</svg>"),
)  # fmt: skip
DOCUMENTS = 300


@pytest.mark.parametrize("html", ["<table> </", "<table> </>x", "<table>x</> ", "<table><tr> </"])
def test_white_space_goes_with_the_text_beside_it(html: str) -> None:
    assert has_tree_of_another_parser(html)


def test_every_prefix_has_the_tree_of_another_parser() -> None:
    prefixes = set()
    for seed in range(DOCUMENTS):
        random = Random(seed)
        start = random.choice(("", "<p>", "<b>", "x")) + "<table>"
        html = start + "".join(random.choices(PIECES, k=random.randint(1, 7)))
        prefixes |= {html[:length] for length in range(len(html) + 1)}
    assert len(prefixes) > 10 * DOCUMENTS
    assert [html for html in sorted(prefixes) if not has_tree_of_another_parser(html)] == []
