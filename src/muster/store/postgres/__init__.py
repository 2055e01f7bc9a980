"""Journals in a PostgreSQL database, for several processes at once. Loaded only where a database is named."""
