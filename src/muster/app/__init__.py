"""What people do with an event: load it, decide, append. Grouped by what is acted on."""
