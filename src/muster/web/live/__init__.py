"""Pages that follow an event live: the stream, its messages, and pages shared by many readers."""
