"""Compare designs of the rules for repeated text and for other articles.

    python -m tools.repeat_designs

measures each design in two ways. On the pages of the corpora with gold text, word F1 shows what a
design breaks or mends. Composite pages show what it finds: the main container of a page is repeated
beside itself, as it is or with another text in its middle, or the main container of another page of
the site follows it. The gold of a composite page is that of the page it is made from.
"""
