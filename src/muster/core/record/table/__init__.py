"""The journal of a game at a table."""
