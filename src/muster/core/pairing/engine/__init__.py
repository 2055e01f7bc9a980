"""Finding pairs at any size: matching, dealing by lot, proving that the rest can be paired."""
