"""Measure what pagecore costs: speed beside its peers, growth with page size, memory, start-up time
and instructions.

`make bench` or `python -m bench` runs all sections; `python -m bench --help` lists them.
"""
