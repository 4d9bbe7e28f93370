"""What pagecore costs: speed beside its peers, growth with the page, memory, import, instructions.

`make bench` or `python -m bench` runs all of it; `python -m bench --help` tells the parts.
"""
