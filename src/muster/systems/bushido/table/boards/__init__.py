"""What phones show of a Bushido game: the set-up, each phase of a turn, and the end."""
