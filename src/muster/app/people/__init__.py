"""Players: enrolled, checked in, dropped, and what pages show of them."""
