"""Paper read back: slips found on a picture by their codes, straightened by their corners, their circles looked at."""
