"""Settings of the documentation site, which `make docs` builds into `site/html/`.

The pages are the Markdown files in this folder. The API reference in `api/` is generated from the
docstrings of the installed package. The build needs no network, and neither do the pages.
"""

from __future__ import annotations

import re

from sphinx.application import Sphinx

import pagecore
from pagecore.registry import list_methods

project = "pagecore"
version = release = pagecore.__version__
extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon"]

# Headings get the anchors that GitHub gives them. `make docs` turns warnings into errors, so a
# link to a missing page or heading fails the build.
myst_heading_anchors = 4
# A public signature may only name types of ours that the reference describes. Exempt are the types
# of other packages, type variables (a single letter), and the parts that evaluation is made of.
nitpicky = True
nitpick_ignore_regex = [
    ("py:.*", r"(?!pagecore\b).*"),
    ("py:.*", r".*\.[A-Z]"),
    ("py:.*", r"pagecore\.(evaluate|measure|corpora|metrics)\..*"),
    # The parameter of a method, which its page describes.
    ("py:.*", r"pagecore\.page\.linked_pages\..*"),
]

# Docstrings put code between single backticks, as the Markdown files do.
default_role = "code"
add_module_names = False
autodoc_default_options = {"members": True, "exclude-members": "__init__, __new__"}
autodoc_member_order = "bysource"
autodoc_preserve_defaults = True
# Verbs return the objects of most classes, so constructors are left out.
autodoc_class_signature = "separated"
autodoc_type_aliases = {name: name for name in ("Array", "Mask", "npt.ArrayLike")}
python_display_short_literal_types = True
python_maximum_signature_line_length = 88
napoleon_numpy_docstring = False
napoleon_custom_sections = ["Differs"]

html_theme = "furo"
html_title = f"pagecore {version}"
html_static_path = ["_static"]
html_css_files = ["site.css"]
html_copy_source = False
html_show_copyright = False
html_show_sphinx = False


def insert_methods(app: Sphinx, page: str, source: list[str]) -> None:
    """Replace `<!-- methods of FAMILY -->` by the registered methods of that family."""
    source[0] = re.sub(r"<!-- methods of (\w+) -->", _directives, source[0])


def _directives(family: re.Match[str]) -> str:
    functions = [registered.function for registered in list_methods(family[1])]
    names = [f"{function.__module__}.{function.__name__}" for function in functions]
    return "\n\n".join(["```{eval-rst}", *(f".. autofunction:: {name}" for name in names), "```"])


def keep_colons(
    app: Sphinx, what: str, name: str, item: object, options: object, lines: list[str]
) -> None:
    """Keep Napoleon from reading `Where it begins: the first row` as a type and a description.

    It does so with the first line of a property's docstring. An empty comment takes its place.
    """
    if what in ("attribute", "data", "property"):
        lines[:0] = ["..", ""]


def setup(app: Sphinx) -> None:
    """Register the handlers; Sphinx calls this."""
    app.connect("source-read", insert_methods)
    # Napoleon's own handler has the priority 500.
    app.connect("autodoc-process-docstring", keep_colons, priority=400)
