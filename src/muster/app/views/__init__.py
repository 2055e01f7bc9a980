"""Views of an event: the data that pages, tables and `--json` show."""
