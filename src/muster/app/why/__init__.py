"""Why it is so, with the clause."""
