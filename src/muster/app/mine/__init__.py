"""What concerns one player alone: the event from their side."""
