"""The shape of each command's `--json` answer: which views, under which keys."""
