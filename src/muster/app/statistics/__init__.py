"""Statistics of an event, a season, or everything in the data folder: gathered, shown, and written as CSV."""
