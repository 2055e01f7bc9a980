"""What may happen: each answers with facts to record, or refuses with the way out."""
