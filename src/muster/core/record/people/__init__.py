"""Who is who over all events: a fourth kind of journal, beside those of events, tables and seasons."""
