"""Looks an installation over and says what to fix. Each check is by itself: none hides what another one finds."""
