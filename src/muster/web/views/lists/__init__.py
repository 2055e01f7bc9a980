"""Everybody's lists, for the staff and for those the book opens them to."""
