"""The book's rules that this system cites, headed in our own words, and the sentences of its own reasons."""

from __future__ import annotations

from muster.game import house
from muster.systems.warmachine import scenarios
from muster.systems.warmachine.table import lines
from muster.systems.warmachine.terrain import words as terrain_words

CLAUSES = {
    **house.CLAUSES,
    **terrain_words.CLAUSES,
    **lines.CLAUSES,
    **scenarios.CLAUSES,
    "WMH-001": "The edition is in force from 25 June 2019 to 1 July 2020",
    "WMH-002": "An event is Masters or Champions, never both",
    "WMH-004": "Champions: leaders and theme forces of the Active Duty Roster",
    "WMH-005": "The formats are meant for 32 players or more",
    "WMH-013": "What players bring: models, cards, dice, measuring tools, markers and templates",
    "WMH-023": "Masters: two lists each (Dyad) or three (Trinity)",
    "WMH-024": "Champions: one list, and a second with another theme force at will",
    "WMH-025": "The number of lists is fixed for the whole event",
    "WMH-026": "List copies with the cost of every model",
    "WMH-027": "A list's total: the event's size and the leader's points, and up to four under",
    "WMH-030": "Each list has another leader, of the same Faction",
    "WMH-031": "Another version of a character is another leader",
    "WMH-032": "Attachments, clients and marshalled jacks are fixed in the list",
    "WMH-033": "All theme forces are allowed",
    "WMH-036": "Flame in the Darkness: the leader's printed Faction; Partisans also the other",
    "WMH-037": "Champions: leader and theme force are on the current roster",
    "WMH-038": "The roster that is current on the event's date",
    "WMH-039": "Nine leaders are always on the roster",
    "WMH-042": "Models: Privateer Press, assembled, on the right bases",
    "WMH-043": "Models: unreleased ones only if on sale at the venue",
    "WMH-044": "Models: exclusive variants with the standard card",
    "WMH-045": "Conversions: the organiser may approve others",
    "WMH-046": "Conversions: nothing that belongs to others",
    "WMH-047": "Conversions: mostly Privateer parts, the iconic ones kept",
    "WMH-048": "Conversions: weapons of the same type",
    "WMH-049": "Conversions: no weapon gone or added",
    "WMH-050": "Conversions: all parts of an upgrade kit visible",
    "WMH-051": "Conversions: a scenic base leaves its edge to be seen",
    "WMH-052": "Conversions: no model represents another",
    "WMH-054": "Conversions: a model the organiser cannot recognise is not legal",
    "WMH-055": "Conversions: paint is none",
    "WMH-057": "Players first, then the organiser, who has the final word",
    "WMH-059": "The organiser may disqualify for abuse, cheating, stalling and the like",
    "WMH-060": "A disqualified player gets no award or prize",
    "WMH-061": "Exploiting the rules: a warning, the loss of the game or a disqualification",
    "WMH-063": "What a concession is worth",
    "WMH-065": "The organiser may adapt any rule to the event",
    "WMH-066": "A win is 1 tournament point, a loss or tie 0",
    "WMH-067": "The event ends as soon as one player has the most tournament points",
    "WMH-068": "Usual number of rounds by head count",
    "WMH-069": "Round 1 is paired at random",
    "WMH-071": "Tournament points, control points and army points destroyed are noted each round",
    "WMH-072": "Nobody should meet the same opponent twice",
    "WMH-073": "Later rounds are paired among equal tournament points",
    "WMH-074": "An odd group pairs one player down",
    "WMH-075": "Nobody should be paired down twice",
    "WMH-076": "What a bye is worth",
    "WMH-077": "The bye is drawn: in round 1 among all, later among the lowest",
    "WMH-078": "Nobody should have a second bye",
    "WMH-079": "The opponent's lists may be seen at any time",
    "WMH-080": "Both players choose their list for a game in secret",
    "WMH-081": "What is noted of a game",
    "WMH-084": "Tie-breaks: strength of schedule, control points, army points destroyed",
    "WMH-085": "Masters prizes: the first three places",
    "WMH-086": "Champions prizes: first place, best painted, most control points, most army points destroyed",
    "WMH-087": "The organiser chooses the best painted army",
    "WMH-088": "Most control points: ties by tournament points, strength of schedule, army points destroyed",
    "WMH-089": "Most army points destroyed: ties by tournament points, strength of schedule, control points",
    "WMH-103": "Deathclock: at the expected end a game with little time left is played on, another is tied",
    "WMH-108": "No scenario should be played twice",
    "WMH-137": "Iron Gauntlet final: seeds by qualifying points, first against last in round 1",
    "WMH-138": "Iron Gauntlet final: the first seed has the bye of round 1",
    "WMH-139": "Iron Gauntlet final: equal tournament points are folded by seed",
    "WMH-163": "Army points destroyed are reported whichever way the game was won",
    "WMH-165": "Tie-breaker of a game 1: more leaders left",
    "WMH-166": "Tie-breaker of a game 2: more control points",
    "WMH-167": "Tie-breaker of a game 3: fewer own army points destroyed",
    "WMH-173": "Tie-breaker of a game 4: more army points where scenario elements are controlled",
    "WMH-195": "A game ends after the second player's seventh turn",
    "WMH-196": "A player who leads by five control points wins immediately",
    "WMH-197": "After the last turn more control points win; level, the tie-breakers decide",
    "W-01": "House rule: a sole leader ends the event unless the organiser plays on",
    "W-02": "House rule: without a sole leader the usual number of rounds is the end, unless rounds are added",
    "W-03": "House rule: past 128 players, one round more per doubling",
    "W-04": "House rule: past six rounds a scenario comes up again",
    "W-07": "House rule: a player who has met all of the next group goes further down",
    "W-10": "House rule: a bye adds nothing to strength of schedule",
    "W-11": "House rule: a conceder's starting army counts at its list total",
    "W-18": "House rule: the clock is 60 minutes per player",
    "W-28": "House rule: a game level in every tie-breaker is a tie",
    "W-40": "House rule: equal qualifying points: more first places, then more second places, then the lot",
    "W-46": "House rule: no list has to be played",
    "W-50": "House rule: the points of a bye count for the awards",
    "W-51": "House rule: one player may win several awards",
}

_CONCEDED = "{points} tournament point, {cp} control points (at least {least_cp}) and {apd} army points destroyed"
_HALF = "at least {half}, half of"
_BASES = {
    "list": f"{_HALF} that player's list of {{army}}, rounded up",
    "size": f"{_HALF} the event's {{army}} points, rounded up",
    "no_list": f"{_HALF} the event's {{army}} points, rounded up, as that player's list total is not known",
}
_GAVE_UP = {"concession": "the opponent conceded", "disqualified": "the opponent was disqualified"}

_MOST = {"most_cp": "{total} control points, the most", "most_apd": "{total} army points destroyed, the most"}
_SETTLED = {
    "": "",
    "_tied": " ({level} players have as many; the tie-breaks decide)",
    "_lot": " ({level} players have as many and no tie-break tells the best apart; the drawn lot decides)",
    "_passed": " among those without an award ({passed} passed over)",
}

SENTENCES = {
    **terrain_words.SENTENCES,
    "win": "won ({how}): {points} tournament point, {cp} control points, {apd} army points destroyed",
    "loss": "lost ({how}): {points} tournament points, {cp} control points, {apd} army points destroyed",
    "tie": "tied: {points} tournament points, {cp} control points, {apd} army points destroyed",
    **{
        f"{ending}_{base}": f"{who}: {_CONCEDED} ({half})"
        for ending, who in _GAVE_UP.items()
        for base, half in _BASES.items()
    },
    "conceded": "conceded: no points of any kind",
    "lost_disqualified": "disqualified: no points of any kind",
    "bye_score": "bye: {points} tournament point, {cp} control points, {apd} army points (half of {army}, rounded up)",
    "unpaired_score": "not paired: no points of any kind",
    "double_loss_score": "lost by both: no points of any kind",
    "clock_check": "the expected end",
    "clock_check_call": "Expected end. A game with {left} minutes or less on both clocks together is played on; with "
    "more it is a tie, unless the organiser had paused its clocks.",
    "clock_check_form": "The expected end is past: with more than {left} minutes on both clocks together the game is a "
    "tie, unless the organiser had paused its clocks.",
    "rounds_past_table": "the book's table ends at {end} players; {heads} take {rounds} rounds by its pattern",
    "rounds_set": "{rounds} rounds are set; the usual number for {heads} players is {usual}",
    "rounds_added": "more rounds are played, up to {added}, while several players share the lead",
    "cut_set": "the book has no cut; this event cuts to {cut}",
    "sole_leader": "{player} leads alone with {points} tournament points after round {round}"
    " (option “Stop at a sole leader”)",
    "date_early": "these rules are in force from {first} on; the event is on {date}",
    "date_late": "these rules ended on {last} and the event is on {date}: look for a newer version",
    "small_field": "the format is meant for {least} players or more; there are {heads}",
    "scenario_again": "{name} is played in rounds {first} and {again}; a scenario should not come twice",
    "scenario_again_after_all": "{name} comes again in round {again}, after all {all} scenarios were played",
    "more_rounds_than_scenarios": "{rounds} rounds are more than the {all} scenarios, so some must come again",
    "final_place": "place {place} in the final standings",
    "final_place_lot": "place {place}: level with another player on everything, so the drawn lot decides",
    "painted": "chosen by the organiser",
    "painted_open": "not chosen yet: set the option “Best painted” to a player's name or number",
    "painted_unknown": "no player is called “{given}”: set the option “Best painted” to a player's name or number",
    "painted_disqualified": "{player} was chosen but is disqualified: choose another player",
    **{f"{what}{how}": most + settled for what, most in _MOST.items() for how, settled in _SETTLED.items()},
}
