"""Make the posts of a thread from their elements and texts: read all fields."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from typing import Any, Final, NamedTuple

import numpy as np

from pagecore.page import Array, Mask, Page
from pagecore.page.columns import number_labels
from pagecore.page.groups import group_texts
from pagecore.page.repetition import list_texts
from pagecore.post import Post
from pagecore.threads.evidence import Evidence
from pagecore.threads.field_columns import count_posts, find_regions, measure_distance
from pagecore.threads.json_ld_posts import add_declared, declares_posts
from pagecore.threads.post_fields import read_authors, read_dates, read_links, read_numbers
from pagecore.threads.post_notes import (
    Note,
    drop_editors,
    find_accepted,
    find_quoted_posts,
    read_scores,
)
from pagecore.threads.user_data import read_user_data

#: A line of fields inside a text has at most this many words besides them.
_MAX_LABELS: Final = 4
#: Maximum length of the text of a button, in characters, and words for actions on posts.
_MAX_BUTTON: Final = 30
_ACTION: Final = re.compile(
    r"\s*(?:reply|quote|report|edit|delete|share|like|permalink|antworten|zitieren|melden|teilen"
    r"|répondre|citer|responder|citar|rispondi|beantwoorden|svara|odpowiedz|ответить)\s*$",
    re.IGNORECASE,
)
#: Posts with the same link and the same text of at least this many words are one.
_MIN_COPY: Final = 6


class MadePosts(NamedTuple):
    """The posts, and the rows of their texts."""

    posts: tuple[Post, ...]
    is_content: Mask


def make_posts(
    page: Page,
    reason: str,
    posts: Mask,
    bodies: Mask,
    is_text: Mask,
    quotes: Mask,
    notes: Mapping[int, Note],
    evidence: Evidence,
) -> MadePosts:
    """Make the posts.

    Args:
        page: the page.
        reason: how the posts were recognised.
        posts: the elements of posts.
        bodies: the rows in the texts of posts.
        is_text: those of them that are content.
        quotes: the elements that quote other posts.
        notes: the notes about changes, by the row of the post.
        evidence: the evidence of the page.
    """
    post_of = page.above(posts)
    regions = find_regions(page, posts, post_of, bodies, evidence)
    distance = measure_distance(post_of, bodies)
    own = drop_editors(page, regions, bodies, notes, evidence)
    authors = read_authors(page, own, evidence)
    dates = read_dates(page, own, distance, evidence)
    is_content = _drop_lines(page, is_text, post_of, authors, dates)
    is_content = _drop_buttons(page, is_content, post_of, evidence)
    is_content = _drop_last_label(page, is_content, post_of)
    links = read_links(page, regions, post_of, evidence, dates)
    is_content = _drop_copies(page, is_content, post_of, links)
    rows = _list_rows(is_content, post_of)
    found: dict[str, Mapping[int, dict[str, Any]]] = {
        "author": authors,
        "date": dates,
        "link": links,
        "number": read_numbers(page, regions, evidence),
    }
    data = read_user_data(page, regions, evidence, authors)
    scores, accepted = read_scores(page, regions, evidence), find_accepted(page, post_of, evidence)
    fields: list[dict[str, Any]] = []
    for row in rows:
        values: dict[str, Any] = {}
        why = {"post": reason}
        for name, by_post in found.items():
            about = by_post.get(row, {})
            if about.get(name) is not None:
                values |= {key: about[key] for key in about if key not in ("rule", "row")}
                why[name] = about["rule"]
        for name, (value, rule) in data.get(row, {}).items():
            values[name], why[name] = value, rule
        if row in notes:
            values["edited"], why["edited"] = notes[row].text, "words for a change"
        if row in scores:
            values["score"], why["score"] = scores[row]
        if row in accepted:
            values["accepted"], why["accepted"] = True, accepted[row]
        fields.append({**values, "recognised_by": why})
    if declares_posts(page):
        ids = number_labels(np.where(is_content, post_of, -1))
        add_declared(page, group_texts(page, ids, len(rows)), fields)
    _add_answers(page, rows, post_of, quotes, fields)
    return MadePosts(tuple(Post(**values) for values in fields), is_content)


def _list_rows(is_content: Mask, post_of: Array) -> list[int]:
    """The rows of the posts, in the order of their texts."""
    ids = number_labels(np.where(is_content, post_of, -1))
    _, first = np.unique(ids[ids >= 0], return_index=True)
    rows: list[int] = post_of[ids >= 0][first].tolist()
    return rows


def _add_answers(
    page: Page, rows: list[int], post_of: Array, quotes: Mask, fields: list[dict[str, Any]]
) -> None:
    """Add which earlier post each one answers: the one that it is in, or that it quotes."""
    index = {row: at for at, row in enumerate(rows)}
    quoted = find_quoted_posts(page, quotes, post_of, rows, fields)
    for at, row in enumerate(rows):
        outer = int(post_of[page.parent[row]]) if page.parent[row] >= 0 else -1
        around = index.get(outer, at) if outer >= 0 else at
        if around < at:
            fields[at]["reply_to"] = around
            fields[at]["recognised_by"]["reply_to"] = "inside that post"
        elif at in quoted:
            fields[at]["reply_to"], fields[at]["recognised_by"]["reply_to"] = quoted[at]


def _drop_lines(
    page: Page,
    is_text: Mask,
    post_of: Array,
    authors: Mapping[int, dict[str, Any]],
    dates: Mapping[int, dict[str, Any]],
) -> Mask:
    """Drop the lines with author and date from texts that include them."""
    rows = [about["row"] for fields in (authors, dates) for about in fields.values()]
    first = np.array([row for row in rows if is_text[row : page.end[row]].any()], np.int64)
    if not first.size:
        return is_text
    field_rows = np.zeros(len(page), np.bool_)
    for row in first.tolist():
        field_rows[row : page.end[row]] = True
    others = is_text & ~field_rows
    n_others = np.bincount(page.block[others], page.words[others], len(page.blocks))
    lines = np.zeros(len(page.blocks) + 1, np.bool_)
    lines[page.block[field_rows & is_text]] = True
    lines[:-1] &= n_others <= _MAX_LABELS
    kept = is_text & ~field_rows & ~lines.take(page.block)
    # A post whose text is such a line keeps it.
    has_text = np.zeros(len(page) + 1, np.bool_)
    has_text[post_of[kept]] = True
    return kept | (is_text & ~has_text.take(post_of))


def _drop_buttons(page: Page, is_text: Mask, post_of: Array, evidence: Evidence) -> Mask:
    """Drop the texts of links and buttons that most posts have, such as *Reply*, and those that are
    words for actions."""
    control = page.is_tag("button", "label", "summary") | evidence.is_link
    is_short = is_text & (page.chars > 0) & (page.chars <= _MAX_BUTTON)
    rows = np.flatnonzero(is_short & (page.above(control) >= 0))
    texts = list_texts(page, rows)
    posts = post_of[rows].tolist()
    pairs = {(text, post) for (_, text), post in zip(texts, posts, strict=True)}
    n_with = Counter(text for text, _ in pairs)
    n_posts = count_posts(post_of, is_text)
    limit = min(max(n_posts // 2, 2), max(n_posts - 1, 1))
    dropped = {
        text for text, count in n_with.items() if count > limit or _ACTION.match(text) is not None
    }
    kept = is_text.copy()
    kept[[row for row, text in texts if text in dropped]] = False
    return kept


def _drop_last_label(page: Page, is_text: Mask, post_of: Array) -> Mask:
    """Drop the short text that all posts end with, such as *Show more*, unless it is all."""
    rows = np.flatnonzero(is_text & (page.chars > 0))
    last = dict(zip(post_of[rows].tolist(), rows.tolist(), strict=True))
    first = dict(zip(post_of[rows[::-1]].tolist(), rows[::-1].tolist(), strict=True))
    ends = np.array(sorted(last.values()), np.int64)
    if len(ends) < 2 or (page.chars[ends] > _MAX_BUTTON).any():
        return is_text
    is_alone = any(first[post] == row for post, row in last.items())
    if is_alone or len({text.strip() for _, text in list_texts(page, ends)}) > 1:
        return is_text
    kept = is_text.copy()
    kept[ends] = False
    return kept


def _drop_copies(
    page: Page,
    is_content: Mask,
    post_of: Array,
    links: Mapping[int, dict[str, Any]],
) -> Mask:
    """Drop posts that repeat an earlier one, such as a pinned post that is shown twice."""
    addresses = Counter(about["link"] for about in links.values())
    linked = [post for post, about in links.items() if addresses[about["link"]] > 1]
    if not linked:
        return is_content
    rows = np.flatnonzero(is_content & (page.words > 0) & np.isin(post_of, linked))
    texts: dict[int, list[int]] = {}
    words: dict[int, int] = {}
    for row, digest in zip(rows.tolist(), page.digest("text")[rows].tolist(), strict=True):
        post = int(post_of[row])
        texts.setdefault(post, []).append(digest)
        words[post] = words.get(post, 0) + int(page.words[row])
    seen: set[tuple[object, ...]] = set()
    copies = []
    for post in sorted(texts):
        key = (tuple(texts[post]), links[post]["link"])
        if words[post] >= _MIN_COPY and key in seen:
            copies.append(post)
        seen.add(key)
    return is_content & ~np.isin(post_of, copies) if copies else is_content
