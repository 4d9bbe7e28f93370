"""Following a blog: its list and archive pages are read politely, and all their entries written."""

from pagecore.follow.client import PoliteClient
from pagecore.follow.journal import FileJournal, LineJournal
from pagecore.follow.walk import FollowOptions, Walk, WalkEvent

__all__ = ["FileJournal", "FollowOptions", "LineJournal", "PoliteClient", "Walk", "WalkEvent"]
