"""The player's phone."""
