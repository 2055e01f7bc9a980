"""How a journal of any kind is opened, changed and copied, one change after the other; and the time."""
