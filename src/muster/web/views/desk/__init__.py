"""The organiser's desk: the round loop, results, corrections, paper."""
