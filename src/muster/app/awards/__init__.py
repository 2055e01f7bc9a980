"""Awards: added, decided, voted for; and what the organiser and players see of them."""
