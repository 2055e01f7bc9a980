"""One file per kind of reader: everybody, the organiser, a player, a judge, the big screen."""
