"""Running extractors over labelled pages and scoring what comes out.

Both `pagecore.evaluate`, which reports figures, and `pagecore.train`, which writes them into model
files, stand on this: the table of metrics, the run over a corpus, folds and cross-validation.
"""
