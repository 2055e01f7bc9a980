"""The round clock and the schedule."""
