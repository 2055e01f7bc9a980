"""The rules' common ground: no I/O, no clock, no randomness of its own."""
