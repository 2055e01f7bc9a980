"""What may be said of people over several events: joined, told apart, shown, forgotten."""
