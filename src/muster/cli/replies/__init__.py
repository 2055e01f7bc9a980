"""What each command answers with `--json`: which views stand in the answer, under which keys."""
