"""Who asks: sessions, links, and how often somebody may try."""
