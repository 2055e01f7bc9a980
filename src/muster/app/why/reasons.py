"""Explains a pairing, a bye, a table, a score or a rank, with the rule behind it."""

from __future__ import annotations

from muster.app.desk import Opened
from muster.app.exact import View, exact
from muster.app.results.actions import find_match
from muster.app.speech import tr
from muster.app.views.event import of_round
from muster.app.why.alternatives import alternatives
from muster.core.kit.errors import Refusal
from muster.core.kit.model import PlayerId, Points, StageKind
from muster.core.kit.reasons import Reason
from muster.core.kit.written import whole_number
from muster.core.reading.final import bracket_place
from muster.core.reading.tally import scores, table
from muster.core.reading.words import heading, say
from muster.core.record.event import MatchState, Round
from muster.core.record.player import Player
from muster.core.standings.lines import LineKind
from muster.core.standings.ranking import Standings, StandingsRow


class Because(View, frozen=True):
    """One step of an explanation: what it is about, why it is so, and the clause with its heading."""

    about: str
    text: str
    clause: str = ""
    heading: str = ""


def _because(opened: Opened, about: str, reasons: tuple[Reason, ...]) -> list[Because]:
    return [
        Because(about, tr(say(r, opened.event, opened.system)), r.clause, tr(heading(r.clause, opened.system)))
        for r in reasons
    ]


def why(opened: Opened, where: str, round_: int | None = None) -> list[Because]:
    """Everything about a table or a player: how they were paired, seated and scored, and their rank."""
    event = opened.event
    if whole_number(where) is not None:
        return why_match(opened, where, round_)
    player = event.find(where)
    found: list[Because] = []
    if event.rounds:
        number = len(event.rounds) if round_ is None else round_
        drawn = event.round(number)
        found += (
            why_bye(opened, player, drawn) if drawn.match_of(player.id) is None else why_match(opened, where, number)
        )
    return found + why_rank(opened, player, round_) if of_round(opened, round_).after or not found else found


class PlayerWhy(View, frozen=True):
    """Why a player is paired and ranked as they are, for everybody. Both are empty before the first round."""

    paired: list[Because]
    ranked: list[Because]


def why_player(opened: Opened, player: Player) -> PlayerWhy:
    """Their match in the published round, and their rank; nothing about drafts."""
    shown = opened.event.shown
    if not shown:
        return PlayerWhy([], [])
    is_ranked = any(r.complete for r in shown) or opened.event.stages[0].kind is not StageKind.SWISS
    plays = shown[-1].match_of(player.id) is not None
    return PlayerWhy(
        why_match(opened, f"#{player.id}", shown[-1].number) if plays else [],
        why_rank(opened, player) if is_ranked else [],
    )


def why_match(opened: Opened, where: str, round_: int | None = None) -> list[Because]:
    """Pairing, table and score of one match."""
    round_drawn, match = find_match(opened.event, where, round_ or 0)
    a, b = opened.event.name_of(match.a), opened.event.name_of(match.b)
    found = _because(opened, tr("{a} v {b}", a=a, b=b), match.why)
    found += [_cited(opened, *told) for told in alternatives(opened, round_drawn, match)]
    found += _because(opened, tr("table {table}", table=match.table), match.table_why)
    if match.state is MatchState.IN:
        for name, score in zip((a, b), scores(opened.event, opened.system, round_drawn, match), strict=True):
            about = name if _eliminates(opened, round_drawn) else f"{name}: {_points(opened, score.points)}"
            found += _because(opened, about, (score.why,))
    return found


def _points(opened: Opened, points: Points) -> str:
    """“1 tournament point”, “2 tournament points”."""
    name = opened.system.points_name
    return f"{exact(points)} {tr(name.removesuffix('s') if points == 1 else name)}"


def _eliminates(opened: Opened, round_: Round) -> bool:
    return opened.event.stage_of(round_).kind is StageKind.ELIMINATION


def why_bye(opened: Opened, player: Player, round_: Round) -> list[Because]:
    """A player's bye, or why they have neither match nor bye."""
    for seat in round_.byes:
        if seat.player == player.id:
            found = _because(
                opened, tr("{name}: bye in round {number}", name=player.name, number=round_.number), seat.why
            )
            if not _eliminates(opened, round_):
                bye = opened.system.bye(opened.system.settings(opened.event))
                found += _because(opened, f"{player.name}: {_points(opened, bye.points)}", (bye.why,))
            return found
    if round_.number in player.missed:
        unpaired = opened.system.unpaired(opened.system.settings(opened.event))
        return _because(
            opened, tr("{name}: round {number} missed", name=player.name, number=round_.number), (unpaired.why,)
        )
    return [
        Because(
            player.name, tr("not in round {number} ({status})", number=round_.number, status=tr(player.status.value))
        )
    ]


def why_rank(opened: Opened, player: Player, round_: int | None = None) -> list[Because]:
    """Points round by round, then the first tie-break that decides against each neighbour."""
    standing = of_round(opened, round_)
    if not standing.after and opened.event.stages[0].kind is StageKind.SWISS:
        raise Refusal("No round is finished yet, so there is no ranking.")
    row = standing.row(player.id)
    record = table(opened.event, opened.system, round_).lines[player.id]
    found = []
    for line in record:
        kind = "" if line.kind is LineKind.GAME else f" ({tr(line.kind.value)})"
        against = tr(" v {name}", name=opened.event.name_of(line.opponent)) if line.opponent is not None else kind
        about = tr("round {round}{against}: {exact}", round=line.round, against=against, exact=exact(line.points))
        found += _because(opened, about, (line.why,))
    points = _points(opened, row.points)
    if row.rank is None:
        found.append(Because(tr("no place"), f"{tr(row.mark)}, {points}"))
        return found
    place = tr("rank {rank}", rank=row.rank)
    placed = bracket_place(opened.event, opened.system, player.id) if round_ is None else None
    if placed is not None:
        found += _because(opened, place, (placed,))
    else:
        found.append(Because(place, tr("{points} after round {after}", points=points, after=standing.after)))
    ranked = standing.ranked()
    index = ranked.index(row)
    if index > 0:
        found.append(_compare(opened, standing, ranked[index - 1], row, round_ is None))
    if index + 1 < len(ranked):
        found.append(_compare(opened, standing, row, ranked[index + 1], round_ is None))
    return found


def _compare(opened: Opened, standing: Standings, upper: StandingsRow, lower: StandingsRow, final: bool) -> Because:
    """What puts the upper row above the lower one; in the final order the bracket comes first."""
    above, below = opened.event.name_of(upper.player), opened.event.name_of(lower.player)
    about = tr("{above} above {below}", above=above, below=below)
    if final and (placed := _by_bracket(opened, upper.player, lower.player)):
        return _cited(opened, about, *placed)
    if upper.points != lower.points:
        fewer = f"{exact(lower.points)} {tr(opened.system.points_name)}"
        return Because(about, tr("{ours} to {theirs}", ours=exact(upper.points), theirs=fewer))
    tiebreak = standing.decider(upper, lower)
    if tiebreak is not None:
        text = tr(
            "level on points; {name} {ours} to {theirs} ({better})",
            name=tr(tiebreak.name),
            ours=_shown(upper.values.get(tiebreak.key)),
            theirs=_shown(lower.values.get(tiebreak.key)),
            better=tr("lower is better") if tiebreak.low_wins else tr("higher is better"),
        )
        return _cited(opened, about, text, tiebreak.clause)
    together = tr("{above} level with {below}", above=above, below=below)
    missing = standing.undecided(upper, lower)
    if missing is not None:
        text = tr(
            "level on points; {name} cannot decide because some were not entered; the drawn lot orders them",
            name=tr(missing.name),
        )
        return _cited(opened, together, text, "X-09")
    return _cited(opened, together, tr("level on everything; the drawn lot orders them"), "X-09")


def _by_bracket(opened: Opened, upper: PlayerId, lower: PlayerId) -> tuple[str, str] | None:
    """How the bracket decides between two neighbours, with the clause; None if points decide."""
    above, below = (bracket_place(opened.event, opened.system, p) for p in (upper, lower))
    if above is None:
        return None
    ours = tr(say(above, opened.event, opened.system))
    if below is None:
        return tr("{ours}; {name} was not in the bracket", ours=ours, name=opened.event.name_of(lower)), above.clause
    theirs = tr(say(below, opened.event, opened.system))
    if ours == theirs:
        return tr("both {how}", how=ours), above.clause
    return tr("{ours}; {name}: {theirs}", ours=ours, name=opened.event.name_of(lower), theirs=theirs), below.clause


def _cited(opened: Opened, about: str, text: str, clause: str) -> Because:
    return Because(about, text, clause, tr(heading(clause, opened.system)))


def _shown(value: object) -> str:
    return tr("none") if value is None else str(value)
