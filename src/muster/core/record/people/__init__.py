"""The journal of people: who is who across events."""
