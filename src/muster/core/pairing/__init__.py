"""Pairing: entrants in, pairs with reasons out. One engine, a few policies."""
