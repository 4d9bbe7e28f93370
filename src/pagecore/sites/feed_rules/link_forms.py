"""Link forms [ours]: what the addresses of entries have in common, learned from the feed's links.

`posts/#/*` is an address such as `/posts/2024/first-walk`, and `quiz#.html` one such as
`/quiz7.html`. A link of another form, such as that of
a menu, says that an element is likely no entry; other evidence must agree, because a blog may have
changed its addresses.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final, TypeAlias

from pagecore.errors import WrapperError, show_value
from pagecore.store.xml_elements import UNWRITABLE

#: Limits of forms and hosts in a wrapper.
MAX_FORMS: Final = 20
MAX_HOSTS: Final = 20
_MAX_LENGTH: Final = 1000
#: Fewer links have no form; fewer links of one length of the path are no form.
MIN_LINKS: Final = 3
_MIN_SHARE: Final = 0.1
#: Share of the links that the forms must cover.
_MIN_COVERED: Final = 0.7
#: Stands for any digits, and for any segment.
_DIGITS: Final = "#"
_ANY: Final = "*"
_RUNS: Final = re.compile(r"\d{1,200}")
_PLAIN: Final = re.compile(r"[^\s/*#?]{1,200}")
_FORM: Final = re.compile(r"(?:[^\s/]{1,200}/){0,30}[^\s/]{1,200}")

Segments: TypeAlias = tuple[str, ...]


@dataclass(frozen=True)
class LinkForms:
    """The forms of the addresses of entries."""

    #: The hosts of the entries, without `www.`.
    hosts: frozenset[str]
    #: Segments of paths, separated by `/`; the names of a query follow as `?name`.
    forms: tuple[str, ...]

    def is_foreign(self, link: str, own_host: str) -> bool:
        """Whether a link is not that of an entry.

        Args:
            link: the link, as `collector.compare_form` returns it.
            own_host: the host of the page, which may be another than that of the feed.
        """
        host, _, path = link.partition("/")
        if "?" in link:
            host, segments = split_link(link)
            path = "/".join(segments)
        if host and host != own_host and host not in self.hosts:
            return True
        return self._pattern.fullmatch(path) is None

    @cached_property
    def _pattern(self) -> re.Pattern[str]:
        """Matches the paths of all forms."""
        return re.compile("|".join(map(_compile_form, self.forms)))

    def may_be_address(self, address: str) -> bool:
        """Whether the address of a page, as `collector.compare_form` returns it, may be that of an
        entry. Many pages declare it without `.html`."""
        host = split_link(address)[0]
        return not all(self.is_foreign(address + end, host) for end in ("", ".html"))


def learn_link_forms(links: Sequence[str]) -> LinkForms | None:
    """Learn the forms of links; None if they are few, or have nothing in common.

    Args:
        links: the links of a feed, as `collector.compare_form` returns them.
    """
    parts = [split_link(link) for link in dict.fromkeys(links) if link]
    if len(parts) < MIN_LINKS:
        return None
    groups: dict[Segments, list[Segments]] = {}
    for _, segments in parts:
        names = tuple(part for part in segments if part.startswith("?"))
        groups.setdefault((str(len(segments)), *names), []).append(segments)
    least = max(MIN_LINKS, _MIN_SHARE * len(parts))
    usual = [of for of in groups.values() if len(of) >= least and of[0]]
    if sum(map(len, usual)) < _MIN_COVERED * len(parts):
        return None
    forms = [_generalise(of) for of in sorted(usual, key=len, reverse=True)]
    # Links of a rare length stand for others of their folder.
    rare = [of for group in groups.values() if len(group) < least for of in group if of]
    forms += sorted({_generalise([of]) for of in rare})
    forms = [form for form in forms if _FORM.fullmatch(form) and len(form) <= _MAX_LENGTH]
    hosts = frozenset(sorted({host for host, _ in parts if host})[:MAX_HOSTS])
    return LinkForms(hosts, tuple(forms[:MAX_FORMS])) if forms else None


def check_link_forms(hosts: Iterable[str], forms: Sequence[str]) -> LinkForms:
    """Make the forms that a wrapper has.

    Raises:
        WrapperError: they are not valid.
    """
    names = frozenset(hosts)
    for form in forms:
        if len(form) > _MAX_LENGTH or not _FORM.fullmatch(form):
            raise WrapperError(f"path={show_value(form, 200)}: expected a path such as 'posts/#/*'")
    if not 0 < len(forms) <= MAX_FORMS or len(names) > MAX_HOSTS:
        raise WrapperError(
            f"'Links' has {len(forms)} forms and {len(names)} hosts: expected 1 to {MAX_FORMS} and "
            f"up to {MAX_HOSTS}"
        )
    return LinkForms(names, tuple(forms))


def split_link(link: str) -> tuple[str, Segments]:
    """Return the host of a link, and the segments of its path with the names of its query."""
    path, _, query = link.partition("?")
    host, _, rest = path.partition("/")
    names = {f"?{pair.partition('=')[0]}" for pair in query.split("&") if pair}
    return host, (*filter(None, rest.split("/")), *sorted(names))


def _generalise(group: Sequence[Segments]) -> str:
    """Return the form that all links of a group have. A single link has that of its folder."""
    if len(group) == 1 and len(group[0]) > 1:
        group = [group[0], (*group[0][:-1], "")]
    parts = []
    for values in zip(*group, strict=True):
        shapes = {_DIGITS.join(_RUNS.split(value)) for value in values}
        shape = shapes.pop()
        is_common = not shapes and all(map(_is_plain, values))
        parts.append(shape if shape.startswith("?") or is_common else _ANY)
    return "/".join(parts)


def _is_plain(segment: str) -> bool:
    return _PLAIN.fullmatch(segment) is not None and not UNWRITABLE.search(segment)


def _compile_form(form: str) -> str:
    """Return the expression of a form."""
    return "/".join(
        "[^/]++" if part == _ANY else r"(?:#|\d++)".join(map(re.escape, part.split(_DIGITS)))
        for part in form.split("/")
    )
