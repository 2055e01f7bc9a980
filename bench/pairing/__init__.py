"""The pairing benchmark: Muster and its peers on the same seeded fields in one run. `scripts/bench` runs it."""
