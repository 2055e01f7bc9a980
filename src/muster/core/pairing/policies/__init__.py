"""Ways to pair a round: each takes a pool and rules, and returns a draw."""
