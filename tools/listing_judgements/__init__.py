"""Prepare and count judgements of records on listing and collection pages of WCXB.

    python -m tools.listing_judgements sheet FOLDER

draws pages by a random seed and writes for each what `records` returns beside the text of the page.
Two readers answer two questions about each page in a TSV file of their own; the instructions are in
`FOLDER/README.md`. FOLDER is outside the repository or ignored by git, because the pages belong to
others.

    python -m tools.listing_judgements count FOLDER/judgements-*.tsv

checks the answers of all readers, writes them into `docs/listing-judgements.tsv`, and records the
entry `listing judgements` of the figures: answers by reader, agreement and disagreements.
"""
