"""The command line: reads what was typed, asks the app, shows the answer as a table or as JSON."""
