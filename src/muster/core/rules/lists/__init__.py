"""What may happen to lists and secret choices."""
