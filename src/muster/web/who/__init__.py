"""Who is asking: sessions, links, and how often somebody may try."""
