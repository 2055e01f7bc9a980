"""Seasons of a circuit: opened, filled with events, shown, checked, and taken along."""
