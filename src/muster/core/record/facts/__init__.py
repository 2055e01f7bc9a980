"""Every kind of fact that a journal keeps, by area."""
