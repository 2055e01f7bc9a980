"""Where things lie in pictures and clocks."""
