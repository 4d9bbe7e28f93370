"""Metrics, one file each: pure functions of gold and output."""
