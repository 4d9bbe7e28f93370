"""Mutation check: does a test fail for every small change of a line? `python -m tools.mutate steps`

Each mutant is one change of the code: a comparison, a constant, a condition, a statement. The tests
that mirror the changed module run on it. A mutant that no test notices has survived: a test is
missing, or the change makes no difference. The latter are listed in `equivalent.toml` with the
reason.
"""
