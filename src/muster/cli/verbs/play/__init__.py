"""Commands for rounds and players."""
