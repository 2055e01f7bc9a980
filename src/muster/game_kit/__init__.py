"""A test kit for games: what every game must keep to, called from the tests of a game, ours or a package of its own."""
