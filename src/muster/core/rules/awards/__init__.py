"""What may happen to awards: added, decided, put to the vote: facts or a refusal."""
