"""The rules that reasons, options and fields cite, in our own words, and the sentences of this game's own reasons."""

from __future__ import annotations

from muster.core import house

CLAUSES = {
    **house.CLAUSES,
    "L5R-006": "Roles: exactly one organiser",
    "L5R-007": "Roles: without a marshal the organiser has a marshal's duties",
    "L5R-009": "Roles: the marshal decides on unsporting conduct, and recommends a disqualification to the organiser",
    "L5R-010": "Roles: a marshal or judge who is off duty is a spectator",
    "L5R-012": "Roles: a judge points out rules that are not followed",
    "L5R-013": "Roles: players, then a judge, then on appeal the marshal, whose answer is final",
    "L5R-017": "Leaders who play: relaxed tier, and another leader is there",
    "L5R-018": "Leaders who play: the other leaders rule in their games",
    "L5R-019": "Leaders who play: two who meet have the marshal rule",
    "L5R-020": "Leaders who play: not in the formal and the premier tier",
    "L5R-025": "Unsporting conduct: the organiser alone removes a player",
    "L5R-082": "Round times: 65 minutes, the final 100",
    "L5R-084": "Pairings: rounds and cuts are announced before the start",
    "L5R-085": "Pairings: a bye is a win",
    "L5R-086": "Pairings: nobody meets the same opponent twice in a stage",
    "L5R-090": "Pairings: who rejoins takes an unpaired loss for each round missed",
    "L5R-091": "Pairings: who left rejoins in the same stage only",
    "L5R-092": "Pairings: a disqualified player cannot rejoin",
    "L5R-093": "Swiss rounds: equal points meet",
    "L5R-095": "Swiss rounds: round 1 by lot, later by lot among equal points",
    "L5R-096": "Swiss rounds: who is left over meets somebody of the next group down",
    "L5R-097": "Swiss rounds: the bye by lot in round 1, then to the lowest ranked without one",
    "L5R-100": "Progression cut: by standings to the top 4, 8, 16 or 32",
    "L5R-101": "Progression cut: other kinds of cut",
    "L5R-106": "Single elimination: after a cut the highest seed meets the lowest",
    "L5R-107": "Single elimination from the start: byes and pairs by lot",
    "L5R-108": "Single elimination: the winner of the first game meets the winner of the last",
    "L5R-105": "Single elimination: the winner stays, the loser is out",
    "L5R-110": "End of round: a victory condition is a win and a loss",
    "L5R-112": "End of round: a concession is a loss for who concedes",
    "L5R-113": "Going to time: at the end of the round no new dynasty phase begins",
    "L5R-115": "Going to time: five minutes later the last call for match slips",
    "L5R-116": "Going to time: a slip after the last call is a modified loss",
    "L5R-117": "Going to time: ten minutes after time all play stops",
    "L5R-118": "Going to time: decided when play stops, a modified win",
    "L5R-119": "Emperor's Judgment: after the regroup phase that follows time, or when play stops",
    "L5R-120": "Emperor's Judgment: two points for each broken province of the opponent, six at most",
    "L5R-121": "Emperor's Judgment: two points for more honor",
    "L5R-122": "Emperor's Judgment: one point for the Imperial Favor",
    "L5R-123": "Emperor's Judgment: more points win; level, who decided the first player",
    "L5R-124": "Emperor's Judgment: after the last call for slips a modified loss",
    "L5R-126": "Tournament points: win 10, modified win 6, loss 1, modified loss 0",
    "L5R-127": "Tie-breaks: strength of schedule",
    "L5R-128": "Tie-breaks: extended strength of schedule",
    "L5R-130": "Structures: Basic, Advanced or Custom",
    "L5R-131": "Basic structure: rounds and cut by head count",
    "L5R-132": "Advanced structure: rounds and cut by head count",
    "L5R-133": "Custom structure: any other arrangement",
    "L5R-134": "Tiers: what players are to expect",
    "L-05": "House rule: an unpaired loss is worth as much as a loss",
    "L-09": "House rule: who finds nobody new in the next group goes one lower",
    "L-12": "House rule: when all have had a bye, fewest byes first",
    "L-13": "House rule: slip call and stop follow the length of the round, in the final too",
    "L-17": "House rule: the organiser may waive a late slip",
    "L-18": "House rule: an extension moves all marks of that table",
    "L-21": "House rule: the Imperial Favor has one holder or none",
    "L-24": "House rule: a bye has a game number, and its player wins that game",
    "L-28": "House rule: fields too small for the tables play a custom structure",
    "L-31": "House rule: the other leader is anybody on duty who does not play in that game",
    "L-32": "House rule: nobody rules on a game of their own; a third leader does",
    "L-40": "House rule: a disqualified player's opponent wins the current game",
}

_JUDGED = {
    "": "Emperor's Judgment",
    "_counted": "Emperor's Judgment by {own} to {other}",
    "_level": "Emperor's Judgment, level at {own}, for having decided the first player",
}
_JUDGED_AGAINST = {**_JUDGED, "_level": "Emperor's Judgment, level at {own}: the opponent had decided the first player"}

SENTENCES = {
    "won": "won the game: {points} tournament points",
    "lost": "lost the game: {points} tournament point",
    "conceded_to": "the opponent conceded: a win, {points} tournament points",
    "conceded": "conceded: a loss, {points} tournament point",
    "opponent_disqualified": "the opponent was disqualified: a win, {points} tournament points",
    "disqualified_loss": "disqualified in this game: a loss, {points} tournament point",
    "slip_late": "lost, and the slip came at minute {minute}, after the last call at {mark}: "
    "a modified loss, {points} tournament points",
    "modified_loss": "lost late in the round: a modified loss, {points} tournament points",
    **{f"judged_won{n}": f"won {how}: {{points}} tournament points" for n, how in _JUDGED.items()},
    **{f"judged_lost{n}": f"lost {how}: {{points}} tournament point" for n, how in _JUDGED_AGAINST.items()},
    **{
        f"judged_late{n}": f"lost {how}; after the last call for slips that is a modified loss, "
        "{points} tournament points"
        for n, how in _JUDGED_AGAINST.items()
    },
    **{
        f"stopped_won{n}": f"won {how}; when play has stopped that is a modified win, {{points}} tournament points"
        for n, how in _JUDGED.items()
    },
    **{
        f"stopped_lost{n}": f"lost {how}; when play has stopped that is a modified loss, {{points}} tournament points"
        for n, how in _JUDGED_AGAINST.items()
    },
    "clock_time": "time is called",
    "clock_time_call": "Time. No new dynasty phase begins: concede, or play on through the next regroup phase.",
    "clock_time_form": "Time is called. A slip counts in full until the last call; after it the loser gets a modified "
    "loss.",
    "clock_slips": "the last call for slips",
    "clock_slips_call": "Last call for match slips. With a slip that comes later, the loser gets a modified loss.",
    "clock_slips_form": "The last call for slips is past: the loser gets a modified loss. Set Result to “modified "
    "loss”.",
    "clock_stop": "all play stops",
    "clock_stop_call": "Stop playing. Games without a winner go to Emperor's Judgment.",
    "clock_stop_form": "Play has stopped. A game without a winner goes to Emperor's Judgment: set Result to "
    "“modified”. One that was won before is handed in late: set it to “modified loss”.",
    "goes_on": "won and goes on; elimination games earn no points",
    "goes_out": "lost and is out; elimination games earn no points",
    "bye_is_win": "a bye is a win: {points} tournament points",
    "unpaired_loss": "missed the round: an unpaired loss, worth {points}",
    "double_loss": "both players lose: a modified loss each, {points} tournament points",
    "custom_structure": "{rounds} rounds and a cut of {cut} (0: none), set by hand, are a Custom structure and not "
    "the {structure} one: announce it before the start",
    "custom_elimination": "an event that begins with elimination has a Custom structure and not the {structure} one: "
    "announce it before the start",
    "small_field": "the structures of the book begin at {smallest} players, and there are {heads}",
    "unusual_cut": "the book cuts to 4, 8, 16 or 32; a cut to {cut} should come from the event's own outline",
    "cut_beyond_field": "the cut of {cut} is larger than the field of {heads}: the top seeds will have byes",
}
