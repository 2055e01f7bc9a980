"""Every kind of fact that an event's journal keeps, by area."""
