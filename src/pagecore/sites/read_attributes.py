"""Read the attributes of wrapper files."""

from __future__ import annotations

from xml.etree.ElementTree import Element

from pagecore.errors import WrapperError, show_value


def read_integer(element: Element, name: str, most: int = 10**9) -> int:
    """Read an integer from 0 on, or raise `WrapperError`."""
    text = element.get(name, "")
    if not text.isdecimal() or not text.isascii() or len(text) > 9 or int(text) > most:
        raise WrapperError(f"{name}={show_value(text, 200)}: expected integer, 0 to {most}")
    return int(text)


def read_fraction(element: Element, name: str) -> float:
    """Read a number from 0 to 1, or raise `WrapperError`."""
    text = element.get(name, "")
    try:
        value = float(text)
    except ValueError:
        value = -1.0
    if not 0 <= value <= 1:
        raise WrapperError(f"{name}={show_value(text, 200)}: expected number, 0.0 to 1.0")
    return value
