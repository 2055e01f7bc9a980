"""The command line: reads what was typed, calls the app, shows the answer as a table or as JSON."""
