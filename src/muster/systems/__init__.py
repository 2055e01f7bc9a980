"""The games, one folder each. They never import each other; `registry` finds them by name."""
