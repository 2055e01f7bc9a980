"""The organiser's pages of a season."""
