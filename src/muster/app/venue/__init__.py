"""Terrain and tables."""
