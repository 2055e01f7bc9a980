"""Terrain, layouts and scenarios."""
