"""Commands for seasons."""
