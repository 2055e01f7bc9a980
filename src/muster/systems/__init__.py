"""One folder per game. Folders never import each other; `registry` finds them by name."""
