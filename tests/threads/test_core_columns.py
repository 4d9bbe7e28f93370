"""The columns that the core computes for threads, beside their definitions as plain Python."""

from __future__ import annotations

import re
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from pagecore import Page, _core, parse
from pagecore.page.repetition import (
    count_rare_words,
    hash_subtrees,
    list_texts,
    number_kinds,
)
from pagecore.threads.markup_names import (
    FLAGS,
    NO_AUTHOR,
    NO_REPLY,
    PANEL_OF,
    PANEL_PART,
    READER,
    Address,
    Name,
)
from pagecore.threads.similar_siblings import MAX_SETS, N_HASHES, find_sibling_sets
from tests.trees import pages

# -- Names ---------------------------------------------------------------------------------------

PARTS = re.compile(r"[A-Z]?[a-z]+|[A-Z]+")
WORDS = [*FLAGS, *PANEL_OF, *PANEL_PART, *NO_AUTHOR, *NO_REPLY, "xyz"]


def read_name_by_definition(value: str) -> int:
    parts = [part.lower() for part in PARTS.findall(value)]
    flags = 0
    for part in parts:
        flags |= FLAGS.get(part, 0)
    for first, second in pairwise(parts):
        if first in PANEL_OF and second in PANEL_PART:
            flags |= Name.PANEL
        flags |= FLAGS.get(first + second, 0)
    if flags & Name.REPLY and not NO_REPLY.isdisjoint(parts):
        flags &= ~Name.REPLY
    if flags & Name.AUTHOR and not NO_AUTHOR.isdisjoint(parts):
        flags &= ~Name.AUTHOR
    return flags


@given(
    words=st.lists(st.sampled_from(WORDS), max_size=4),
    join=st.sampled_from(["-", "_", " ", "", "1"]),
    write=st.sampled_from([str.lower, str.upper, str.title]),
)
def test_names_are_read_by_definition(words: list[str], join: str, write: type[str]) -> None:
    value = join.join(write(word) for word in words)
    assert READER.read(value) == read_name_by_definition(value)


@given(st.text(max_size=12))
def test_any_name_is_read_by_definition(value: str) -> None:
    assert READER.read(value) == read_name_by_definition(value)


# -- Addresses -----------------------------------------------------------------------------------

PROFILE = re.compile(
    r"(?:^|[^a-z])(?:profiles?|profil|viewprofile|members?|memberlist|users?|user_info"
    r"|personal_pages|authors?|people|mitglied(?:er)?|membres?|usuarios?|utent[ei]|benutzer"
    r"|gebruikers?)(?:$|[^a-z])|(?:^|/)u/|/[@~]"
)
PERMALINK = re.compile(
    r"#[^0-9]{0,16}[0-9]+$|posts?[-/=][0-9]+|(?:^|\W)(?:p|pid|msg|comment|answer)=[0-9]+"
    r"|/(?:comment|answer|a|review)s?/[0-9]+"
)
ACTION = re.compile(
    r"quote|reply|report|edit|delete|login|register|share|mailto:|javascript:|search|logout"
    r"|facebook\.|twitter\.|whatsapp|pinterest|timeline|revisions"
)
REDIRECT = re.compile(r"(?:^|[^a-z])(?:do=|goto|find|comment=|post=|pid=|id=)")
PIECES = re.findall(
    r"\S+",
    "/ ~ # ? & = - . 1 42 a p pid msg comment comments answer post posts user users member u @ é _ "
    "do= goto find id= quote reply author people profil profile viewprofile s review x",
)


def read_address_by_definition(value: str) -> int:
    lowered = "".join(c.lower() if c.isascii() else c for c in value)
    flags = int(Address.FRAGMENT) if lowered.startswith("#") else 0
    is_profile, is_permalink = PROFILE.search(lowered), PERMALINK.search(lowered)
    if not (is_profile or is_permalink) or ACTION.search(lowered):
        return flags
    if is_profile:
        flags |= Address.PROFILE
    if is_permalink:
        flags |= Address.PERMALINK
        query, _, fragment = lowered.partition("?")[2].partition("#")
        if query and not fragment and REDIRECT.search(query):
            flags |= Address.REDIRECT
    return flags


@given(st.lists(st.sampled_from(PIECES), max_size=10).map("".join))
@example("#" + "x" * 16 + "1")
@example("#" + "x" * 17 + "1")
@example("/t?p=12\n")
def test_addresses_are_read_by_definition(value: str) -> None:
    assert _core.read_address(value) == read_address_by_definition(value)


# -- Signs in texts ------------------------------------------------------------------------------

SIGNS = {
    "date": re.compile(
        rb"[0-9](?:[./:h-][0-9]|(?:st|nd|rd|th|er|\.)?[ \xc2-]{1,2}[A-Za-z\x80-\xff]{2}"
        rb"|[\xe3-\xef])"
        rb"|[a-z\x80-\xff]\.?\s{1,9}['0-9]|\bago\b|[Yy]esterday|[Tt]oday|[Gg]estern|[Hh]eute"
        rb"|[Hh]ier\b|[Aa]yer|[Ii]eri\b|[Gg]isteren|[Vv]andaag"
        rb"|[\xd0-\xef][\x80-\xbf].{0,60}[0-9]"
    ),
    "change": re.compile(
        rb"(?i:edit|dit\xc3|modif|updat|ndert|bearb|wijzig|bewerkt|redig|zmien|edyt)"
        rb"|\xd0\xb8\xd0\xb7\xd0\xbc\xd0\xb5\xd0\xbd|\xd1\x82\xd1\x80\xd0\xb5\xd0\xb4"
        rb"|\xe7\xbc\x96|\xe7\xb7\xa8"
    ),
    "number": re.compile(rb"(?:#|[Nn][ro]\.?)\s?[0-9]"),
}
TEXT_PIECES = re.findall(
    r"\S+",
    "1 12 2020 . / : h - st rd th er May мая 年 日 ago agon Yesterday today hier hiere ieri édité "
    "Edit EDITED изменен отредактировано 编辑 # No no. Nr ' x é A _",
)


@pytest.mark.parametrize("sign", SIGNS)
@given(
    pieces=st.lists(
        st.sampled_from([*TEXT_PIECES, " ", "  ", " " * 10, "\n", "x" * 60]), max_size=8
    )
)
def test_signs_are_found_by_definition(sign: str, pieces: list[str]) -> None:
    text = "".join(pieces)
    page = parse(f"<textarea>\n{text}</textarea>", encoding="utf-8")
    rows = np.flatnonzero((page.tag == 0) & (page.text_stop > page.text_start))
    expected = [
        (row, page.text(row))
        for row in rows.tolist()
        if SIGNS[sign].search(page.text(row).encode()) is not None
    ]
    assert list_texts(page, rows, sign) == expected


def test_texts_of_unknown_signs_and_rows_are_refused() -> None:
    page = parse("<p>a")
    with pytest.raises(KeyError):
        list_texts(page, np.array([1]), "tide")
    with pytest.raises(IndexError):
        list_texts(page, np.array([99]), "date")


# -- Kinds and siblings --------------------------------------------------------------------------


def number_kinds_by_definition(page: Page) -> list[tuple[int, str]]:
    kinds = []
    for row in range(len(page)):
        names = [re.sub("[0-9]", "", name) for name in (page.get(row, "class") or "").split()]
        kept = [n for n in names if n and n.lower() not in ("odd", "even", "alt", "first", "last")]
        kinds.append((int(page.tag[row]), kept[0] if kept else ""))
    return kinds


@given(pages())
@example(parse("<p class='odd post12'>a<p class=post>b<p class='7 last'>c<p>d<b class=post>e"))
def test_kinds_agree_with_their_definition(page: Page) -> None:
    numbers = number_kinds(page).tolist()
    kinds = number_kinds_by_definition(page)
    assert len(set(zip(numbers, kinds, strict=True))) == len(set(kinds)) == len(set(numbers))


def mix(value: int, seed: int) -> int:
    mixed = (value + (seed + 1) * 0x9E3779B97F4A7C15) % 2**64
    for shift, factor in ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB)):
        mixed = (mixed ^ (mixed >> shift)) * factor % 2**64
    return (mixed ^ (mixed >> 31)) >> 1


@given(page=pages(), alike=st.sampled_from([0.0, 0.2, 0.5, 1.0]))
@example(page=parse("<div><p>a b<p>a<p>c d<i>e</i></div><div><p>a</div>"), alike=0.5)
def test_sibling_sets_agree_with_their_definition(page: Page, alike: float) -> None:
    kind, counted = number_kinds(page), page.tag != 0
    text = page.below(page.words)
    eligible = page.tag != 0
    signatures = [
        [max((mix(int(kind[at]), seed) for at in range(row, page.end[row]) if counted[at]),
             default=0) for seed in range(N_HASHES)]
        for row in range(len(page))
    ]  # fmt: skip
    assert hash_subtrees(page, kind, counted, N_HASHES).tolist() == signatures
    expected: list[tuple[int, int, set[int]]] = []
    for parent in range(len(page)):
        children = [row for row in range(len(page)) if page.parent[row] == parent]
        left = [row for row in children if eligible[row] and text[row] > 0]
        for at in range(MAX_SETS):
            if not left or (at and len(left) == 1):
                break
            longest = max(left, key=lambda row: (text[row], -row))
            members = {
                row
                for row in left
                if row == longest
                or (
                    page.tag[row] == page.tag[longest]
                    and np.equal(signatures[row], signatures[longest]).mean() >= alike
                )
            }
            expected.append((parent, longest, members))
            left = [row for row in left if row not in members]
    sets = find_sibling_sets(page, kind, text, counted, eligible, alike)
    found = [
        (int(parent), int(longest), set(sets.rows[sets.set_of == at].tolist()))
        for at, (parent, longest) in enumerate(zip(sets.parent, sets.longest, strict=True))
    ]
    assert sorted(found, key=str) == sorted(expected, key=str)
    assert (np.diff(sets.rows) > 0).all()


@given(page=pages(), limit=st.integers(0, 3))
def test_rare_words_agree_with_their_definition(page: Page, limit: int) -> None:
    group_of = page.above(page.is_tag("div", "p", "span"))
    mask = group_of >= 0
    rows, digests = page.word_digests(mask)
    groups: dict[int, set[int]] = {}
    for row, digest in zip(rows.tolist(), digests.tolist(), strict=True):
        groups.setdefault(digest, set()).add(int(group_of[row]))
    expected = [0] * len(page)
    for row, digest in zip(rows.tolist(), digests.tolist(), strict=True):
        expected[row] += len(groups[digest]) <= limit
    assert count_rare_words(page, mask, group_of, limit).tolist() == expected
