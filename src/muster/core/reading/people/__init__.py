"""People across events: who may be one person, what they played, their rating."""
