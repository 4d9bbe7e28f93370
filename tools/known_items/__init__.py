"""A known-item collection: pages of the corpora, queries, and the page that answers each query.

    python -m tools.known_items

builds it from the corpora in `.data`. Queries are titles, headings, texts of links on other pages,
and first questions of threads. The text of a query is taken out of its page and of the links to
it, so that the page cannot be found by the string that the query comes from. Everything else stays,
such as the navigation of all pages. `read_collection` reads the result.
"""
