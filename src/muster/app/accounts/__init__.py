"""Organisers' accounts: adding, limiting and listing them, and who owns which event."""
