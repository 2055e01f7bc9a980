"""What may happen to people across events: joining, separating, showing and forgetting them."""
