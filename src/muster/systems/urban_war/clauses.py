"""The guide's clauses in our own words, and the sentences of the reasons that only Urban War has."""

from __future__ import annotations

from muster.game import house

CLAUSES = {
    **house.CLAUSES,
    "UW-03": "Officials: one organiser in charge, who may have umpires and referees",
    "UW-04": "Officials: players treat them politely",
    "UW-05": "Rulings: players try to agree, then ask an umpire or referee",
    "UW-06": "Rulings: an umpire's answer is final, and play continues",
    "UW-07": "Rounds: 3 for 5 to 8 players, one more each time the field doubles",
    "UW-09": "Time: players are ready when the round starts",
    "UW-10": "Time: games that are not finished end when time is called",
    "UW-11": "Time: a warning 10 or 15 minutes before the end, so that the turn can be finished",
    "UW-15": "Score cards: the organiser fills in the top",
    "UW-21": "Casualty thresholds: a quarter, half and three quarters of the starting models, rounded up",
    "UW-25": "Round 1: random opponents, of different factions if possible",
    "UW-26": "Round 1: down the shuffled stack, each top card meets the first of another faction",
    "UW-27": "Round 1: cards of one faction may be left for each other at the end of the stack",
    "UW-29": "Later rounds: the highest total meets the next highest, and so on down",
    "UW-30": "Later rounds: nobody meets the same opponent twice",
    "UW-31": "Later rounds: down the sorted stack, each top card meets the first it has not met",
    "UW-59": "Tables are four feet square",
    "UW-33": "Tables in round 1: in the order of pairing",
    "UW-34": "Tables later: the lowest free one that neither has played on",
    "UW-35": "Tables later: failing that, the lowest free one that is new to the higher scorer",
    "UW-37": "Bye in round 1: by lot, before anybody is paired",
    "UW-38": "Bye later: the lowest total, before anybody is paired",
    "UW-39": "Bye: one for each player, else the next lowest",
    "UW-40": "Bye: pays the best result of the scenario without bonus points",
    "UW-42": "The scenario is always Strategic Withdrawal",
    "UW-47": "Campaign events: bonus points for objectives",
    "UW-49": "Casualty levels: the thresholds that the losses reach",
    "UW-50": "A force that had to withdraw counts as Severe",
    "UW-52": "Tournament points: Crushing 24-0, Major 20-4, Minor 16-8, Draw 12-12",
    "UW-53": "A player who concedes a game retires: no more games and no winning place",
    "UW-54": "Conceded game: the conceder counts as having lost every model, the opponent only real losses",
    "UW-55": "Conceded game: in a campaign the opponent keeps the bonus points",
    "UW-56": "First, second and third place go by total",
    "UW-57": "Tie-break: the sum of the totals of all opponents met",
    "UW-58": "Forces of 300 points at most",
    "UW-60": "Games of 1 hour 20 minutes at most",
    "UW-62": "Campaign events may add to the standard scenario",
    "UW-64": "Kit: what every player brings",
    "UW-65": "Force list: one copy for the organiser, one for the games",
    "UW-66": "Kit: pen, notepad and a repair kit are advised",
    "UW-67": "Force list: the same at every game of the event",
    "UW-68": "Force list: shows player, faction, models or units with their cost, number of models and total",
    "UW-69": "Force list: models and points are the sums of its lines",
    "UW-70": "Force lists: a blank one is supplied for copying",
    "UW-71": "Models: opponents recognise the types of troops easily",
    "UW-72": "Models: of the current range, or of a type that is",
    "UW-73": "Models: no proxies",
    "UW-74": "Models: conversions are easily recognised",
    "U-01": "House rule: a dead end of the stack is stepped back from, lowest pairs first",
    "U-02": "House rule: cards of equal total are shuffled before they are sorted",
    "U-04": "House rule: round 1 as the guide walks the stack, or with the fewest games inside a faction",
    "U-07": "House rule: when everyone has had a bye, fewest byes first, then the lowest total",
    "U-08": "House rule: no free table is new to the higher scorer: one new to the other, else the lowest free",
    "U-14": "House rule: a bye adds nothing to the opponents' total",
    "U-16": "House rule: below 5 players the doubling is read downwards",
    "U-21": "House rule: losses are counted up to the number of starting models",
    "U-22": "House rule: a player who left before the last round does not win a place",
    "U-23": "House rule: a bye scores 24 unless the campaign has its own table",
    "U-27": "House rule: players are warned 15 minutes before the end",
}

_PAYS = "{degree} pays {points} tournament points"

_GAMES = {
    "casualties": "{level} casualties ({lost} of {models} models) against {other_level} "
    f"({{other_lost}} of {{other_models}}): {_PAYS}",
    "withdrew": f"withdrew, which counts as {{level}} casualties, against {{other_level}}: {_PAYS}",
    "other_withdrew": "{level} casualties ({lost} of {models} models) against an opponent who withdrew, "
    f"which counts as {{other_level}}: {_PAYS}",
    "both_withdrew": f"both sides withdrew, which counts as {{level}} casualties for each: {_PAYS}",
    "conceded": f"conceded, which counts as losing all {{models}} models, against {{other_level}} casualties: {_PAYS}",
    "other_conceded": "{level} casualties ({lost} of {models} models) against an opponent who conceded, "
    f"which counts as losing all {{other_models}}: {_PAYS}",
    "disqualified": "disqualified, scored as a conceded game: all {models} models lost, "
    f"against {{other_level}} casualties: {_PAYS}",
    "other_disqualified": "{level} casualties ({lost} of {models} models) against an opponent who was disqualified, "
    f"scored as a conceded game: {_PAYS}",
}

SENTENCES = {
    "table_size": "Tables are 4 feet by 4 feet.",
    **_GAMES,
    **{f"{code}_bonus": f"{sentence}; bonus points on top: {{bonus}}" for code, sentence in _GAMES.items()},
    "bye_score": "a bye pays {points} tournament points, as the best result does",
    "unpaired_score": "a missed round pays {points} tournament points",
    "double_loss_score": "a double loss pays {points} tournament points to both",
    "small_field": "the guide plans for {fewest} players or more; rounds for {heads}: {rounds}",
    "no_faction": "no faction is known of {players}: round 1 can then not keep factions apart",
    "force_too_big": "the force of {player} costs {points} points, the limit is {limit}",
    "clock_warning": "the warning",
    "clock_warning_call": "{before} minutes are left: see to it that the turn can be finished.",
    "clock_time": "time is called",
    "clock_time_call": "Time called. Games that are not finished end now.",
    "long_games": "games of {minutes} minutes are longer than the {most} that the guide allows",
    "winning_place": "{points} tournament points, {opponents} of the opponents: place {rank}",
    "winning_lot": "{points} tournament points, {opponents} of the opponents, level with others: "
    "place {rank} by the drawn lot",
}
