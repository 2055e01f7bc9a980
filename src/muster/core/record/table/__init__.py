"""A game at a table as its journal has it: a second kind of journal, beside the event's."""
