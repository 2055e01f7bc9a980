"""The journal: facts, the state they add up to, and undo."""
