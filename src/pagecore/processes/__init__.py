"""Child processes that may die or hang; the batch engine and the evaluation of peers use them."""

from pagecore.processes.child import Child, ChildDied

__all__ = ["Child", "ChildDied"]
