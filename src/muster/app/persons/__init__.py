"""People across events: who is who, profiles, ratings, exporting and forgetting a person."""
