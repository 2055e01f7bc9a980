"""Staff: who they are, what they decide and announce."""
