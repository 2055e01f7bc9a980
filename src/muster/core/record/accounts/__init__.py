"""The journal of accounts on a server that hosts events for others."""
