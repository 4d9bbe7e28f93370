"""The errors of the package: one small tree.

    PagecoreError
    ├── BadInput          the input is not an HTML page, or cannot be read
    ├── BadOption         an unknown method, parameter or value; the message lists the valid ones
    ├── NeedsExtra        an optional dependency is missing; the message has the install command
    ├── NeedsBrowser      a method needs a layout, but the page was not rendered in a browser
    ├── BrowserError      a browser could not be started, or could not render a page
    ├── FetchError        a URL could not be fetched
    ├── LimitError        a page exceeded its time or memory limit
    ├── WorkerError       a worker process died or could not be started
    ├── WrapperError      a wrapper file or a store is invalid, or the wrapper does not fit the page
    ├── SearchError       a search index is damaged, has another format, or is being written
    ├── ModelError        a model file is invalid
    └── CorpusError       a corpus does not have the expected format

HTML is never an error: any bytes can be parsed, and `page.warnings` reports what was odd.
"""


class PagecoreError(Exception):
    """Base class of all errors that pagecore raises on purpose."""


class BadInput(PagecoreError):  # noqa: N818 - the name says what it is; see the tree above
    """The input is not an HTML page, or cannot be read."""


class BadOption(PagecoreError, ValueError):  # noqa: N818 - as above
    """An unknown method, parameter or value."""


class NeedsExtra(PagecoreError, ImportError):  # noqa: N818 - as above
    """An optional dependency is missing."""


class NeedsBrowser(PagecoreError):  # noqa: N818 - as above
    """A method needs a layout, but the page was not rendered in a browser."""


class BrowserError(PagecoreError):
    """A browser could not be started, or could not render a page."""


class FetchError(PagecoreError):
    """A URL could not be fetched."""

    #: The status of the server's response, if it is an error; else None.
    status: int | None = None


class LimitError(PagecoreError):
    """A page exceeded its time or memory limit."""


class WorkerError(PagecoreError):
    """A worker process died or could not be started."""


class WrapperError(PagecoreError):
    """A wrapper file or a store is invalid, or the wrapper does not fit the page."""


class SearchError(PagecoreError):
    """A search index is damaged, has another format, or is being written."""


class ModelError(PagecoreError):
    """A model file is invalid."""


class CorpusError(PagecoreError):
    """A corpus does not have the expected format."""


def show_value(value: object, n_chars: int = 60) -> str:
    """Return the start of the representation of a value, for messages."""
    try:
        return repr(value)[:n_chars]
    except ValueError:
        # Python does not write integers of more than 4300 digits.
        return f"a value of the type {type(value).__name__}"
