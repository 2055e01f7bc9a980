"""The log: every fact as a sentence."""
