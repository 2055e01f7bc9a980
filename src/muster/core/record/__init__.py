"""The journal and what it says: facts, the state they add up to, and undo."""
