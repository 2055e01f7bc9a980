"""What is computed from the record and never stored: points, ranks, places, sentences."""
