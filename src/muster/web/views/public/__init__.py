"""Pages that everybody may read, the big screen, and signing in."""
