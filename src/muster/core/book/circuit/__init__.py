"""The definition of a circuit, readable from a file: which events count, what places earn, who qualifies."""
