"""What a game declares: one object, and its parts."""
