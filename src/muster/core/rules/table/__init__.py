"""Games at the table: who may sit down, and which taps are accepted. The game's tracker applies them."""
