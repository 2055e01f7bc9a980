"""What people set and fill in: options and fields."""
