"""The commands themselves, grouped by what they act on."""
