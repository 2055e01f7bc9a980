"""What is filled in for a player and for a game."""

from __future__ import annotations

from muster.game import Field, Kind, SideWords, mark

TIE = "tie"
WAYS = ("assassination", "scenario", "clock", "tiebreak")
"""How a game is won: leader destroyed, scenario, the loser's clock ran out, or the game's own tie-breakers."""

PLAYER_FIELDS = (
    Field(key="faction", label="Faction", kind=Kind.TEXT, required=False),
    Field(
        key="qp",
        of_season=True,
        label="Qualifying points",
        low=0,
        required=False,
        clause="WMH-137",
        meaning="Iron Gauntlet qualifying points; they seed a final.",
    ),
    Field(
        key="qp_firsts",
        of_season=True,
        label="First places",
        low=0,
        required=False,
        clause="W-40",
        meaning="In how many qualifiers the player came first; seeds those with equal qualifying points.",
    ),
    Field(
        key="qp_seconds",
        of_season=True,
        label="Second places",
        low=0,
        required=False,
        clause="W-40",
        meaning="In how many qualifiers the player came second; seeds those with as many first places.",
    ),
    Field(
        key="list_points",
        label="List total",
        low=0,
        required=False,
        clause="W-11",
        meaning="Points of the player’s list, where all lists cost the same; a result can name another total.",
    ),
)

RESULT_FIELDS = (
    Field(key="winner", label="Winner", kind=Kind.CHOICE, choices=("a", "b", TIE), clause="WMH-081"),
    Field(
        key="how",
        label="Won by",
        kind=Kind.CHOICE,
        choices=WAYS,
        required=False,
        clause="WMH-081",
        meaning="How the game was won; empty for a tie.",
        goes_with="winner",
    ),
    Field(key="cp", label="Control points", per_side=True, low=0, clause="WMH-071"),
    Field(
        key="apd",
        label="Army points destroyed",
        per_side=True,
        low=0,
        clause="WMH-163",
        meaning="Points of the opponent’s army that this player destroyed.",
        side_words=SideWords(
            named=mark("Army points destroyed by {first}: {one}, destroyed by {second}: {two}"),
            you_first=mark("Army points destroyed by you: {one}, destroyed by {second}: {two}"),
            you_second=mark("Army points destroyed by {first}: {one}, destroyed by you: {two}"),
        ),
    ),
    Field(
        key="list_points",
        label="List total",
        per_side=True,
        low=0,
        required=False,
        clause="W-11",
        meaning="Points of the list played; needed only where a game is conceded.",
    ),
    Field(key="list", label="List played", kind=Kind.TEXT, per_side=True, required=False, clause="WMH-081"),
)
