"""Commands for accounts on a server that hosts events for others."""
