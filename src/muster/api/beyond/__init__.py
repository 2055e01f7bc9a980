"""The API outside events: the server, its games, people, seasons and overall statistics."""
