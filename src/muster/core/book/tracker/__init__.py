"""Following a game at the table: what a game declares for it, and what phones show."""
