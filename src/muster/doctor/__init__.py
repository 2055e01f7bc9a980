"""`muster doctor`: checks an installation and says what to fix. No check hides another one's findings."""
