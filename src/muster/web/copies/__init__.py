"""The public pages of an event or a season as files that need no server."""
