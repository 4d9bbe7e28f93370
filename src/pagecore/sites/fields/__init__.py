"""Fields of a site: the texts of its pages that vary, as named columns.

The trees of some pages are aligned by RTDM (`aligned_tree.py`). A text whose value varies is a
column (`columns.py`), which gets a name (`names.py`). `rules.py` finds the columns on new pages.
"""

from pagecore.sites.fields.learn_fields import learn_fields
from pagecore.sites.fields.rules import FieldRules

__all__ = ["FieldRules", "learn_fields"]
