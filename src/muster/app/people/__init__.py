"""The players of an event: enrolling, checking in, dropping, and the pages about them."""
