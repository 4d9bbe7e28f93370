"""The errors: one small tree, drawn in the docstring of its module."""

from __future__ import annotations

import inspect
import re

import pagecore
from pagecore import errors

#: Rule 5 of the design.
NAMES = [
    "BadInput",
    "BadOption",
    "NeedsExtra",
    "NeedsBrowser",
    "BrowserError",
    "FetchError",
    "LimitError",
    "WorkerError",
    "WrapperError",
    "SearchError",
    "ModelError",
    "CorpusError",
]


def test_tree_is_that_of_the_design() -> None:
    classes = {name: value for name, value in vars(errors).items() if inspect.isclass(value)}
    assert list(classes) == ["PagecoreError", *NAMES]
    for name in NAMES:
        assert errors.PagecoreError in classes[name].__bases__
    assert errors.PagecoreError.__bases__ == (Exception,)
    assert pagecore.PagecoreError is errors.PagecoreError


def test_errors_are_also_what_python_would_raise() -> None:
    assert issubclass(errors.BadOption, ValueError)
    assert issubclass(errors.NeedsExtra, ImportError)


def test_docstring_draws_the_tree() -> None:
    drawn = re.findall(r"^    (?:├── |└── )?(\w+)", errors.__doc__ or "", re.MULTILINE)
    assert drawn == ["PagecoreError", *NAMES]
    for name in NAMES:
        assert getattr(errors, name).__doc__
