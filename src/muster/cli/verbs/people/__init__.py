"""Commands for people over many events."""
