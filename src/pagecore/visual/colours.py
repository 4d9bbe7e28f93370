"""CSS colours, as a browser computes them, as numbers: red, green, blue and alpha, a byte each."""

from __future__ import annotations

import math
import re
from typing import Final

WHITE: Final = 0xFFFFFFFF
TRANSPARENT: Final = 0x00000000

_NUMBER: Final = re.compile(r"(?<![a-z-])(none|[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?)(%?)")
#: Linear light of sRGB from the cone responses of Oklab, and from XYZ with the white of D50.
_FROM_OKLAB: Final = (
    (4.0767416621, -3.3077115913, 0.2309699292),
    (-1.2684380046, 2.6097574011, -0.3413193965),
    (-0.0041960863, -0.7034186147, 1.7076147010),
)
_FROM_D50: Final = (
    (3.1341359569, -1.6173863321, -0.4906619460),
    (-0.9787955479, 1.9162543773, 0.0334427392),
    (0.0719553879, -0.2289768264, 1.4053860511),
)


def read_colour(text: str) -> int:
    """Return a computed colour as RGBA. One that cannot be read is transparent."""
    name, _, rest = text.strip().lower().partition("(")
    numbers = [_convert(*match) for match in _NUMBER.findall(rest)]
    if name in ("rgb", "rgba") and len(numbers) >= 3:
        channels = [value / 255 for value in numbers[:3]]
    elif name in ("oklab", "oklch") and len(numbers) >= 3:
        channels = _read_oklab(*_flatten(name, numbers))
    elif name in ("lab", "lch") and len(numbers) >= 3:
        channels = _read_lab(*_flatten(name, numbers))
    elif name == "color" and len(numbers) >= 3:
        is_linear = rest.startswith("srgb-linear")
        channels = [_encode(value) if is_linear else value for value in numbers[:3]]
    else:
        return TRANSPARENT
    alpha = numbers[3] if len(numbers) > 3 else 1.0
    return pack_colour(channels[0], channels[1], channels[2], alpha)


def pack_colour(red: float, green: float, blue: float, alpha: float) -> int:
    """Return a colour whose channels are 0 to 1 as a number; channels are cut to that range."""
    number = 0
    for value in (red, green, blue, alpha):
        number = number << 8 | round(255 * min(max(value, 0.0), 1.0))
    return number


def paint_over(colour: int, below: int) -> int:
    """Return the colour that a translucent colour has on an opaque one."""
    alpha = colour & 0xFF
    if alpha == 0xFF:
        return colour
    mixed = 0
    for shift in (24, 16, 8):
        above, under = colour >> shift & 0xFF, below >> shift & 0xFF
        mixed |= round((above * alpha + under * (255 - alpha)) / 255) << shift
    return mixed | 0xFF


def _convert(number: str, percent: str) -> float:
    if number == "none":
        return 0.0
    value = float(number)
    return value / 100 if percent else value


def _flatten(name: str, numbers: list[float]) -> tuple[float, float, float]:
    """Return lightness and two axes; colours with a hue have it in degrees."""
    lightness, first, second = numbers[:3]
    if not name.endswith("lch"):
        return lightness, first, second
    hue = math.radians(second)
    return lightness, first * math.cos(hue), first * math.sin(hue)


def _read_oklab(lightness: float, a: float, b: float) -> list[float]:
    cones = (
        (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3,
        (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3,
        (lightness - 0.0894841775 * a - 1.2914855480 * b) ** 3,
    )
    return _multiply(_FROM_OKLAB, cones)


def _read_lab(lightness: float, a: float, b: float) -> list[float]:
    middle = (lightness + 16) / 116
    ratios = [_expand(middle + a / 500), _expand(middle), _expand(middle - b / 200)]
    white = (0.9642956764, 1.0, 0.8251046025)
    xyz = [ratio * part for ratio, part in zip(ratios, white, strict=True)]
    return _multiply(_FROM_D50, (xyz[0], xyz[1], xyz[2]))


def _expand(root: float) -> float:
    return root**3 if root > 6 / 29 else (116 * root - 16) * 27 / 24389


def _multiply(
    matrix: tuple[tuple[float, float, float], ...], vector: tuple[float, float, float]
) -> list[float]:
    return [_encode(sum(a * b for a, b in zip(row, vector, strict=True))) for row in matrix]


def _encode(linear: float) -> float:
    """Return the sRGB value of linear light."""
    if linear <= 0.0031308:
        return 12.92 * linear
    return float(1.055 * linear ** (1 / 2.4) - 0.055)
