"""Erasing a name from a journal: which rows go, which change, and what happens to the chain."""
