"""Rendered pages: browsers, the documents that they render, and the layouts of their rows."""

from pagecore.visual.pool import BrowserPool

__all__ = ["BrowserPool"]
