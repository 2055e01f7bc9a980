"""Undo, redo and verification, and what somebody else has done in the meantime."""
