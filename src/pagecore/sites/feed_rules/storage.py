"""Storage manager (table 4): rules as XML, and back.

    <StalkerRules kind="home" language="en" entries="10">
      <Unit rows="article .post" range="no" />
      <Data DType="Title" use="strings" right="10" of="10">
        <start>&lt;h2\\ class="title"&gt;</start><end>&lt;/h2&gt;</end>
      </Data>
      <Data DType="Date" use="rows" right="9" of="10">
        <Place rows="time" last="no" from="unit" />
        <Shape rows="1:h2 2:a 3:#text 1:#text" node="3" />
      </Data>
      <Links hosts="blog.example"><Form path="posts/#/*" /></Links>
      <Known>…</Known>
      <Signs>…</Signs>
    </StalkerRules>

`StalkerRules`, `Data`, `DType`, `start` and `end` are the paper's; the others are ours.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final
from xml.etree.ElementTree import Element, SubElement

import numpy as np

from pagecore.errors import WrapperError, show_value
from pagecore.sites.digests import read_digests, read_number, write_digests
from pagecore.sites.feed_rules.body_rules import MAX_NOISE, BodyPlace, BodyRule
from pagecore.sites.feed_rules.link_forms import LinkForms, check_link_forms
from pagecore.sites.feed_rules.page_kinds import MAX_SIGNS
from pagecore.sites.feed_rules.row_patterns import read_pattern, write_pattern
from pagecore.sites.feed_rules.row_rules import MAX_PLACES, SCOPES, Place, RowPlace, RowRule
from pagecore.sites.feed_rules.rule_set import KINDS, MAX_KNOWN, FieldRule, RuleSet, is_language
from pagecore.sites.feed_rules.string_rules import FieldStrings, read_rule, write_rule
from pagecore.sites.feed_rules.tree_places import TreePlace, read_shape
from pagecore.sites.feed_rules.units import UnitRule
from pagecore.store.xml_elements import check_element

TAG: Final = "StalkerRules"
#: The values of `DType`; the last is ours.
TYPES: Final = {
    "title": "Title",
    "link": "Link",
    "date": "Date",
    "body": "Body",
    "author": "Author",
}
_NAMES: Final = {written: name for name, written in TYPES.items()}
_MOST: Final = 10**6


def write_rules(rules: RuleSet) -> Element:
    """Write the rules of a page kind."""
    root = Element(TAG, kind=rules.kind, language=rules.language, entries=str(rules.n_entries))
    if rules.unit is not None:
        _write_row(root, "Unit", rows=write_pattern(rules.unit.pattern), range=rules.unit.is_range)
    for name, rule in rules.fields.items():
        attributes = {"DType": TYPES[name], "use": rule.kind}
        attributes |= {"right": str(rule.n_right), "of": str(rule.n_all)}
        if rule.is_excerpt:
            attributes["excerpt"] = "yes"
        data = SubElement(root, "Data", attributes)
        if rule.strings is not None:
            SubElement(data, "start").text = write_rule(rule.strings.start)
            SubElement(data, "end").text = write_rule(rule.strings.end)
        if isinstance(rule.rows, RowRule):
            for place in rule.rows.places:
                if isinstance(place, TreePlace):
                    SubElement(data, "Shape", rows=str(place.shape), node=str(place.node))
                    continue
                pattern = write_pattern(place.pattern)
                element = _write_row(data, "Place", rows=pattern, last=place.is_last)
                element.set("from", place.scope)
        elif isinstance(rule.rows, BodyRule):
            for around in rule.rows.places:
                _write_row(data, "Place", rows=write_pattern(around.pattern), last=around.is_last)
            for noise in rule.rows.noise:
                SubElement(data, "Noise", rows=write_pattern(noise))
    if rules.side is not None:
        SubElement(root, "Side").append(write_rules(rules.side))
    if rules.links is not None:
        links = SubElement(root, "Links", hosts=" ".join(sorted(rules.links.hosts)))
        for form in rules.links.forms:
            SubElement(links, "Form", path=form)
    if rules.known:
        root.append(write_digests("Known", np.array(rules.known, np.uint64), {}))
    if rules.signs:
        root.append(write_digests("Signs", np.array(rules.signs, np.uint64), {}))
    return root


def _write_row(parent: Element, tag: str, **attributes: str | bool) -> Element:
    written = {
        name: ("yes" if value else "no") if isinstance(value, bool) else value
        for name, value in attributes.items()
    }
    return SubElement(parent, tag, written)


def read_rules(root: Element, *, is_side: bool = False) -> RuleSet:
    """Read the rules of a page kind.

    Args:
        root: the element.
        is_side: whether they are those of a second list, which has no list beside it.

    Raises:
        WrapperError: they are not valid.
    """
    if root.tag != TAG:
        raise WrapperError(f"'wrapper' has an unknown element {root.tag!r}: expected {TAG!r}")
    check_element(root, ("kind", "language", "entries"))
    kind, language = _read_word(root, "kind", KINDS), root.get("language", "")
    if not is_language(language):
        raise WrapperError(f"language={show_value(language, 60)}: expected the code of a language")
    n_entries = int(read_number(root, "entries", 0, _MOST, is_integer=True))
    unit: UnitRule | None = None
    fields: dict[str, FieldRule] = {}
    signs: tuple[int, ...] = ()
    side: RuleSet | None = None
    links: LinkForms | None = None
    known: tuple[int, ...] = ()
    for child in root:
        if child.tag == "Unit" and unit is None:
            check_element(child, ("rows", "range"))
            unit = UnitRule(read_pattern(child.get("rows", "")), _read_flag(child, "range"))
        elif child.tag == "Data":
            name, rule = _read_data(child)
            if name in fields:
                raise WrapperError(f"two elements 'Data' have DType={TYPES[name]!r}")
            fields[name] = rule
        elif child.tag == "Side" and side is None and not is_side:
            check_element(child, ())
            if len(child) != 1:
                raise WrapperError(f"'Side' must contain exactly one element {TAG!r}")
            side = read_rules(child[0], is_side=True)
        elif child.tag == "Links" and links is None:
            links = _read_links(child)
        elif child.tag == "Signs" and not signs:
            signs = tuple(read_digests(child, ()).tolist())
            if len(signs) > MAX_SIGNS:
                raise WrapperError(f"'Signs' has {len(signs)} hashes: expected up to {MAX_SIGNS}")
        elif child.tag == "Known" and not known and not is_side:
            known = tuple(read_digests(child, ()).tolist())
            if len(known) > MAX_KNOWN:
                raise WrapperError(f"'Known' has {len(known)} hashes: expected up to {MAX_KNOWN}")
        else:
            raise WrapperError(f"{TAG!r} has an unknown or repeated element {child.tag!r}")
    if not fields:
        raise WrapperError(f"{TAG!r} has no element 'Data'")
    return RuleSet(kind, fields, unit, language, n_entries, signs, side, links, known)


def _read_links(element: Element) -> LinkForms:
    check_element(element, ("hosts",))
    for child in element:
        _expect(child, ("Form",), "Links")
        check_element(child, ("path",))
    return check_link_forms(
        element.get("hosts", "").split(), [child.get("path", "") for child in element]
    )


def _read_data(data: Element) -> tuple[str, FieldRule]:
    optional = ("excerpt",) if "excerpt" in data.attrib else ()
    check_element(data, ("DType", "use", "right", "of", *optional))
    name = _NAMES[_read_word(data, "DType", _NAMES)]
    use = _read_word(data, "use", ("strings", "rows"))
    n_right, n_all = (
        int(read_number(data, of, 0, _MOST, is_integer=True)) for of in ("right", "of")
    )
    texts = {child.tag: child for child in data if child.tag in ("start", "end")}
    rest = [child for child in data if child.tag not in ("start", "end")]
    strings = None
    if texts:
        if sorted(texts) != ["end", "start"] or len(texts) + len(rest) != len(data):
            raise WrapperError(f"'Data' of {TYPES[name]!r} must have one 'start' and one 'end'")
        for child in texts.values():
            check_element(Element(child.tag, child.attrib), ())
        start, end = (read_rule(texts[tag].text or "", tag) for tag in ("start", "end"))
        strings = FieldStrings(start, end, is_link=name == "link")
    rows = _read_body(rest) if name == "body" else _read_places(rest)
    if (rows if use == "rows" else strings) is None:
        raise WrapperError(f"'Data' of {TYPES[name]!r} has use={use!r}, but no such rules")
    is_excerpt = bool(optional) and _read_flag(data, "excerpt")
    if is_excerpt and name != "body":
        raise WrapperError(f"'Data' of {TYPES[name]!r} has excerpt='yes': expected for bodies only")
    return name, FieldRule(strings, rows, use == "rows", n_right, n_all, is_excerpt)


def _read_places(elements: Iterable[Element]) -> RowRule | None:
    places: list[Place] = []
    for element in elements:
        _expect(element, ("Place", "Shape"))
        if element.tag == "Shape":
            places.append(_read_shape(element))
            continue
        check_element(element, ("rows", "last", "from"))
        pattern = read_pattern(element.get("rows", ""))
        scope = _read_word(element, "from", SCOPES)
        places.append(RowPlace(pattern, _read_flag(element, "last"), scope))
    if len(places) > MAX_PLACES:
        raise WrapperError(f"'Data' has {len(places)} places: expected up to {MAX_PLACES}")
    return RowRule(tuple(places)) if places else None


def _read_shape(element: Element) -> TreePlace:
    check_element(element, ("rows", "node"))
    shape = read_shape(element.get("rows", ""))
    most = len(shape.names) - 1
    return TreePlace(shape, int(read_number(element, "node", 0, most, is_integer=True)))


def _read_body(elements: Iterable[Element]) -> BodyRule | None:
    places, noise = [], []
    for element in elements:
        _expect(element, ("Place", "Noise"))
        is_place = element.tag == "Place"
        check_element(element, ("rows", "last") if is_place else ("rows",))
        text = element.get("rows", "")
        if is_place:
            pattern = read_pattern(text) if text else ()
            places.append(BodyPlace(pattern, _read_flag(element, "last")))
        else:
            noise.append(read_pattern(text))
    if len(places) > MAX_PLACES or len(noise) > MAX_NOISE or (noise and not places):
        raise WrapperError(
            f"'Data' has {len(places)} places and {len(noise)} patterns of noise: expected up to "
            f"{MAX_PLACES} and {MAX_NOISE}"
        )
    return BodyRule(tuple(places), tuple(noise)) if places else None


def _expect(element: Element, tags: Iterable[str], parent: str = "Data") -> None:
    if element.tag not in tags or len(element):
        raise WrapperError(f"{parent!r} has an unknown element {element.tag!r}")


def _read_flag(element: Element, name: str) -> bool:
    return _read_word(element, name, ("yes", "no")) == "yes"


def _read_word(element: Element, name: str, words: Iterable[str]) -> str:
    value = element.get(name, "")
    if value not in words:
        known = ", ".join(words)
        raise WrapperError(f"{name}={show_value(value, 60)}: expected one of {known}")
    return value
