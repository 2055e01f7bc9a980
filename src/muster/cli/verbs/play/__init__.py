"""Commands for the rounds and the people in them."""
