"""The registry: the methods there are, and how each is called."""

from pagecore.registry.registry import (
    RESERVED,
    Bounds,
    Family,
    Method,
    Parameter,
    Value,
    method,
    method_named,
    methods,
)

__all__ = [
    "RESERVED",
    "Bounds",
    "Family",
    "Method",
    "Parameter",
    "Value",
    "method",
    "method_named",
    "methods",
]
