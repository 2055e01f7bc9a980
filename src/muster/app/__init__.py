"""What people do: load an event, decide, append. Grouped by what they act on."""
