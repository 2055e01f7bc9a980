"""Games at the table: opening one, tapping, watching, and handing the result to the event."""
