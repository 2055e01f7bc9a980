"""Statistics of an event, a season or the whole data folder: counting, showing, writing as CSV."""
