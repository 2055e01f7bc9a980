"""Rounds: drawing, changing, publishing, closing and cutting; draft, bracket and ranks as data."""
