"""The clauses and sentences of a composed system. The definition is its book, so its tables are the clauses."""

from __future__ import annotations

from muster.game import house

POINTS = "CUS-POINTS"
MARGIN = "CUS-MARGIN"
RESULT = "CUS-RESULT"
BYE = "CUS-BYE"
CONCESSION = "CUS-CONCESSION"
UNPAIRED = "CUS-UNPAIRED"
FIRST = "CUS-FIRST"
LATER = "CUS-LATER"
CIRCLE = "CUS-CIRCLE"
DOWNS = "CUS-DOWNS"
STRUCTURE = "CUS-STRUCTURE"
TIES = "CUS-TIES"
LISTS = "CUS-LISTS"

CLAUSES = {
    **house.CLAUSES,
    POINTS: "This event’s definition, [points]: what a match pays",
    MARGIN: "This event’s definition, [[margin]]: what each score difference pays",
    RESULT: "This event’s definition, [result]: what is reported of a match",
    BYE: "This event’s definition, [bye]: what a bye is worth",
    CONCESSION: "This event’s definition, [concession]: the score of a match that was conceded",
    UNPAIRED: "This event’s definition, [unpaired]: what a missed round is worth",
    FIRST: "This event’s definition, [pairing] first: how round 1 is paired",
    LATER: "This event’s definition, [pairing] later: how every other round is paired",
    CIRCLE: "This event’s definition, [pairing] avoid_circle: members of one club should not meet",
    DOWNS: "This event’s definition, [pairing] limit_downs: nobody is paired down twice if it can be avoided",
    STRUCTURE: "This event’s definition, [structure]: rounds and cut",
    TIES: "This event’s definition, [[tiebreak]]: what decides between equal points",
    LISTS: "This event’s definition, [lists]: what a player’s list must be",
}

SENTENCES = {
    "other_circle": "the first one not of the same club",
    "other_circle_passed": "the first one not of the same club who fits; already met, or needed elsewhere: "
    "{players_passed}",
    "seed_fold": "number {seed} in order meets number {seed_b}: best against last",
    "won": "{own}-{other} on {score} is a win and pays {points} {unit}",
    "drawn": "{own}-{other} on {score} is a draw and pays {points} {unit}",
    "lost": "{own}-{other} on {score} is a loss and pays {points} {unit}",
    "margin": "{own}-{other} on {score} is a difference of {difference} and pays {points} {unit}",
    "opponent_conceded": "the opponent conceded: counted as {own}-{other} on {score}, which pays {points} {unit}",
    "conceded": "conceded: counted as {own}-{other} on {score}, which pays {points} {unit}",
    "opponent_disqualified": "the opponent was disqualified: counted as {own}-{other}, which pays {points} {unit}",
    "disqualified": "disqualified: counted as {own}-{other} on {score}, which pays {points} {unit}",
    "bye_worth": "a bye counts as {own}-{other} on {score} and pays {points} {unit}",
    "unpaired": "missed the round: {points} {unit}",
    "double_loss": "both players lost this match: {points} {unit}",
    "off_table": "the table of the definition ends at {up_to} players; for {heads} its last row is used",
}
