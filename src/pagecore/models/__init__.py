"""Trained models: the files that come with the package, and how a model is read and asked."""

from pagecore.models.model import Model, load, read

__all__ = ["Model", "load", "read"]
