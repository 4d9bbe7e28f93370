"""The registry: the families of methods, and the registered methods with their parameters."""

from pagecore.registry.families import FAMILIES, LISTING, PAGE, SEGMENT, SITE, THREAD, find_family
from pagecore.registry.family import Family
from pagecore.registry.lookup import find_method, find_methods, list_methods
from pagecore.registry.method import Method, method
from pagecore.registry.parameters import Bounds, Parameter, Value

__all__ = [
    "FAMILIES",
    "LISTING",
    "PAGE",
    "SEGMENT",
    "SITE",
    "THREAD",
    "Bounds",
    "Family",
    "Method",
    "Parameter",
    "Value",
    "find_family",
    "find_method",
    "find_methods",
    "list_methods",
    "method",
]
