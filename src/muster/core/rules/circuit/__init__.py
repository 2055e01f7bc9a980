"""What may happen in a season: entering and withdrawing events, taking over results, people, the final."""
