"""What may happen in a season: events entered and withdrawn, results taken over, people joined, the final created."""
