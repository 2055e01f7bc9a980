"""Undo, redo, verification, and what somebody else has done since."""
