"""Staff: who they are, what they rule and announce."""
