"""What all games share. No I/O, no clock, no randomness of its own."""
