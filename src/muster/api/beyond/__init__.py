"""What the API has beyond one event: the server, its games, people, seasons and statistics of everything."""
