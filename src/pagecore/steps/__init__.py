"""Steps after a method: each corrects the choice and logs its changes.

A step is a function from the parts of a document to parts. `pipeline.py` lists the steps.
"""
