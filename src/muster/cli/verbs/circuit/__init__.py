"""Commands for seasons of a circuit."""
