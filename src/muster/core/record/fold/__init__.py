"""What each fact does to the state, by area."""
