"""People over many events: who is who, profiles and ratings, what is kept of somebody, and forgetting."""
