"""Games at the table: opening one, tapping, looking, and handing the result over to the event."""
