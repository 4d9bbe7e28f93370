"""Count what users meet in the output: addresses of links, chunks, kinds of files, and the start of
product pages.

    python -m tools.output_counts

extracts the pages of all collections but AEB, and records the entries `addresses`, `chunks`,
`file kinds`, `packed pages` and `product starts`. `--step 50` takes every 50th page for a quick
look, and records nothing. `--show 5` prints the first faults of each count.

The pages of AEB are for scores alone. Of these, only the kinds of the files are counted.
"""
