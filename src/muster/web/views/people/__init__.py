"""The organiser's list of people, and players who enrol themselves."""
