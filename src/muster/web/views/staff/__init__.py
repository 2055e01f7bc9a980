"""Staff and their phones."""
