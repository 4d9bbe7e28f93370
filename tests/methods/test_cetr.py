"""The method `cetr`: the example of the paper, every rule, and the definition as loops."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from html.entities import html5

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from pagecore import Page, parse
from pagecore.methods.cetr import (
    cetr,
    exclude_lowest_cluster,
    exclude_origin_cluster,
    find_nearest_centre,
    keep_above_threshold,
    measure_change,
    smooth,
)
from tests.rows import text_row
from tests.trees import markup, row_text

#: The lines of the paper's example, its ellipses taken out.
PAPER = [
    '<div id="topnav">',
    "",
    '<div id="author">James Smith</div>',
    "OKLAHOMA CITY - Police were told that",
    "The Oklahoman reported Sunday. <br><br> Jones had",
]
RATIOS = [0, 5.5, 37, 20.5]
SMOOTHED = [2.0765, 12.6258, 23.8447, 26.7294]

STORY = "It was a dark and stormy night, and the rain fell on the harbour in torrents."


def measure_ratio(source: str, text: str, *, lines: str = "source") -> float:
    """The tag ratio of a text that stands on one line."""
    page = parse(source)
    return float(cetr(page, lines=lines).evidence["tag ratio"][text_row(page, text)])


def kept(source: str, variant: str = "tm", lines: str = "source", **numbers: float) -> list[str]:
    """The texts that are kept."""
    page = parse(source)
    content = cetr(page, variant=variant, lines=lines, **numbers).content  # type: ignore[arg-type]  # Numbers of either kind.
    rows = np.flatnonzero(content & (page.tag == 0)).tolist()
    return [row_text(page, row).strip() for row in rows]


# ---------------------------------------------------------------- the paper's example


def test_tag_ratios_of_the_paper() -> None:
    # Every line is an element of its own here, so that its ratio can be asked for.
    source = "\n".join(PAPER[:4]) + "<!-- -->\n" + PAPER[4]
    page = parse(source)
    ratio = cetr(page, lines="source").evidence["tag ratio"]
    assert ratio[text_row(page, "James Smith")] == 5.5
    assert ratio[text_row(page, "OKLAHOMA CITY - Police were told that")] == 37
    assert ratio[text_row(page, "The Oklahoman reported Sunday.")] == 20.5
    assert ratio[text_row(page, "Jones had")] == 20.5


def test_smoothed_array_of_the_paper() -> None:
    smoothed = smooth(np.array(RATIOS), 1)
    assert smoothed.tolist() == pytest.approx(SMOOTHED, abs=5e-5)
    assert smoothed.std() == pytest.approx(9.7660, abs=5e-5)


def test_kernel_is_as_wide_as_the_radius() -> None:
    # Weights of exp(-j²/8) at a distance of j lines.
    first, second = math.exp(-1 / 8), math.exp(-1 / 2)
    smoothed = smooth(np.array([0.0, 0, 1, 0, 0]), 2).tolist()
    middle = [
        first / (2 * first + second + 1),
        1 / (2 * second + 2 * first + 1),
        first / (2 * first + second + 1),
    ]
    assert smoothed == pytest.approx(
        [second / (1 + first + second), *middle, second / (1 + first + second)]
    )


def test_the_first_line_of_the_paper_counts() -> None:
    # It has no text, but a tag, and so a ratio of 0 that the next line is smoothed with.
    page = parse("\n".join(PAPER))
    smoothed = cetr(page, lines="source").evidence["smoothed"]
    assert smoothed[text_row(page, "James Smith")] == pytest.approx(SMOOTHED[1], abs=5e-5)
    assert smoothed[text_row(page, "Jones had")] == pytest.approx(SMOOTHED[3], abs=5e-5)


# ---------------------------------------------------------------- characters and tags of a line

LINES = [
    # what it shows             line                                          text       ratio
    ("no tag divides by one",   "one two",                                    "one two", 7),
    ("start and end tag",       "<b>one two</b>",                             "one two", 3.5),
    ("tag without an end",      "<br>one two",                                "one two", 7),
    ("closed by another",       "<ul><li>one<li>two six</ul>",                "one",     2.5),
    ("references are decoded",  "<i>a&amp;b&nbsp;c</i>",                "a&amp;b&nbsp;c", 2.5),
    ("a reference of two",      "<i>&NotEqualTilde;</i>",                     "&NotEqualTilde;", 1),
    ("blanks inside are kept",  "<i>a   b</i>",                               "a   b",   2.5),
    ("also between tags",       "<i>a</i>  <b>b</b>",                         "a",       1),
    ("not at the ends",         "  <i>  ab  </i>  ",                          "ab",      1),
    ("nor a no-break space",    "<i>&nbsp;ab</i>",                            "&nbsp;ab", 1),
    ("other scripts",           "<i>слово</i>",                               "слово",   2.5),
    ("end tag with a blank",    "<i>abcd</i >",                               "abcd",    2),
    ("tag of two lines",        "<i\n>abcd</i>",                              "abcd",    4),
    ("comment",                 "abcd<!-- <b>no</b> -->",                     "abcd",    4),
    ("comment before the end",  "<p>abcd<!-- </b> --><p>efgh",                "abcd",    4),
    ("script",                  "abcd<script>'<b>no</b>'</script>",           "abcd",    4),
    ("style",                   "abcd<style>b>i{}</style>",                   "abcd",    4),
    ("hidden",                  "abcd<i hidden>no</i>",                       "abcd",    4),
    ("ends behind hidden",      "<p>abcd<i hidden>no</i><p>efgh",             "abcd",    4),
    ("bracket in the text",     "<p>a > b<p>efgh",                            "a > b",   4.5),
    ("bracket in a value",      '<i title="<b>">abcd</i>',                    "abcd",    2),
    ("end without a start",     "<p>abcd</i></p>",                            "abcd",    2),
    ("unless one ends behind",  "<p>abcd</i><p>efgh",                         "abcd",    8 / 3),
]  # fmt: skip


@pytest.mark.parametrize(
    ("line", "text", "ratio"), [case[1:] for case in LINES], ids=[case[0] for case in LINES]
)
def test_ratio_of_a_line(line: str, text: str, ratio: float) -> None:
    assert measure_ratio(f"<body>\n{line}\n</body>", text) == ratio


def test_ratio_of_a_text_is_the_mean_over_its_characters() -> None:
    # Two characters on a line of ratio 2, six on one of 6 characters and 2 tags.
    page = parse("<body>\nab\ncdefgh<br><br></body>")
    assert cetr(page, lines="source").evidence["tag ratio"][-3] == (2 * 2 + 6 * 6 / 3) / 8


@pytest.mark.parametrize(
    "other",
    [
        "\n\n  \n",
        "<script>\nvar a = 1;\n</script>\n",
        "<style>\np {}\n</style>\n",
        "<!--\n a remark\n-->\n",
        "<div hidden>\nnot shown\n</div>\n",
    ],
)
def test_removed_content_leaves_no_line(other: str) -> None:
    """An empty line would change smoothing and deviation."""
    lines = ["<p>one two six</p>\n", "<p>ten</p>\n", "<p>one two six ten</p>\n"]
    smoothed = [
        cetr(page, lines="source").evidence["smoothed"][
            [text_row(page, text) for text in ("one two six", "ten", "one two six ten")]
        ]
        for page in (parse(other.join(lines)), parse("".join(lines)))
    ]
    assert smoothed[0].tolist() == smoothed[1].tolist()


@pytest.mark.parametrize(("blocks_per_break", "n_kept"), [(5, 2), (12, 11), (20, 11)])
def test_how_many_blocks_a_break_is_enough_for(blocks_per_break: int, n_kept: int) -> None:
    # One break among twelve elements: the menu is one line, and the story the other.
    source = "<ul>" + "<li><a href=/>Home</a></li>" * 9 + f"</ul>\n<p>{STORY}</p><p>{STORY}</p>"
    assert len(kept(source, lines="auto", blocks_per_break=blocks_per_break)) == n_kept


def test_page_of_one_line_is_split_at_its_blocks() -> None:
    source = "<ul>" + "<li><a href=/>Home</a></li>" * 9 + f"</ul><p>{STORY}</p>" * 2
    assert kept(source, lines="auto") == [STORY] * 2
    assert len(kept(source, lines="source")) == 11


# ---------------------------------------------------------------- the three variants


def test_threshold_is_the_deviation() -> None:
    # Mean 3, deviation 3: what reaches it is content.
    values = np.array([0.0, 0, 3, 9, 3])
    assert values.std() == pytest.approx(3.2863, abs=1e-4)
    assert keep_above_threshold(values, 1.0).tolist() == [False, False, False, True, False]
    assert keep_above_threshold(values, 0.9).tolist() == [False, False, True, True, True]
    assert keep_above_threshold(np.array([0.0, 2.0]), 2.0).tolist() == [False, True]


def test_k_means_leaves_out_the_lowest_of_three() -> None:
    assert (
        exclude_lowest_cluster(np.array([0.0, 1, 10, 11, 50, 51])).tolist()
        == [False] * 2 + [True] * 4
    )


def test_k_means_moves_its_centres() -> None:
    # From 0, 1 and 10: the cut is .5 at first; then 1 and 2 stand at 1.5, and it is .75.
    low, high = [False] * 3, [True] * 3
    assert exclude_lowest_cluster(np.array([0.0, 0.6, 1, 2, 10, 10])).tolist() == low + high


def test_k_means_tie_goes_to_the_lower() -> None:
    # Centres 0, 2 and 9 stay, as 1 is as near to the first as to the second.
    values = np.array([-1.0, 0, 1, 2, 2, 2, 9, 9, 9])
    assert exclude_lowest_cluster(values).tolist() == [False] * 3 + [True] * 6


def test_k_means_empty_cluster_keeps_its_place() -> None:
    # Two centres begin at 0. The second stays there without a line, while the first takes the 1
    # and goes to 0.25; then the second has the zeros, and the first the 1 alone.
    values = np.array([0.0, 0, 0, 1, 8, 9])
    assert exclude_lowest_cluster(values).tolist() == [False] * 3 + [True] * 3
    assert exclude_lowest_cluster(np.array([5.0, 5, 5])).tolist() == [False] * 3
    # Centres begin at 0, 10 and 50. The second has 10 and 30 and goes to 20, where the others,
    # at 2.8 and 39.1 then, take both from it. It stays between them: at 0 it would have the zeros.
    values = np.array([0.0] * 4 + [5] * 5 + [10, 30] + [31] * 4 + [50] * 3)
    assert exclude_lowest_cluster(values).tolist() == [False] * 10 + [True] * 8


def test_change_is_that_of_the_next_three_lines() -> None:
    assert measure_change(np.array([0.0, 3, 6, 9, 1])).tolist() == pytest.approx(
        [6, abs((6 + 9 + 1) / 3 - 3), abs((9 + 1) / 2 - 6), 8, 0]
    )


def test_two_axes_are_held_at_the_origin() -> None:
    # One centre stays at the origin: of lines far from it all are content, whatever is lowest.
    far = np.array([50.0, 51, 52])
    assert exclude_origin_cluster(far, np.zeros(3)).all()
    assert not exclude_lowest_cluster(far)[0]


def test_two_axes_tie_goes_to_the_first() -> None:
    # Centres at 0, 2 and 4: 1 is as near to the origin as to the second, 3 to the free ones; and
    # so on both axes.
    at = np.array([0.5, 1, 1.5, 2.5, 3, 3.5])
    for axes in ([1.0, 0.0], [0.0, 1.0]):
        (x, y), centres = np.outer(axes, at), np.outer(axes, [0.0, 2, 4])
        assert find_nearest_centre(x, y, centres).tolist() == [0, 0, 1, 1, 1, 2]


def test_two_axes_empty_cluster_keeps_its_place() -> None:
    # Both free centres begin at (10, 0). The first has all lines and goes to (8, 50), and the
    # second has those at (10, 0), which would be nearest the origin if it had gone there.
    x, y = np.array([6.0] * 3 + [10] * 3), np.array([100.0] * 3 + [0] * 3)
    assert exclude_origin_cluster(x, y).all()


def test_two_axes_end_after_a_hundred_rounds() -> None:
    # From the largest down, every value is half the mean of itself and of all that are larger, so
    # that it alone is as near to the origin as to that mean once the smaller ones are gone.
    falling = [1.0] * 100
    for _ in range(150):
        falling.append(sum(falling) / (2 * len(falling) + 1))
    # Begun at the smallest of these; the third centre has what is far away.
    x = np.array([0.0] * 380 + falling[::-1] + [1000.0] * 130)
    outside = exclude_origin_cluster(x, np.zeros(len(x)))
    # Of the hundred rounds the first leaves all in place, each other takes one.
    assert outside.tolist() == [False] * (380 + 99) + [True] * 281


def test_second_axis_distinguishes_lines_of_the_same_ratio() -> None:
    x = np.array([1.0, 1, 1, 1, 20, 21])
    assert exclude_origin_cluster(x, np.zeros(6)).tolist() == [True] * 6
    assert (
        exclude_origin_cluster(x, np.array([0.0, 0, 0, 30, 0, 0])).tolist()
        == [False] * 3 + [True] * 3
    )


@pytest.mark.parametrize(("variant", "n_beside"), [("tm", 0), ("km", 0), ("2d", 2)])
def test_story_beside_a_menu(variant: str, n_beside: int) -> None:
    menu = "<ul>\n" + "<li><a href=/a>Home</a></li>\n" * 12 + "</ul>\n"
    story = f"<p>{STORY}</p>\n" * 3
    texts = kept(f"<body>\n{menu}{story}{menu}</body>", variant)
    # A line beside the story has a share of its ratio, and where ratios jump the second axis is
    # large: that takes the nearest lines of the menus too.
    assert [text for text in texts if text != "Home"] == [STORY] * 3
    assert texts.count("Home") == n_beside


# ---------------------------------------------------------------- from lines back to texts


def test_text_needs_half_of_its_characters_on_lines_of_content() -> None:
    # A text of two lines: 40 characters and no tag, then as many, one less or more, and nine tags.
    def is_kept(n: int) -> bool:
        tags = "<br>" * 9 + "\n<br>" * 9
        return bool(kept(f"<p>\n{'a' * 40}\n{'b' * n}{tags}", "tm", deviations=2.5))

    assert [is_kept(n) for n in (39, 40, 41)] == [True, True, False]


@pytest.mark.parametrize("variant", ["tm", "km", "2d"])
@pytest.mark.parametrize("source", ["", "<p></p>", "<img>", "<script>a</script>", "</p>", "\n"])
def test_page_without_text(source: str, variant: str) -> None:
    choice = cetr(parse(source), variant=variant)
    assert not choice.content.any()
    assert not any(column.any() for column in choice.evidence.values())


# ---------------------------------------------------------------- the definition, as loops


def characters_by_definition(page: Page, row: int) -> Iterator[tuple[int, str]]:
    """The characters of a text, and the offsets of the source, in characters, they are from."""
    begin, end = page.convert_offsets([page.start[row], page.stop[row]]).tolist()
    source = page.source.decode()
    if page.joined[row]:
        yield from ((begin, char) for char in row_text(page, row))
        return
    while begin < end:
        text, length = reference_by_definition(source[begin:end])
        yield from ((begin, char) for char in text)
        begin += length


def reference_by_definition(rest: str) -> tuple[str, int]:
    """What stands at the start of a source, and its length."""
    if number := re.match(r"&#(?:[0-9]+|[xX][0-9a-fA-F]+);?", rest):
        return "x", len(number[0])
    for length in range(33, 2, -1):
        if rest[0] == "&" and rest[1:length] in html5:
            return html5[rest[1:length]], length
    return rest[0], 1


def tags_by_definition(page: Page) -> set[int]:
    """The offsets of start and end tags of elements that are shown."""
    source = page.source
    shown: set[int] = set()
    hidden: set[int] = set()
    for row in np.flatnonzero(page.tag != 0).tolist():
        start, stop = int(page.start[row]), int(page.stop[row])
        actual = shown if page.visible[row] else hidden
        if re.match(rb"<[a-zA-Z]", source[start:stop]):
            actual.add(start)
        if end := re.search(rb"</[a-zA-Z][^<>]*>\Z", source[start + 1 : stop]):
            actual.add(start + 1 + end.start())
    return shown - hidden


def starts_by_definition(page: Page, lines: str, blocks_per_break: int) -> list[int]:
    """The offsets of the source, in characters, where lines begin."""
    source = page.source.decode()
    starts = [0] + [item.end() for item in re.finditer(r"\r\n|\r|\n", source)]
    if lines == "65":
        ends = [*starts[1:], len(source)]
        starts = [
            at
            for start, end in zip(starts, ends, strict=True)
            for at in [start, *range(start + 65, end, 65)]
        ]
    if lines == "auto":
        is_tag = tags_by_definition(page)
        blocks = {
            int(page.start[row])
            for row in np.flatnonzero(page.owner == np.arange(len(page))).tolist()
            # An end tag that made an element is no start, though it may end the one around.
            if page.visible[row]
            and int(page.start[row]) in is_tag
            and page.source[page.start[row] + 1 : page.start[row] + 2] != b"/"
        }
        blocks = set(page.convert_offsets(sorted(blocks)).tolist())
        on_lines = {sum(start <= block for start in starts) for block in blocks}
        if (max(len(on_lines), 1) - 1) * blocks_per_break < len(blocks):
            starts = sorted({*starts, *blocks})
    return starts


def smooth_by_definition(values: list[float], radius: int) -> list[float]:
    smoothed = []
    for i in range(len(values)):
        around = [
            (math.exp(-(j**2) / (2 * radius**2)), values[i + j])
            for j in range(-radius, radius + 1)
            if 0 <= i + j < len(values)
        ]
        smoothed.append(sum(k * v for k, v in around) / sum(k for k, _ in around))
    return smoothed


def outside_by_definition(points: Sequence[tuple[float, ...]], *, held: bool) -> list[bool]:
    """Whether each point is in another cluster than that nearest the origin."""
    order = sorted(range(len(points)), key=lambda at: points[at][0])
    centres = [points[order[(2 * i + 1) * len(points) // 6]] for i in range(3)]
    if held:
        centres[0] = (0.0,) * len(points[0])
    nearest: list[int] = []
    lowest_first = [0, 1, 2]
    for _ in range(100):
        lowest_first = [0, 1, 2] if held else sorted(range(3), key=lambda i: centres[i])
        distances = [[math.dist(point, centre) for centre in centres] for point in points]
        # The lowest of those that are as near, but for rounding.
        again = [
            next(i for i in lowest_first if distance[i] <= min(distance) + 1e-8)
            for distance in distances
        ]
        if again == nearest:
            break
        nearest = again
        for i in range(int(held), 3):
            members = [point for point, item in zip(points, nearest, strict=True) if item == i]
            if members:
                centres[i] = tuple(sum(axis) / len(members) for axis in zip(*members, strict=True))
    return [item != lowest_first[0] for item in nearest]


def content_by_definition(
    e: list[float], variant: str, deviations: float, radius: int
) -> list[bool]:
    if variant == "tm":
        mean = sum(e) / len(e)
        sigma = math.sqrt(sum((value - mean) ** 2 for value in e) / len(e))
        return [value >= deviations * sigma - 1e-9 for value in e]
    if variant == "km":
        return outside_by_definition([(value,) for value in e], held=False)
    change = []
    for i, value in enumerate(e):
        ahead = e[i + 1 : i + 4]
        change.append(abs(sum(ahead) / len(ahead) - value) if ahead else 0.0)
    points = list(zip(e, smooth_by_definition(change, radius), strict=True))
    return outside_by_definition(points, held=True)


def cetr_by_definition(
    page: Page, variant: str, lines: str, deviations: float, radius: int, blocks_per_break: int
) -> tuple[set[int], dict[int, float]]:
    """The texts that are content, and the tag ratios of all."""
    starts = starts_by_definition(page, lines, blocks_per_break)
    texts: list[str] = [""] * len(starts)
    n_tags = [0] * len(starts)
    inked: dict[int, list[int]] = {}
    for row in np.flatnonzero(page.visible & (page.text_start < page.text_stop)).tolist():
        for at, char in characters_by_definition(page, row):
            line = sum(start <= at for start in starts) - 1
            texts[line] += char
            if not char.isspace():
                inked.setdefault(row, []).append(line)
    for at in page.convert_offsets(sorted(tags_by_definition(page))).tolist():
        n_tags[sum(start <= at for start in starts) - 1] += 1
    filled = [i for i in range(len(starts)) if texts[i].strip() or n_tags[i]]
    if not filled:
        return set(), {}
    ratio = [len(texts[i].strip()) / max(n_tags[i], 1) for i in filled]
    content = content_by_definition(
        smooth_by_definition(ratio, radius), variant, deviations, radius
    )
    is_content = dict(zip(filled, content, strict=True))
    ratio_of = dict(zip(filled, ratio, strict=True))
    chosen = {
        row for row, at in inked.items() if 2 * sum(is_content[line] for line in at) >= len(at)
    }
    return chosen, {row: sum(ratio_of[line] for line in at) / len(at) for row, at in inked.items()}


# An end tag that makes an element, where another one ends.
@example("page<a></p>", "tm", "auto", 1.0, 1, 20)
@given(
    markup(),
    st.sampled_from(["tm", "km", "2d"]),
    st.sampled_from(["auto", "source", "65"]),
    st.sampled_from([0.5, 1.0, 2.0]),
    st.sampled_from([1, 2, 5]),
    st.sampled_from([1, 3, 20]),
)
def test_agrees_with_definition(
    source: str, variant: str, lines: str, deviations: float, radius: int, blocks_per_break: int
) -> None:
    page = parse(source)
    chosen, ratios = cetr_by_definition(page, variant, lines, deviations, radius, blocks_per_break)
    choice = cetr(
        page,
        variant=variant,
        lines=lines,
        deviations=deviations,
        radius=radius,
        blocks_per_break=blocks_per_break,
    )
    ratio = choice.evidence["tag ratio"]
    assert {row: ratio[row] for row in ratios} == pytest.approx(ratios)
    assert set(np.flatnonzero(choice.content & (page.tag == 0)).tolist()) == chosen
