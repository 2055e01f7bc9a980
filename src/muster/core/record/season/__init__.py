"""A season as its journal has it: a third kind of journal, beside those of events and tables."""
