"""Elements of XML files that are validated before use."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final
from xml.etree.ElementTree import Element

from pagecore.errors import WrapperError, show_value

#: Characters that XML does not allow.
UNWRITABLE: Final = re.compile("[\0-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")


def check_element(element: Element, attributes: Iterable[str]) -> None:
    """Raise `WrapperError` unless an element has exactly these attributes and no text."""
    names = list(attributes)
    for name in names:
        if name not in element.attrib:
            raise WrapperError(f"{show_value(element.tag)} lacks the attribute {name!r}")
    for name in element.attrib:
        if name not in names:
            raise WrapperError(
                f"{show_value(element.tag)} has an unknown attribute {show_value(name)}"
            )
    texts = [element.text, *(child.tail for child in element)]
    if any(text and not text.isspace() for text in texts):
        raise WrapperError(f"{show_value(element.tag)} contains text: expected none")
