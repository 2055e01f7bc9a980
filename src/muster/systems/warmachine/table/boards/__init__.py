"""What phones show of a WARMACHINE game."""
