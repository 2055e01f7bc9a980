"""Pages that everybody may read, the big screen, and the ways in."""
