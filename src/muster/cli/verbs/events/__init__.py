"""Commands for events as a whole."""
