"""The views, grouped by who uses them: everybody, the organiser, players, judges, the big screen."""
