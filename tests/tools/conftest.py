"""The method `paragraphs` is registered in every test of this folder."""

from tests.paragraphs import _made_on_nothing, _paragraphs

__all__ = ["_made_on_nothing", "_paragraphs"]
