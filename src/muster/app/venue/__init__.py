"""Terrain, tables and rooms."""
