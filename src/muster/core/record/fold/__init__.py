"""What each fact changes in the state, by area."""
