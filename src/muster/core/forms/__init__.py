"""What can be set and filled in: options and fields."""
