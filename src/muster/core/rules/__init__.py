"""What may happen: each function returns facts to record, or refuses and says what to do instead."""
