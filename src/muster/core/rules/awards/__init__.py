"""What may happen to awards: adding, deciding, voting."""
