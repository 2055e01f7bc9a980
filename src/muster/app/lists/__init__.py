"""Players' lists, and the data they are checked against."""
