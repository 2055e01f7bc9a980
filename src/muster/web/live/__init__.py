"""Pages that follow the event: the stream, what it says, and pages kept for many."""
