"""Commands for organisers' accounts."""
