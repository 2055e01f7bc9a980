"""Rounds: drawn, changed, published, closed, cut; draft, bracket and ranks as data."""
