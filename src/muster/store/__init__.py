"""Storing journals. All SQL is here; everything else knows only `app.ports.Journals`."""
