"""Events as a whole: creating, setting up, finishing, exporting and importing."""
