"""Exit codes of the command, besides 0 for success."""

from __future__ import annotations

from typing import Final

#: Some pages failed.
SOME_FAILED: Final = 1
#: Nothing could be done, or the usage is wrong.
NOTHING_DONE: Final = 2
#: Interrupted, and the reader of the output closed it; both are those of shells.
INTERRUPTED: Final = 130
OUTPUT_CLOSED: Final = 141
