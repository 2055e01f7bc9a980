"""The organiser's people pages, and self-registration."""
