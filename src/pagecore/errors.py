"""The errors, one small tree.

    PagecoreError
    ├── BadInput          what was given is no page, or cannot be read
    ├── BadOption         an unknown method, parameter or value; the message lists what there is
    ├── NeedsExtra        an optional dependency is missing; the message has the command
    ├── NeedsBrowser      a method asks for layout, and the page was not browsed
    ├── BrowserError      the browser failed
    ├── FetchError        a URL could not be fetched
    ├── LimitError        the time or memory of one page is used up
    ├── WorkerError       a worker process died, or could not be started
    ├── WrapperError      a wrapper file is not what it should be, or does not fit
    ├── ModelError        a model file is not what it should be
    ├── CorpusError       a corpus is not laid out as it should be
    └── SearchIndexError  a search index cannot be used

HTML is never an error: any bytes make a page, and what was odd about them is in `page.warnings`.
"""


class PagecoreError(Exception):
    """What pagecore raises on purpose."""


class BadInput(PagecoreError):  # noqa: N818 - the name says what it is; see the tree above
    """What was given is no page, or cannot be read."""


class BadOption(PagecoreError, ValueError):  # noqa: N818 - as above
    """An unknown method, parameter or value."""


class NeedsExtra(PagecoreError, ImportError):  # noqa: N818 - as above
    """An optional dependency is missing."""


class NeedsBrowser(PagecoreError):  # noqa: N818 - as above
    """A method asks for layout, and the page was not browsed."""


class BrowserError(PagecoreError):
    """The browser failed."""


class FetchError(PagecoreError):
    """A URL could not be fetched."""


class LimitError(PagecoreError):
    """The time or memory of one page is used up."""


class WorkerError(PagecoreError):
    """A worker process died, or could not be started."""


class WrapperError(PagecoreError):
    """A wrapper file is not what it should be, or does not fit."""


class ModelError(PagecoreError):
    """A model file is not what it should be."""


class CorpusError(PagecoreError):
    """A corpus is not laid out as it should be."""


class SearchIndexError(PagecoreError):
    """A search index cannot be used."""
