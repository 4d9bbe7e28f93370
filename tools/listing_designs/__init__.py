"""Compare designs that rank groups of repeated items and align their texts, and train the ranking.

    python -m tools.listing_designs

ranks the groups of the pages of `searchlists` by six designs, and aligns the items of the groups
that the design in use ranks first by three. Folds are by host. It records the entry `listing
designs` of the figures. `--write` trains the weights on all pages and writes them into the package.
"""
