"""Trained models: the files shipped with the package, and how to load them and predict."""

from pagecore.models.model import Model, load, read

__all__ = ["Model", "load", "read"]
