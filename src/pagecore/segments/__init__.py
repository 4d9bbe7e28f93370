"""Segment methods: how a page is cut into segments."""
