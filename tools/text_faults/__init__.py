"""Count the places where the written text is incomplete or wrong, class by class.

    python -m tools.text_faults --label before
    python -m tools.text_faults

extracts the pages of the corpora, and compares the text and Markdown of each with the chosen rows
of the page. Each count has the places that a class concerns, such as headings with a permalink, and
how many of them are faults. The first command records the counts of an older version beside which
the others are shown.

Gold decides where there is gold: a text that the gold repeats too, or a note that it lacks, is not
a fault. These are counted separately, as "in gold".
"""
