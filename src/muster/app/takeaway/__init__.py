"""Events and seasons as CSV tables and calendars."""
