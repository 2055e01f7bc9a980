"""Commands for people across events."""
