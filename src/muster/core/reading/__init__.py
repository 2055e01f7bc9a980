"""Worked out from the record each time and stored nowhere: points, ranks, places, words."""
