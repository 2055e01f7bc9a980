"""Army lists: read, counted and checked against rosters and factions."""
