"""Where the corpora are: `corpus("wcxb")` is the folder `.data/wcxb`, unpacked when need be.

PAGECORE_DATA names the folder that holds the packed corpora and their `unpack`. Where it is set, a
corpus that is not there is a failure: CI must not pass by leaving out what it should measure.
Where it is not, what lies in `.data` is used, and a test whose corpus is missing is left out.
"""

from __future__ import annotations

import functools
import os
import subprocess
import sys
from pathlib import Path

import pytest

from pagecore import corpora
from pagecore.corpora.corpus import Corpus

ROOT = Path(__file__).resolve().parents[1]


@functools.cache
def corpus(name: str) -> Path:
    """The folder of a corpus; skips or fails the test, or the module, that cannot have it."""
    folder = ROOT / ".data" / name
    packed = os.environ.get("PAGECORE_DATA")
    if packed:
        # Called also when the folder is there: unpacking may have been cut short, or the pack may
        # be newer. `unpack` keeps digests and leaves alone what is up to date.
        command = [sys.executable, str(Path(packed) / "unpack"), "--to", str(folder.parent), name]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode or not folder.is_dir():
            message = f"PAGECORE_DATA is {packed}, but the corpus {name} cannot be had from there"
            pytest.fail(f"{message}:\n{done.stderr}", pytrace=False)
    elif not folder.is_dir():
        pytest.skip(f"the corpus {name} is not here", allow_module_level=True)
    return folder


@functools.cache
def load_corpus(name: str) -> Corpus:
    """A corpus as it is read from its folder, once in a run."""
    return corpora.load(name, corpus(name))
