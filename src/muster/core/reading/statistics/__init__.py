"""What many games come to: who wins how often, counted exactly, over an event or over all."""
