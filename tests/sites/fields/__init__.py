"""Tests of `pagecore.sites.fields`."""
