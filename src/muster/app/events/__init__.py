"""Events as a whole: created, set up, finished, taken along."""
