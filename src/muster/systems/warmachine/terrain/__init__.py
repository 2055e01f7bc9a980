"""Terrain by the book: kinds, rules and the three ways to lay a table."""
