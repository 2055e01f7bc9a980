"""What each reason of a round claims, checked by a plain recount of the event. One check per code, and none left out.

Nothing here asks the pairing engine: opponents, byes, points and tables are counted from the record, and "could not be
done better" means that every pairing of the field was looked at.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from muster.core.kit.model import PlayerId
from muster.core.kit.reasons import Reason
from muster.core.pairing.why import shown
from muster.core.reading.games import winner
from muster.core.reading.words import say
from muster.core.record.event import Match
from muster.core.record.facts.play import ByeAdded, PlayersSwapped, RoundDrawn, TableMoved
from muster.core.record.undo import effective
from muster.core.rules.rounds import tables_there
from tests.app.recount import Round
from tests.core.pairing.brute import floats_down, pairings, rematches

Check = Callable[[Round, dict[str, Any], Match | None], None]
CHECKS: dict[str, Check] = {}


def claims(*codes: str) -> Callable[[Check], Check]:
    def register(check: Check) -> Check:
        CHECKS.update(dict.fromkeys(codes, check))
        return check

    return register


def check(round_: Round) -> set[str]:
    """Checks everything the current round says; returns the codes it used."""
    seen = set()
    for reason, match in round_.reasons():
        assert reason.code in CHECKS, f"nothing checks what “{reason.code}” claims"
        CHECKS[reason.code](round_, reason.data, match)
        assert "{" not in str(say(reason, round_.event, round_.opened.system))
        seen.add(reason.code)
    return seen


@claims("random")
def _(r: Round, data: dict[str, Any], m: Match | None) -> None:
    assert len({e.points for e in r.field.entrants}) == 1


@claims("same_points")
def _(r: Round, data: dict[str, Any], m: Match | None) -> None:
    assert m is not None
    assert shown(r.points[m.a]) == shown(r.points[m.b]) == data["points"]


def _down(r: Round, data: dict[str, Any], m: Match | None) -> int:
    """How many have at least as many points as the one who goes down."""
    assert m is not None
    high, low = sorted((r.points[m.a], r.points[m.b]), reverse=True)
    assert (data["higher"], data["lower"]) == (shown(high), shown(low))
    assert r.points[data["player"]] == high > low and m.has(data["player"])
    return sum(e.points >= high for e in r.field.entrants)


@claims("paired_down")
def _(r: Round, data: dict[str, Any], m: Match | None) -> None:
    assert _down(r, data, m) % 2 == 1


@claims("paired_down_even")
def _(r: Round, data: dict[str, Any], m: Match | None) -> None:
    assert _down(r, data, m) % 2 == 0
    r.is_best()


@claims("pair_down_again")
def _(r: Round, data: dict[str, Any], m: Match | None) -> None:
    assert r.rules.limit_downs
    assert any(x.down == data["player"] for past in r.event.rounds[:-1] for x in past.matches)
    r.is_best()


def _between(r: Round, player: PlayerId) -> set[PlayerId]:
    m = r.drawn.match_of(player)
    assert m is not None
    low = r.points[m.other(player)]
    return {e.id for e in r.field.entrants if low < e.points < r.points[player]}


@claims("float_far")
def _(r: Round, data: dict[str, Any], m: Match | None) -> None:
    assert _between(r, data["player"])
    r.is_best()
    told = {d["player"] for c, d in _told(r) if c == "float_needed" and d["player_b"] == data["player"]}
    told |= {p for c, d in _told(r) if c == "float_met" and d["player"] == data["player"] for p in d["players_met"]}
    assert told == _between(r, data["player"]), "everybody in between is accounted for"


def _told(r: Round) -> list[tuple[str, dict[str, Any]]]:
    return [(reason.code, reason.data) for reason, _ in r.reasons()]


@claims("float_met")
def _(r: Round, data: dict[str, Any], m: Match | None) -> None:
    assert set(data["players_met"]) <= _between(r, data["player"]) & r.met[data["player"]].keys()


@claims("float_needed", "float_needed_elsewhere")
def _(r: Round, data: dict[str, Any], m: Match | None) -> None:
    """X-27: meeting her instead makes the round worse, unless an equal leftover then goes as far."""
    wanted, floats = data["player"], data["player_b"]
    assert wanted in _between(r, floats)
    assert data["points"] == shown(r.points[wanted])
    seat = r.drawn.match_of(wanted)
    assert seat is not None
    text = str(say(Reason("float_needed", data), r.event, r.opened.system))
    assert text == f"{r.event.name_of(wanted)}, on {data['points']}, was needed at table {seat.table}"
    pair = tuple(sorted((r.place[wanted], r.place[floats])))
    instead = min(r.price(p) for p in r.every if pair in p)
    equals = [i for i, j in r.edges if r.field.entrants[i].points == r.points[floats] != r.field.entrants[j].points]
    assert instead > r.least or (instead == r.least and len(equals) > 1)
    if r.way == "groups":
        assert floats_down(r.field, r.edges) == min(floats_down(r.field, p) for p in r.every if r.price(p) == r.least)


@claims("rematch_forced")
def _(r: Round, data: dict[str, Any], m: Match | None) -> None:
    assert r.met[data["player"]][data["player_b"]] == data["last_met"]
    assert r.rules.give_way[-1] == "rematch"
    assert rematches(r.field, r.edges)[0] == min(rematches(r.field, p)[0] for p in r.every)


@claims("rematch_allowed")
def _(r: Round, data: dict[str, Any], m: Match | None) -> None:
    assert r.met[data["player"]][data["player_b"]] == data["last_met"]
    assert r.rules.give_way[-1] != "rematch"
    r.is_best()


@claims("same_circle")
def _(r: Round, data: dict[str, Any], m: Match | None) -> None:
    assert r.circle(data["player"]) == r.circle(data["player_b"]) == data["circle"] != ""
    r.is_best()


def _walked(r: Round, m: Match | None) -> tuple[int, int, list[int]]:
    """The top card, its opponent, and who was left below it."""
    assert m is not None and r.way == "walk"
    top, other = sorted((r.place[m.a], r.place[m.b]))
    return top, other, [k for i, j in r.edges if i >= top for k in (i, j) if k != top]


def _passed(r: Round, m: Match | None, apart: bool) -> tuple[int, list[int], list[int], list[int]]:
    """The top card, who came before its opponent, and of these who was met and who was not possible."""
    top, other, left = _walked(r, m)
    who = r.field.entrants
    own = who[top].circle
    left.sort(key=lambda k: (apart and bool(own) and who[k].circle == own, k))
    passed = left[: left.index(other)]
    known = r.met.get(who[top].id, {}) if r.rules.avoid_rematch else {}
    met, kept = [k for k in passed if who[k].id in known], [k for k in passed if who[k].id not in known]
    for k in kept:
        assert r.worse([top, *left], top, k), "this one was free and would have fitted"
    return top, passed, met, kept


@claims("other_circle", "other_circle_passed", "same_circle_left", "same_circle_passed")
def _(r: Round, data: dict[str, Any], m: Match | None) -> None:
    top, passed, _met, _kept = _passed(r, m, apart=True)
    who = r.field.entrants
    assert [who[k].id for k in passed] == data.get("players_passed", [])
    same = r.circle(m.a) == r.circle(m.b) != "" if m is not None else False
    assert same == ("circle" in data)
    if same and not passed:
        assert {who[k].circle for k in _walked(r, m)[2]} == {who[top].circle}


@claims("next")
def _(r: Round, data: dict[str, Any], m: Match | None) -> None:
    assert _passed(r, m, apart=False)[1] == []


@claims("nearest")
def _(r: Round, data: dict[str, Any], m: Match | None) -> None:
    _top, _all, met, kept = _passed(r, m, apart=False)
    assert ([r.field.entrants[k].id for k in met], kept) == (data["players_passed"], [])
    assert m is not None and m.b not in r.met.get(m.a, {})


@claims("nearest_that_fits")
def _(r: Round, data: dict[str, Any], m: Match | None) -> None:
    _top, _all, _met, kept = _passed(r, m, apart=False)
    assert [r.field.entrants[k].id for k in kept] == data["players_kept"] != []


@claims("seed_fold", "seed_fold_passed")
def _(r: Round, data: dict[str, Any], m: Match | None) -> None:
    """W-39: down the pile, who came from above first; the lowest seed left, or why not."""
    assert m is not None
    who, partner = r.field.entrants, {i: j for e in r.edges for i, j in (e, e[::-1])}
    top, other = sorted((r.place[m.a], r.place[m.b]))
    assert (who[top].seed, who[other].seed) == (data["seed"], data["seed_b"])
    pile = [i for i, e in enumerate(who) if e.points == who[other].points]
    stay = [i for i in pile if who[partner[i]].points >= who[i].points]
    came = sorted(partner[i] for i in stay if partner[i] not in pile)
    entries = [*came, *stay]
    done = {k for e in entries[: entries.index(top)] for k in (e, partner[e])}
    lower = [k for k in reversed(stay) if k not in done and k > other]
    assert [who[k].id for k in lower] == data.get("players_passed", [])
    fixed = {e for e in r.edges if set(e) <= done}
    for k in lower:
        instead = [p for p in r.every if (top, k) in p and fixed <= set(p) and r.price(p) == r.least]
        assert all(
            {i for i in pile if who[dict((*p, *(e[::-1] for e in p)))[i]].points < who[i].points}
            != set(pile) - set(stay)
            for p in instead
        ), "the lower seed would have fitted"


@claims("bracket_seeded")
def _(r: Round, data: dict[str, Any], m: Match | None) -> None:
    assert m is not None
    seeds = r.event.stage.seeds
    slots = 1 << (len(seeds) - 1).bit_length()
    assert (m.game, m.a, m.b) == (data["game"], seeds[m.game - 1], seeds[slots - m.game])


@claims("bracket_drawn")
def _(r: Round, data: dict[str, Any], m: Match | None) -> None:
    assert m is not None and m.game == data["game"] and not r.event.stage.seeds


@claims("bracket_next")
def _(r: Round, data: dict[str, Any], m: Match | None) -> None:
    assert m is not None and m.game == data["game"]
    last = r.event.rounds[-2]
    games = len(r.event.rounds[-2].matches) + len(last.byes)
    for player, game in ((m.a, m.game), (m.b, games + 1 - m.game)):
        bye = any(b.player == player and b.game == game for b in last.byes)
        won = any(winner(r.event, r.opened.system, last, x) == player and x.game == game for x in last.matches)
        assert bye or won


@claims("third_place")
def _(r: Round, data: dict[str, Any], m: Match | None) -> None:
    assert m is not None
    last = r.event.rounds[-2]
    lost = {x.other(p) for x in last.matches if (p := winner(r.event, r.opened.system, last, x)) is not None}
    assert {m.a, m.b} == lost and len(last.matches) == 2


@claims("bracket_bye")
def _(r: Round, data: dict[str, Any], m: Match | None) -> None:
    assert any(b.game == data["game"] for b in r.drawn.byes)
    assert all(x.game != data["game"] for x in r.drawn.matches)


@claims("bye")
def _(r: Round, data: dict[str, Any], m: Match | None) -> None:
    assert len(r.drawn.byes) == 1


@claims("bye_had_one", "second_bye")
def _(r: Round, data: dict[str, Any], m: Match | None) -> None:
    assert r.byes(data["player"]) > 0


@claims("bye_again")
def _(r: Round, data: dict[str, Any], m: Match | None) -> None:
    had = r.byes(data["player"])
    assert had > 0
    assert all(r.byes(p) >= had for p in r.drawn.players())


@claims("bye_again_moved")
def _(r: Round, data: dict[str, Any], m: Match | None) -> None:
    players, had = list(r.drawn.players()), r.byes(data["player"])
    fewer = [p for p in players if r.byes(p) < had]
    assert fewer
    assert not any(r.free([q for q in players if q != p]) for p in fewer)


@claims("bye_moved")
def _(r: Round, data: dict[str, Any], m: Match | None) -> None:
    players = list(r.drawn.players())
    assert [b.player for b in r.drawn.byes] == [data["player"]]
    assert r.free([p for p in players if p != data["player"]])
    assert not r.free([p for p in players if p != data["player_b"]])


def _can_go_on(r: Round, left: int) -> bool:
    """Whether there can be this many more rounds without a rematch or a second bye. Tries every pairing of every
    round.
    """
    bye = PlayerId(0)
    players = sorted(r.drawn.players())
    used = {frozenset((p, q)) for p, row in r.met.items() for q in row}
    used |= {frozenset((m.a, m.b)) for m in r.drawn.matches}
    if len(players) % 2:
        used |= {frozenset((p, bye)) for p in players if r.byes(p) or any(b.player == p for b in r.drawn.byes)}
        players.append(bye)
    every = [frozenset(map(frozenset, p)) for p in pairings(players)]
    rounds = [p for p in every if not p & used]

    def more(options: list[frozenset[frozenset[int]]], wanted: int) -> bool:
        if wanted == 0:
            return True
        return any(more([q for q in options[k + 1 :] if not p & q], wanted - 1) for k, p in enumerate(options))

    return more(rounds, left)


@claims("look_ahead")
def _(r: Round, data: dict[str, Any], m: Match | None) -> None:
    assert _can_go_on(r, data["left"])


@claims("corner", "corner_by_choice")
def _(r: Round, data: dict[str, Any], m: Match | None) -> None:
    assert not _can_go_on(r, data["left"])


@claims("by_hand")
def _(r: Round, data: dict[str, Any], m: Match | None) -> None:
    changed = any(isinstance(e.fact, PlayersSwapped | ByeAdded) for e in effective(r.opened.entries))
    assert r.drawn.by_hand or changed


@claims("swapped")
def _(r: Round, data: dict[str, Any], m: Match | None) -> None:
    swaps = [e.fact for e in effective(r.opened.entries) if isinstance(e.fact, PlayersSwapped)]
    assert any(fact.round == r.drawn.number for fact in swaps)
    if m is not None:
        assert any(m.has(p) for fact in swaps for p in (fact.first, fact.second))


@claims("late_seat")
def _(r: Round, data: dict[str, Any], m: Match | None) -> None:
    assert m is not None and m.has(data["player"]) and m.has(data["player_b"])
    drawn = [e.fact for e in effective(r.opened.entries) if isinstance(e.fact, RoundDrawn)]
    (last,) = [fact for fact in drawn if fact.round == r.drawn.number][-1:]
    assert data["player_b"] in [bye.player for bye in last.byes]
    assert not any(data["player"] in (pair.a, pair.b) for pair in last.pairs)


@claims("rematch")
def _(r: Round, data: dict[str, Any], m: Match | None) -> None:
    assert r.met[data["player"]][data["player_b"]] == data["last_met"]


@claims("uneven")
def _(r: Round, data: dict[str, Any], m: Match | None) -> None:
    known = {shown(p): p for p in r.points.values()}
    assert known[data["higher"]] > known[data["lower"]]


@claims("same_circle_again")
def _(r: Round, data: dict[str, Any], m: Match | None) -> None:
    assert r.circle(data["player"]) == r.circle(data["player_b"]) == data["circle"].casefold() != ""


@claims("second_down")
def _(r: Round, data: dict[str, Any], m: Match | None) -> None:
    went = [past.number for past in r.event.rounds[:-1] for x in past.matches if x.down == data["player"]]
    assert went[-1] == data["last"]


@claims("left_out")
def _(r: Round, data: dict[str, Any], m: Match | None) -> None:
    assert data["player"] not in r.drawn.players()
    assert r.event.players[data["player"]].active


@claims("not_checked_in")
def _(r: Round, data: dict[str, Any], m: Match | None) -> None:
    assert data["players"]
    for player in data["players"]:
        assert not r.event.players[player].checked_in and player not in r.drawn.players()


@claims("stand_in_plays")
def _(r: Round, data: dict[str, Any], m: Match | None) -> None:
    assert r.event.players[data["player"]].stand_in and data["player"] in r.drawn.players()
    assert r.drawn.byes == []


def _used(r: Round, player: PlayerId) -> set[int]:
    return {x.table for past in r.event.rounds[:-1] for x in past.matches if x.has(player)}


def _free_tables(r: Round, m: Match) -> list[int]:
    """The tables that were free when this match got its own: pins and the featured one go first."""
    first = ("table_pinned", "table_featured")
    taken = {x.table for x in r.drawn.matches if x.number < m.number or x.table_why[0].code in first}
    room = tables_there(r.event, r.opened.system, len(r.drawn.matches))
    return [t for t in room if t not in taken]


@claims("table_in_order")
def _(r: Round, data: dict[str, Any], m: Match | None) -> None:
    assert m is not None and m.table == _free_tables(r, m)[0]


@claims("table_fresh", "table_fresh_for_one", "table_repeat")
def _(r: Round, data: dict[str, Any], m: Match | None) -> None:
    """UW-34, UW-35, U-08."""
    assert m is not None
    free = _free_tables(r, m)
    both = [t for t in free if t not in _used(r, m.a) | _used(r, m.b)]
    if "player" in data:
        assert not both
        assert m.table == next(t for t in free if t not in _used(r, data["player"]))
    elif both:
        assert m.table == both[0]
    else:
        assert set(free) <= _used(r, m.a) & _used(r, m.b)


@claims("table_again")
def _(r: Round, data: dict[str, Any], m: Match | None) -> None:
    assert data["table"] in _used(r, data["player"])


@claims("table_featured")
def _(r: Round, data: dict[str, Any], m: Match | None) -> None:
    assert m is not None
    assert m.table == r.opened.system.settings(r.event).number_or_none("featured_table")
    assert all(x.table_why[0].code == "table_pinned" for x in r.drawn.matches if x.number < m.number)


@claims("table_pinned")
def _(r: Round, data: dict[str, Any], m: Match | None) -> None:
    assert m is not None and m.has(data["player"])
    assert r.event.players[data["player"]].values["pinned_table"] == m.table


@claims("table_pin_missed")
def _(r: Round, data: dict[str, Any], m: Match | None) -> None:
    """Somebody else sits there, or the opponent's own pin came first."""
    assert m is not None and m.table != data["table"]
    assert r.event.players[data["player"]].values["pinned_table"] == data["table"]
    other = r.event.players[m.other(data["player"])].values.get("pinned_table")
    assert other == m.table or any(x.table == data["table"] for x in r.drawn.matches)


@claims("table_moved")
def _(r: Round, data: dict[str, Any], m: Match | None) -> None:
    moves = [e.fact for e in effective(r.opened.entries) if isinstance(e.fact, TableMoved)]
    assert m is not None
    assert any(f.round == r.drawn.number and m.number in (f.match, f.other) for f in moves)
