"""Standings: what each round was worth, tie-breaks in exact arithmetic, places."""
