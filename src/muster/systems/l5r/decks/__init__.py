"""Deck lists: read, counted and checked against the cards."""
