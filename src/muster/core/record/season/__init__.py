"""The journal of a season."""
