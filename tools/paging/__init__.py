"""Measure how links to the next, the previous and the numbered pages are found.

`labels.tsv` has the links of the pages of the corpus `paging`, by eye: its selectors call older
posts "previous" on some pages, name elements inside a link on others, and miss some links. The next
page has the higher number or the older entries. `threads.tsv` has the next pages of the threads of
the corpus `forums`: the answers of `next_page` after the rules were written, each checked by eye,
and every page without an answer searched for a link.
"""
