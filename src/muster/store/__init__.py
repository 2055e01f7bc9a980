"""Where journals are kept. All SQL is here; the rest of the house knows only `app.ports.Journals`."""
