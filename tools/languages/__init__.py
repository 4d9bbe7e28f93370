"""Measure `document.language` on Fundus and on labelled pages of `sites`.

    python -m tools.languages

`labels.tsv` has the language of up to ten pages of each site, labelled by eye; `-` is a page
without text in a language.
"""
