"""Rules on terrain and scenarios that are cited, headed in our own words, and the sentences of a check."""

from __future__ import annotations

from muster.game import Reason

CLAUSES = {
    "WMH-105": "The organiser picks the scenarios and their order, or rolls",
    "WMH-107": "Scenarios are chosen before the event, so that zones, flags and objectives are at hand",
    "WMH-109": "Every table plays the same scenario, which nobody learns before the round",
    "WMH-111": "Terrain is balanced and makes the choice of side a real one",
    "WMH-112": 'Six to eight pieces, eight advised, each 3" to 6" both ways',
    "WMH-113": "Kinds of terrain that are unrestricted and restricted",
    "WMH-114": "Most pieces are unrestricted",
    "WMH-115": 'No piece within 6" of a table edge',
    "WMH-116": 'Unrestricted pieces are not within 2" of another piece; trenches may touch',
    "WMH-117": 'Restricted pieces stay out of deployment zones and not within 5" of each other',
    "WMH-118": "Restricted pieces must not keep huge bases from zones, flags and objectives",
    "WMH-119": "At least two pieces block line of sight",
    "WMH-121": "A hazard alone or combined with another kind is one piece, and restricted",
    "WMH-122": "The rules bind the organiser’s terrain, not what armies bring",
    "WMH-123": "Three ways to set tables up; a mix of them between tables is advised",
    "WMH-124": "Within means any part, completely within the whole piece",
    "WMH-125": "Cluster: five pieces about the centre, the rest together and apart from them",
    "WMH-126": "Quadrant: in each quarter one piece near the table’s centre and one near its own",
    "WMH-127": "Scatter: a centre piece, one deviated from each quarter’s centre, the rest about the first",
    "WMH-128": 'The table is 48" by 48"',
    "WMH-129": "Terrain is checked before every round, not set up again",
    "W-47": 'House rule: 2" if either piece is unrestricted, 5" if both are restricted',
    "W-48": "House rule: a single far piece of a cluster only keeps its distance",
    "W-49": "House rule: deployment zones are checked where the organiser has given their depth",
    "W-56": "House rule: rubble, trenches and obstructions count as cover, dense fog as concealment",
}

SENTENCES = {
    "terrain_table": 'the table should be {side}" by {side}"',
    "terrain_count": "number of pieces: {n}; there should be {least} to {most}",
    "terrain_majority": "{free} of {n} pieces are unrestricted; most of them should be",
    "terrain_blockers": "pieces that block line of sight: {n}; there should be at least {least}",
    "terrain_size": '“{piece}” should be {least}" to {most}" each way',
    "terrain_edge": '“{piece}” is within {inches}" of a table edge',
    "terrain_close": '“{piece}” and “{other}” are within {inches}" of each other',
    "terrain_deployment": "“{piece}” is restricted and in a deployment zone",
    "deployment_unchecked": "deployment zones: not checked, as no scenario has one placed",
    "passage_unchecked": "room for huge bases: not checked, as no scenario has its zones, flags and objectives placed",
    "passage_shut": "no huge base can reach “{element}” of {scenario} past the restricted pieces",
    "terrain_step": "“{piece}” is not where step {step} of the {method} method puts it",
    "terrain_quadrant": 'quarter {quadrant} should have two pieces completely in it: one within 5" of the '
    'table’s centre and one within 5" of the quarter’s own',
    "terrain_eight": "number of pieces: {n}; the quadrant method has {all}",
    "note_balance": "Give both sides cover, height and concealment; leave neither big open areas nor a maze.",
    "note_mix": "Set the tables of round 1 up in different ways.",
    "note_review": "Before each round walk the tables and put back what has moved; do not set them up again.",
    "note_brought": "What an army brings to the table is not bound by these rules.",
}

NOTES = (
    Reason("note_balance", {}, "WMH-111"),
    Reason("note_mix", {}, "WMH-123"),
    Reason("note_review", {}, "WMH-129"),
    Reason("note_brought", {}, "WMH-122"),
)
