"""What may happen to lists and secret choices: facts or a refusal."""
