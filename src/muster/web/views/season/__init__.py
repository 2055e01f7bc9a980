"""The organiser's season pages."""
