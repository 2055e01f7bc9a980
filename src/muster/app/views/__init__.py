"""What pages, tables and --json show of an event."""
