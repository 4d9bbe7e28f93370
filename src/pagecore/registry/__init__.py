"""The registry: the families of methods, the methods there are, and how each is called."""

from pagecore.registry.families import FAMILIES, PAGE, SEGMENT, SITE, THREAD, family_named
from pagecore.registry.family import Family
from pagecore.registry.lookup import method_named, methods, methods_named
from pagecore.registry.method import Method, method
from pagecore.registry.parameters import Bounds, Parameter, Value

__all__ = [
    "FAMILIES",
    "PAGE",
    "SEGMENT",
    "SITE",
    "THREAD",
    "Bounds",
    "Family",
    "Method",
    "Parameter",
    "Value",
    "family_named",
    "method",
    "method_named",
    "methods",
    "methods_named",
]
