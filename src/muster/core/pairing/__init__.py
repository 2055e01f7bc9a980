"""Pairing: plain entrants in, plain pairs with reasons out. One kernel, few policies."""
