"""Explanations: why something is so, with the rule."""
