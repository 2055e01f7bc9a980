"""What each command answers with `--json`: which views are in the answer, under which keys."""
