"""What may happen to accounts, and who organises which event."""
