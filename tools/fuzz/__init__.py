"""Fuzzing: `python -m tools.fuzz` throws mutated pages at the core and at the package.

`seeds` has the pages to begin with, `mutations` changes them, `calls` runs the package on them and
checks the results, `findings` keeps what fails, `shrink` makes it small, and `core_targets` runs
libFuzzer on the targets in `core/fuzz`.
"""
