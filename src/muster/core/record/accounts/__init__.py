"""Accounts of those who organise events on a server that hosts them: a fifth kind of journal."""
