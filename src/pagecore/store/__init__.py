"""Results in files: written as a whole, overwritten only on request, and continued after an
interruption."""

from pagecore.store.file_names import make_printable, shorten_name
from pagecore.store.lines_file import LinesFile, name_part
from pagecore.store.results_folder import ResultsFolder, create_subfolder, describe_state
from pagecore.store.whole_file import refuse_existing, write_file

__all__ = [
    "LinesFile",
    "ResultsFolder",
    "create_subfolder",
    "describe_state",
    "make_printable",
    "name_part",
    "refuse_existing",
    "shorten_name",
    "write_file",
]
