"""Drawing, publishing and closing a Swiss round: refuses with the way out, or answers with facts to record."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence

from muster.core.book.system import System
from muster.core.forms.options import Settings
from muster.core.kit.errors import Refusal
from muster.core.kit.language import Message, listed, plural, tr
from muster.core.kit.lots import Lots, Urn
from muster.core.kit.model import PlayerId, Points, StageKind
from muster.core.kit.reasons import Reason
from muster.core.pairing.byes import choose_bye
from muster.core.pairing.lookahead import REDRAWS, can_go_on, in_order_with_a_future, is_small
from muster.core.pairing.pool import Bye, Draw, Entrant, Pair, Pool
from muster.core.reading.games import met
from muster.core.reading.plan import planned
from muster.core.reading.stage_names import numbered
from muster.core.reading.tally import digest, standings
from muster.core.reading.words import say
from muster.core.record.event import Event, Round, RoundState
from muster.core.record.facts.play import DrawnBye, DrawnPair, Fact, RoundClosed, RoundDrawn, RoundPublished
from muster.core.record.player import Player
from muster.core.record.presence import held_out
from muster.core.rules.lists.life import missing_notice
from muster.core.rules.lists.lost_cards import lost_notice
from muster.core.rules.tables import allocate, room
from muster.core.standings.ranking import Standings

METHOD = 2
"""The version of the Swiss pairing rules: 2 since X-27 and the current fold of W-39."""


def advice(event: Event, system: System) -> tuple[Reason, ...]:
    """What the organiser should know before and during the event; nothing here blocks."""
    heads = sum(not p.stand_in for p in event.active_players())
    try:
        plan = planned(event, system)
    except Refusal:
        # No plan fits yet; asking for the plan itself says why.
        return ()
    if heads < 2:
        return ()
    found = list(plan.notices)
    most = heads - 1 if heads % 2 == 0 else heads
    if event.stages[0].kind is StageKind.SWISS and not event.rounds and plan.rounds > most:
        found.append(Reason("rematch_certain", {"rounds": plan.rounds, "heads": heads, "most": most}, "X-14"))
    of_lists = (*missing_notice(event, system), *lost_notice(event, system))
    return (*found, *system.advice(event, system.settings(event), heads, plan), *of_lists)


def tables_out(event: Event, round_: Round) -> Message:
    """The tables without a result, by name."""
    out = (
        tr(
            "table {table} ({a} v {b}, {state})",
            table=m.table,
            a=event.name_of(m.a),
            b=event.name_of(m.b),
            state=tr(m.state.value),
        )
        for m in round_.out()
    )
    return listed(out, most=6)


def must_be_ready(event: Event, system: System, redraw_reason: str) -> int:
    """The number of the round to draw; otherwise refuses and says what has to come first."""
    event.must_run()
    round_ = event.current
    if round_ is None:
        return 1
    if redraw_reason:
        if any(m.result or m.reports for m in round_.matches):
            raise Refusal(
                "Round {number} already has results, so it cannot be drawn again.",
                clause="X-02",
                number=numbered(event, round_.number),
            )
        return round_.number
    if round_.state is RoundState.DRAFT:
        raise Refusal(
            "Round {number} is a draft. Publish it, or draw it again with a reason.",
            number=numbered(event, round_.number),
        )
    if not round_.complete:
        raise Refusal(
            "Round {number} is still being played. Missing: {tables_out}.",
            number=numbered(event, round_.number),
            tables_out=tables_out(event, round_),
        )
    return round_.number + 1


def draw_round(event: Event, system: System, urn: Urn, redraw_reason: str = "") -> RoundDrawn:
    """The draft of the next Swiss round or, with a reason, of the current one again."""
    number = must_be_ready(event, system, redraw_reason)
    _must_go_on(event, system, number)
    attempt = event.attempts.get(number, 0) + 1
    stream = f"round {number} draw {attempt}"
    drawn = _draw(event, system, number, urn.stream(stream))
    return RoundDrawn(
        number, event.stage.number, *drawn, draw=stream, attempt=attempt, reason=redraw_reason, method=METHOD
    )


def _must_go_on(event: Event, system: System, number: int) -> None:
    """Refuses a round after the book says the event is over."""
    plan = planned(event, system)
    if number > 1:
        reason = system.over(event, system.settings(event), standings(event, system, number - 1))
        if reason is not None:
            raise Refusal(
                "The event is over after round {number}: {say}. Finish it, or change the option to continue.",
                clause=reason.clause,
                number=numbered(event, number - 1),
                say=say(reason, event, system),
            )
    if number > plan.rounds:
        way_out = tr("cut to the top {cut}", cut=plan.cut) if plan.cut else tr("finish the event")
        raise Refusal(
            plural(
                plan.rounds,
                "The planned round is played: {way_out}, or set the option rounds to {more}.",
                "All {n} planned rounds are played: {way_out}, or set the option rounds to {more}.",
                way_out=way_out,
                more=plan.rounds + 1,
            )
        )


def present(event: Event, number: int) -> list[Player]:
    """The players to pair, without stand-ins and those left out of this round.

    Once anybody is checked in, players who never were are held out (X-28).
    """
    waiting = {p.id for p in held_out(event, number)}
    return [p for p in event.active_players() if not p.stand_in and number not in p.missed and p.id not in waiting]


def not_here(event: Event, number: int, seated: Collection[PlayerId] = ()) -> tuple[Reason, ...]:
    """Who is not paired in a round because they never checked in (X-28)."""
    missing = [p.id for p in held_out(event, number) if number not in p.missed and p.id not in seated]
    return (Reason("not_checked_in", {"players": missing}),) if missing else ()


def notices_now(event: Event, round_: Round) -> tuple[Reason, ...]:
    """A round's notices. Somebody may have come since a draft was made; a published round keeps what it said."""
    if round_.state is not RoundState.DRAFT or event.stage_of(round_).kind is not StageKind.SWISS:
        return round_.notices
    others = (n for n in round_.notices if n.code != "not_checked_in")
    return (*not_here(event, round_.number, set(round_.players())), *others)


def pool(event: Event, system: System, number: int, players: Sequence[Player]) -> tuple[Pool, Standings]:
    """The players to pair, as entrants in the order of the standings before this round."""
    before = standings(event, system, number - 1)
    wanted = {p.id for p in players}
    points: dict[PlayerId, Points] = {row.player: row.points for row in before.rows}
    downs: dict[PlayerId, int] = {}
    ups: dict[PlayerId, int] = {}
    for round_ in event.rounds[: number - 1]:
        for match in round_.matches:
            if match.down is not None:
                downs[match.down] = downs.get(match.down, 0) + 1
                up = match.other(match.down)
                ups[up] = ups.get(up, 0) + 1
    byes = Counter(seat.player for round_ in event.rounds[: number - 1] for seat in round_.byes)
    seeds = _seeds(event, system, wanted)
    circles = {p.id: str(p.values.get(system.circle_field) or "").strip().casefold() for p in players}
    entrants = tuple(
        Entrant(p, points[p], byes.get(p, 0), downs.get(p, 0), ups.get(p, 0), circles[p], seeds.get(p, 0))
        for p in before.order()
        if p in wanted
    )
    return Pool(entrants, number, met(event, number)), before


def _seeds(event: Event, system: System, wanted: set[PlayerId]) -> dict[PlayerId, int]:
    """Seed 1 has the highest value in the seed field; ties go by the further seed fields, then by lot (W-40)."""
    if not system.seed_field:
        return {}

    def standing(player: PlayerId) -> tuple[int, ...]:
        one = event.players[player]
        values = [one.values.get(key) for key in (system.seed_field, *system.seed_ties)]
        return (*(-value if isinstance(value, int) else 0 for value in values), one.lot)

    return {p: seed for seed, p in enumerate(sorted(wanted, key=standing), start=1)}


def _draw(
    event: Event, system: System, number: int, lots: Lots
) -> tuple[tuple[DrawnPair, ...], tuple[DrawnBye, ...], tuple[Reason, ...]]:
    settings = system.settings(event)
    players = present(event, number)
    if len(players) < 2:
        raise Refusal("A round needs two players, but only {players} can be paired.", players=len(players))
    active = event.active_players()
    stand_in = next((p for p in active if p.stand_in), None)
    notices = [*not_here(event, number)]
    notices += [Reason("left_out", {"player": p.id}) for p in active if number in p.missed]
    if len(players) % 2 and stand_in is not None:
        players.append(stand_in)
        notices.append(system.rules(settings, number).reason("stand_in_plays", player=stand_in.id))
    field, _ = pool(event, system, number, players)
    field = system.arrange(field, settings, lots)
    rules = system.rules(settings, number)
    byes: tuple[Bye, ...] = ()
    if len(players) % 2:
        order = system.bye_order(field, settings, lots)
        bye, said = choose_bye(field, order, rules, move=settings.flag("move_bye"))
        byes = (bye,)
        notices.extend(said)
    left = planned(event, system).rounds - number
    draw = _with_a_future(field, byes, left, system, settings, lots)
    draw = Draw(draw.pairs, byes, (*notices, *draw.notices))
    points = {e.id: e.points for e in field.entrants}
    return (
        seat(event, system, number, draw.pairs, points),
        tuple(DrawnBye(b.player, b.why) for b in draw.byes),
        draw.notices,
    )


def _with_a_future(
    everybody: Pool, byes: tuple[Bye, ...], left: int, system: System, settings: Settings, lots: Lots
) -> Draw:
    """The system's draw; with few players, one that still leaves the remaining rounds drawable (X-26)."""
    bye = byes[0].player if byes else None
    field = everybody if bye is None else everybody.without(bye)
    draw = system.draw(field, settings, lots)
    rules = system.rules(settings, everybody.round)
    if not (rules.avoid_rematch and is_small(len(everybody.entrants), everybody.round + left)):
        return draw

    def fits(pairs: Sequence[tuple[PlayerId, PlayerId]]) -> bool:
        return can_go_on(everybody, pairs, bye, left)

    lost = any(everybody.last_met(p.a, p.b) for p in draw.pairs) or not can_go_on(everybody, (), None, left + 1)
    if lost or fits([(p.a, p.b) for p in draw.pairs]):
        return draw
    wanted = settings.text("look_ahead")
    if wanted != "off":
        for _ in range(REDRAWS):
            again = system.draw(field, settings, lots)
            if fits([(p.a, p.b) for p in again.pairs]):
                return again
    because = Reason("look_ahead", {"left": left}, "X-26")
    found = in_order_with_a_future(field, fits) if wanted == "always" else None
    if found is not None:
        return Draw(tuple(Pair(p.a, p.b, (because,)) for p in found.pairs), (), (because,))
    code = "corner" if wanted == "always" else "corner_by_choice"
    return Draw(draw.pairs, (), (*draw.notices, Reason(code, {"left": left}, "X-26")))


def seat(
    event: Event,
    system: System,
    number: int,
    pairs: Sequence[Pair],
    points: dict[PlayerId, Points],
    taken: frozenset[int] = frozenset(),
) -> tuple[DrawnPair, ...]:
    """The pairs with their tables and who was paired down. `taken`: tables already used in this round."""
    settings = system.settings(event)
    avoid_repeats = settings.flag("avoid_repeat_tables")
    used: dict[PlayerId, set[int]] = {}
    for round_ in event.rounds[: number - 1] if avoid_repeats else ():
        for match in round_.matches:
            used.setdefault(match.a, set()).add(match.table)
            used.setdefault(match.b, set()).add(match.table)
    pins: dict[PlayerId, int] = {}
    for player in event.players.values():
        wanted = player.values.get("pinned_table")
        if isinstance(wanted, int) and wanted not in taken:
            pins[player.id] = wanted
    featured = settings.number_or_none("featured_table")
    seats = allocate(
        [(p.a, p.b) for p in pairs],
        tables=[t for t in tables_there(event, system, len(pairs) + len(taken)) if t not in taken],
        used={p: frozenset(t) for p, t in used.items()},
        pinned=pins,
        avoid_repeats=avoid_repeats,
        clauses=system.rules(settings, number).clauses,
        featured=None if featured in taken else featured,
    )
    return tuple(
        DrawnPair(pair.a, pair.b, table, pair.why, why, _down(pair, points))
        for pair, (table, why) in zip(pairs, seats, strict=True)
    )


def tables_there(event: Event, system: System, needed: int) -> list[int]:
    """The room's tables, best first; U-10: every table of round 1 stays available when people leave."""
    settings = system.settings(event)
    count = settings.number_or_none("tables") or (len(event.rounds[0].matches) if event.rounds else 0)
    return room(settings.ranges("table_numbers"), settings.ranges("closed_tables"), max(count, needed), needed)


def _down(pair: Pair, points: dict[PlayerId, Points]) -> PlayerId | None:
    if points[pair.a] == points[pair.b]:
        return None
    return pair.a if points[pair.a] > points[pair.b] else pair.b


def publish(event: Event) -> list[Fact]:
    """Makes the draft public; refuses one that no longer fits the players who are here."""
    event.must_run()
    round_ = event.current
    if round_ is None or round_.state is not RoundState.DRAFT:
        raise Refusal("There is no draft to publish. Pair a round first.")
    must_fit(event, round_)
    return [RoundPublished(round_.number)]


def unplaced(event: Event, round_: Round) -> list[Player]:
    """Players who could play but have neither an opponent nor a bye: forgotten in a pairing by hand, or arrived after
    the draw.
    """
    if event.stage_of(round_).kind is not StageKind.SWISS:
        return []
    drafted = set(round_.players())
    return [p for p in present(event, round_.number) if p.id not in drafted]


def must_fit(event: Event, round_: Round) -> None:
    """Refuses a draft that includes somebody who has left, or lacks somebody who is here."""
    for player in round_.players():
        if not event.players[player].active:
            raise Refusal(
                "{player} is in the draft of round {number} but has left. Draw it again with a reason.",
                number=numbered(event, round_.number),
                player=event.name_of(player),
            )
    missing = unplaced(event, round_)
    if missing:
        raise Refusal(
            "Round {number} has neither an opponent nor a bye for {names}. Give each of them a bye, drop them, or "
            "leave them out of this round; or draw the round again with a reason.",
            number=numbered(event, round_.number),
            names=listed((p.name for p in missing), most=6),
        )


def close(event: Event, system: System) -> list[Fact]:
    """Closes the round; refuses while results are missing, naming the tables."""
    event.must_run()
    round_ = event.current
    if round_ is None or round_.state is RoundState.DRAFT:
        raise Refusal("No round is being played. Publish one first.")
    if round_.state is RoundState.CLOSED:
        raise Refusal("Round {number} is already closed. Pair the next one.", number=numbered(event, round_.number))
    if not round_.complete:
        raise Refusal(
            "Round {number} cannot be closed. Missing: {tables_out}.",
            number=numbered(event, round_.number),
            tables_out=tables_out(event, round_),
        )
    return [RoundClosed(round_.number, digest(standings(event, system, round_.number)))]
