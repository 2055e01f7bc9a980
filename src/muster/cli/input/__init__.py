"""Reading files on the command line: lists, results and pairings."""
