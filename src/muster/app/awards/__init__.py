"""Awards: adding, deciding and voting, and what the organiser and players see."""
