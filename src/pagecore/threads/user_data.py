"""Read the data of users beside posts: picture, rank, date of joining, place, number of posts."""

from __future__ import annotations

import re
from typing import Any, Final

import numpy as np

from pagecore.page import Array, Mask, Page
from pagecore.page.repetition import list_texts
from pagecore.threads.evidence import Evidence
from pagecore.threads.markup_names import Name
from pagecore.threads.post_fields import read_text

#: Labels before a value, in the languages of large forums, and what is between label and value.
_WORDS: Final = {
    "joined": (
        "joined, join date, member since, registered, registration date, registriert seit, "
        "registriert, anmeldungsdatum, dabei seit, mitglied seit, beitritt, inscrit le, inscrit, "
        "inscription, registrado, fecha de ingreso, iscritto dal, iscritto, lid sinds, "
        "geregistreerd, medlem sedan, dołączył, rejestracja, регистрация, зарегистрирован",
        r"\s*:?",
    ),
    "location": (
        "location, from, ort, wohnort, herkunft, lieu, localisation, ubicación, provenienza, "
        "woonplaats, lokalizacja, skąd, откуда",
        r"\s*:",
    ),
    "post_count": (
        "posts, post, messages, message, beiträge, nachrichten, mensajes, messaggi, berichten, "
        "inlägg, posty, сообщений, сообщения, comments, antworten",
        r"\s*:?",
    ),
}
_LABELS: Final = {
    field: re.compile(f"(?:{'|'.join(words.split(', '))}){sign}", re.IGNORECASE)
    for field, (words, sign) in _WORDS.items()
}
#: The beginnings of all labels; a text with another beginning is not compared with them.
_BEGINNINGS: Final = {word[:3] for words, _ in _WORDS.values() for word in words.split(", ")}
_COUNT: Final = re.compile(r"\d{1,3}(?:[.,\s]\d{3})+|\d+")
_COUNT_BEFORE: Final = re.compile(
    r"^(\d{1,3}(?:[.,]\d{3})+|\d+)\s+(?:posts?|messages?|beiträge|comments|mensajes|berichten)$",
    re.IGNORECASE,
)
_AVATAR: Final = re.compile(r"avatar|userpic", re.IGNORECASE)
#: Length limit of a value, in characters.
_MAX_VALUE: Final = 80


def read_user_data(
    page: Page, regions: Array, evidence: Evidence, authors: dict[int, dict[str, Any]]
) -> dict[int, dict[str, tuple[Any, str]]]:
    """Read the data of the authors of posts: for each post the known fields, each with the rule
    that found it."""
    data: dict[int, dict[str, tuple[Any, str]]] = {}
    n_bytes = evidence.n_bytes
    is_rank = (evidence.names & Name.RANK > 0) & (n_bytes > 0) & (n_bytes <= 4 * _MAX_VALUE)
    _read_labels(page, regions, evidence, data)
    for rule, field, mask in (
        ("its class", "rank", is_rank),
        ("an image named avatar", "avatar", _find_avatars(page, evidence)),
    ):
        rows = np.flatnonzero(mask & (regions >= 0))
        for row, post in zip(rows.tolist(), regions[rows].tolist(), strict=True):
            value = page.get(row, "src") if field == "avatar" else read_text(page, row)
            if value and len(value) <= 1000 and field not in data.setdefault(post, {}):
                is_name = value == authors.get(post, {}).get("author")
                if field == "avatar" or (len(value) <= _MAX_VALUE and not is_name):
                    data[post][field] = (value, rule)
    return data


def _find_avatars(page: Page, evidence: Evidence) -> Mask:
    image = page.is_tag("img") & (page.attr("src")[0] >= 0)
    named = evidence.names & Name.AVATAR > 0
    in_named = page.above(named | evidence.profile) >= 0
    in_address = page.match_attribute("src", lambda value: _AVATAR.search(value) is not None)
    return image & (in_named | in_address)


def _read_labels(
    page: Page, regions: Array, evidence: Evidence, data: dict[int, dict[str, tuple[Any, str]]]
) -> None:
    """Read values after their labels: in the same text, or in the next one."""
    is_short = (page.tag == 0) & (page.chars > 0) & (page.chars <= _MAX_VALUE)
    rows = np.flatnonzero((regions >= 0) & is_short & evidence.is_read)
    posts = regions[rows].tolist()
    texts = [text for _, text in list_texts(page, rows)]
    # Posts repeat their labels, so that each text is compared once.
    is_label = {text: _begins_label(text) for text in set(texts)}
    for at in [at for at, text in enumerate(texts) if is_label[text]]:
        post, text = posts[at], " ".join(texts[at].split())
        if match := _COUNT_BEFORE.match(text):
            data.setdefault(post, {}).setdefault("post_count", (_read_count(match[1]), "its label"))
        for field, label in _LABELS.items():
            match = label.match(text)
            if match is None or field in data.setdefault(post, {}):
                continue
            value = text[match.end() :].strip(" :")
            is_next = at + 1 < len(texts) and posts[at + 1] == post
            if not value and is_next:
                value = " ".join(texts[at + 1].split()).strip(" :")
            if field == "post_count":
                count = _COUNT.fullmatch(value)
                if count is not None:
                    data[post][field] = (_read_count(count[0]), "its label")
            elif value and (field != "joined" or any(c.isdigit() for c in value)):
                data[post][field] = (value, "its label")


def _begins_label(text: str) -> bool:
    """Whether a text begins with a number or as one of the labels."""
    beginning = text.lstrip()[:3].lower()
    return beginning in _BEGINNINGS or beginning[:1].isdigit()


def _read_count(text: str) -> int:
    return int(re.sub(r"\D", "", text)[:12])
