"""The registry: the methods there are, and how each is called."""

from pagecore.registry.registry import (
    QUALITY,
    RESERVED,
    Bounds,
    Family,
    Method,
    Parameter,
    Value,
    method,
    method_named,
    methods,
    quality,
)

__all__ = [
    "QUALITY",
    "RESERVED",
    "Bounds",
    "Family",
    "Method",
    "Parameter",
    "Value",
    "method",
    "method_named",
    "methods",
    "quality",
]
