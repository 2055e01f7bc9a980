"""Somebody’s name taken out of what is kept: which rows go, which change, and what the chain notices of it."""
