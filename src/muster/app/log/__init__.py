"""Every fact in words."""
