"""How pairs are found at any size: matching, dealing by lot, and proofs that the rest can be paired."""
