"""What the reasons of a Bushido event cite, and the sentences of its own reasons. No figures of the game."""

from __future__ import annotations

from muster.game import house
from muster.systems.bushido import terrain
from muster.systems.bushido.table.clauses import CLAUSES as AT_THE_TABLE

CLAUSES = {
    **house.CLAUSES,
    **terrain.CLAUSES,
    **AT_THE_TABLE,
    "BUS-01": "Masters: the highest level, for scenario points, with sportsmanship first and newcomers welcome",
    "BUS-03": "Rice limit: small, medium and standard sizes, or any other number",
    "BUS-05": "Rice limit: a warband costs no more than the limit",
    "BUS-08": "Number of rounds: how many players an official event takes",
    "BUS-09": "Number of rounds: how many it takes to find a winner",
    "BUS-10": "Round timings: by the size of the game",
    "BUS-12": "First round: drawn at random",
    "BUS-13": "First round: regular opponents (same town, club or store) apart where possible",
    "BUS-16": "Later rounds: first meets second, third meets fourth, and so on down",
    "BUS-17": "Byes: a stand-in plays so that nobody sits out",
    "BUS-18": "Byes: the bottom-placed player, when no stand-in is there",
    "BUS-19": "Byes: what the round without a game is worth",
    "BUS-26": "Terrain: the organiser explains how each piece counts, one sheet per table",
    "BUS-31": "Game end: whatever ends the game, its last turn is played to the end",
    "BUS-32": "Game results: only what was scored up to the end of the last turn counts",
    "BUS-33": "Game results: each player hands in a warband record sheet",
    "BUS-34": "Game results: tournament points from victory points",
    "BUS-35": "Game results: the scores that exist",
    "BUS-37": "Final standings: the suggested tie-breakers",
    "BUS-38": "Final standings: other tie-breakers are published before the event",
    "BUS-39": "Strength of Schedule: the tournament points of all opponents together",
    "BUS-44": "Scenarios: the usual mix of objectives",
    "BUS-48": "Scenarios: the event decides on Advanced ones",
    "BSG-02": "Set-up: each player builds a warband",
    "BSG-12": "Set-up: both players declare VIMs at the same time and keep them hidden until then",
    "B-01": "House rule: nobody meets the same opponent twice; the nearest below not yet met is taken",
    "B-02": "House rule: players on equal points are paired in the order of the tie-breakers",
    "B-03": "House rule: a bye counts as a game won",
    "B-04": "House rule: a bye adds nothing to the Strength of Schedule",
    "B-05": "House rule: a bye scores no scenario points and removes no VIM",
    "B-06": "House rule: a player who had a bye is passed over for the next lowest",
    "B-07": "House rule: the bye of round 1 is drawn by lot",
    "B-08": "House rule: games against a stand-in count in full; the stand-in has no place",
    "B-09": "House rule: the earliest turn of any game counts for the VIM tie-breaker; none ranks last",
    "B-12": "House rule: a conceded game is scored as the highest win",
    "B-16": "House rule: at time the last turn is played; the organiser may set a hard stop",
    "B-28": "House rule: club mates are kept apart in round 1 only",
    "B-29": "House rule: a scenario that comes back is pointed out",
}

SENTENCES = {
    **terrain.SENTENCES,
    "other_circle": "nearest not of the same club",
    "other_circle_passed": (
        "closest player from another club who fits; already met, or needed elsewhere: {players_passed}"
    ),
    "vp_result": "{own}-{theirs} on victory points is worth {tp} TP",
    "concession_win": "the opponent conceded: counted as {own}-{theirs}, worth {tp} TP",
    "concession_loss": "conceded: counted as {own}-{theirs}, worth {tp} TP",
    "disqualified_win": "the opponent was disqualified: counted as {own}-{theirs}, worth {tp} TP",
    "disqualified_loss": "disqualified: counted as {own}-{theirs}, worth {tp} TP",
    "bye_result": "a bye is worth {tp} TP",
    "unpaired_result": "missed the round: {tp} TP",
    "double_loss_result": "both players lost this game: {tp} TP",
    "clock_last_turn": "the last turn",
    "clock_last_turn_call": "Time called. This turn is the last: play it to the end, End Phase included.",
    "clock_hard_stop": "the hard stop",
    "clock_hard_stop_call": "Stop playing. The turn is scored as it is.",
    "unofficial": "an official event has at least {needed} players; this one has {entered}",
    "few_rounds": "it takes at least {needed} rounds to find a winner; planned: {rounds}",
    "mix_missing": "missing from the usual mix of scenarios for the planned rounds ({rounds}): {missing}",
    "mix_unchecked": "the mix of scenarios is not checked: no category is given for round {rounds}",
    "advanced_off": "“{scenario}” of round {round} is an Advanced scenario, and this event does not use those",
    "scenario_repeat": "“{scenario}” is played more than once: in rounds {rounds}",
    "publish_tiebreak": "the tie-breaker “{tiebreak}” is not one the book suggests: publish it before the event",
}
