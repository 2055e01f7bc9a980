"""Statistics: who wins how often, counted exactly, over one event or many."""
