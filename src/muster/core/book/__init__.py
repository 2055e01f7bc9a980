"""What a game declares: one object, and the parts it is made of."""
