"""Standings: what each round was worth, exact tie-breaks, places."""
