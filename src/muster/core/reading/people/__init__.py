"""What people come to over all events: who may be one, what they played, their rating."""
