"""Titles of standings and notes about them: the same on pages, sheets and screens."""

from __future__ import annotations

from muster.app.speech import tr
from muster.app.views.shapes import StandingsView


def standings_title(view: StandingsView) -> str:
    if view.final:
        return tr("Final standings")
    if not view.ranked:
        return tr("No standings yet")
    if not view.after_round:
        return tr("Standings")
    if any(row.placed is not None for row in view.rows):  # The bracket decides, not the last round of the standings.
        return tr("Standings so far")
    if view.playing == view.after_round:
        return tr("Standings during round {number}", number=view.playing)
    return tr("Standings after round {after_round}", after_round=view.after_round)


def standings_note(view: StandingsView) -> str:
    """Whether a round is still being played, and what that means for the order; empty if nothing is open."""
    if view.playing is None:
        return "" if view.ranked else tr("The standings will appear here after the first round.")
    if view.stage and view.ranked:
        return tr("Still being played: {stage}. It counts when all its results are in.", stage=view.stage)
    if view.stage:
        return tr(
            "Still being played: {stage}. The standings will appear here when all its results are in.", stage=view.stage
        )
    if not view.ranked:
        return tr(
            "Round {number} is still being played. The standings will appear here when all its results are in.",
            number=view.playing,
        )
    if view.playing == view.after_round:
        return tr("Round {number} is still being played. Results that are in already count.", number=view.playing)
    return tr("Round {number} is still being played. It counts when all its results are in.", number=view.playing)
