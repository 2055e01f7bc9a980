"""Journals in a PostgreSQL database, shared by several processes. Loaded only if a database is named."""
