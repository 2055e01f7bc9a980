"""Journals from elsewhere: every entry held against what the desk would have allowed."""
