"""The event from one player's point of view."""
