"""Seasons: opening them, entering events, showing, checking and exporting them."""
