"""Steps after a method: each corrects what was chosen and logs what it changed.

`pipeline.py` has the list of steps. A step is a function from the parts of a document to parts.
"""
