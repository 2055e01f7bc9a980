"""What people take along of an event or a season: tables as CSV, and calendars."""
