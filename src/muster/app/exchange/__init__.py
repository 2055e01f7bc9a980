"""Events from other programs: reading, importing and comparing them, and writing theirs."""
