"""Why each block of a page was kept or dropped."""

from pagecore.explain.explanation import SIDES, VERSION, WIDTH, Block, Explanation, explained

__all__ = ["SIDES", "VERSION", "WIDTH", "Block", "Explanation", "explained"]
