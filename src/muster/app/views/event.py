"""What is shown of an event, as plain data: the one source of pages, tables and `--json`. Shapes: docs/cli.md."""

from __future__ import annotations

from muster.app.desk import Opened
from muster.app.exact import Json, exact, reason, reasons, who
from muster.core.book.system import System
from muster.core.forms.fields import Field
from muster.core.forms.options import Option, Settings
from muster.core.kit.errors import Refusal
from muster.core.kit.model import Result, StageKind
from muster.core.reading.final import final_standings
from muster.core.reading.plan import planned
from muster.core.reading.tally import scores, standings, table
from muster.core.record.event import Event, Match, MatchState, Round, RoundState
from muster.core.record.player import Player
from muster.core.rules.players import player_fields
from muster.core.rules.rounds import advice
from muster.core.standings.lines import LineKind
from muster.core.standings.ranking import Row, Standings
from muster.systems import registry

FORMAT = "muster/event/1"


def event_view(opened: Opened, public: bool = False) -> Json:
    """The whole event: enough for an outsider to recompute everything. `public` leaves out what is still secret."""
    event, system = opened.event, opened.system
    return {
        "format": FORMAT,
        **heading(opened),
        "options": options_view(opened),
        "plan": plan_view(opened),
        "advice": reasons(opened, advice(event, system)),
        "players": [player_view(opened, p) for p in event.players.values()],
        "stages": [
            {"number": s.number, "kind": s.kind.value, "after_round": s.after_round, "seeds": list(s.seeds)}
            for s in event.stages
        ],
        "scenarios": [
            {
                "round": n,
                "name": s.name,
                "category": s.category,
                "advanced": s.advanced,
                "text": s.text,
                "rolled": s.rolled,
            }
            for n, s in sorted(event.scenarios.items())
            if not public or scenario_is_out(event, n)
        ],
        "rounds": [
            {
                **round_view(opened, r.number),
                **({"reason": ""} if public else {}),
                "standings": standings_view(opened, r.number)["rows"] if _ranks(opened, r) else [],
            }
            for r in event.rounds
            if not public or r.state is not RoundState.DRAFT
        ],
        "standings": standings_view(opened),
        "awards": awards_view(opened),
        "penalties": [{**who(opened, p.player), "penalty": p.penalty, "note": p.note} for p in event.staff.penalties],
        "rulings": [{"table": r.given.table, "note": r.given.note} for r in event.staff.rulings],
    }


def _ranks(opened: Opened, round_: Round) -> bool:
    return round_.complete and opened.event.stage_of(round_).kind is StageKind.SWISS


def heading(opened: Opened) -> Json:
    event, system = opened.event, opened.system
    state = "finished" if event.finished else "running" if event.started else "enrolling"
    return {
        "id": opened.id,
        "name": event.name,
        "system": event.system,
        "system_name": system.name,
        "edition": event.edition,
        "date": event.date,
        "created": event.created,
        "version": event.version,
        "game": game_view(opened),
        "state": state,
        "finish_reason": event.finish_reason,
        "announcement": event.announcement or None,
        "seed_hash": event.seed_hash,
        "seed": event.seed or None,
        "entries": len(opened.entries),
    }


def game_view(opened: Opened) -> Json:
    """The game's package (None: Muster's own) and the version of its rules: when created (None: unknown), and now."""
    event = opened.event
    now = registry.offer(opened.system.key).version
    return {
        "package": event.package or None,
        "version": event.game_version or None,
        "version_now": now,
        "changed": event.game_version not in ("", now),
    }


def scenario_is_out(event: Event, number: int) -> bool:
    """A scenario is shown to players when its round begins (BUS-43, WMH-109)."""
    rounds = event.rounds
    return 1 <= number <= len(rounds) and rounds[number - 1].state is not RoundState.DRAFT


def plan_view(opened: Opened) -> Json | None:
    """The planned shape; None while nobody is enrolled, or with the sentence that says why there is none."""
    if not opened.event.players:
        return None
    try:
        plan = planned(opened.event, opened.system)
    except Refusal as refusal:
        return {"rounds": None, "cut": None, "notices": [], "refusal": str(refusal)}
    return {"rounds": plan.rounds, "cut": plan.cut, "notices": reasons(opened, plan.notices)}


def option_view(option: Option) -> Json:
    return {
        "key": option.key,
        "title": option.title,
        "area": option.area.value,
        "type": option.type.value,
        "default": option.default,
        "choices": list(option.choices),
        "low": option.low,
        "high": option.high,
        "locked_at_start": option.lock,
        "clause": option.clause,
        "meaning": option.meaning,
    }


def options_view(opened: Opened) -> list[Json]:
    settings = opened.system.settings(opened.event)
    return [
        {
            **option_view(option),
            "value": settings.value(option.key),
            "words": option.words(settings.value(option.key)),
            "default_words": option.words(option.default),
            "set": settings.is_set(option.key),
            "reason": opened.event.option_reasons.get(option.key, ""),
        }
        for option in settings.options()
    ]


def player_view(opened: Opened, player: Player) -> Json:
    return {
        "number": player.id,
        "name": player.name,
        "status": player.status.value,
        "why_left": player.why_left,
        "stand_in": player.stand_in,
        "checked_in": player.checked_in,
        "lot": player.lot,
        "values": player.values,
        "missed": sorted(player.missed),
        "byes": opened.event.byes_of(player.id),
    }


def result_view(opened: Opened, result: Result | None) -> Json | None:
    if result is None:
        return None
    return {"ending": result.ending.value, "by": [who(opened, p) for p in result.by], "values": result.values}


def match_view(opened: Opened, round_: Round, match: Match) -> Json:
    view: Json = {
        "match": match.number,
        "game": match.game,
        "table": match.table,
        "a": who(opened, match.a),
        "b": who(opened, match.b),
        "state": match.state.value,
        "why": reasons(opened, match.why),
        "table_why": reasons(opened, match.table_why),
        "paired_down": match.down,
        "corrections": match.corrections,
        "result": result_view(opened, match.result),
        "reports": [{"by": who(opened, p), "result": result_view(opened, said)} for p, said in match.reports.items()],
        "scores": None,
    }
    if match.state is MatchState.IN:
        view["scores"] = [
            {
                "points": exact(score.points),
                "outcome": score.outcome.value,
                "stats": {key: exact(value) for key, value in score.stats.items()},
                "why": reason(opened, score.why),
            }
            for score in scores(opened.event, opened.system, round_, match)
        ]
    return view


def round_view(opened: Opened, number: int | None = None) -> Json:
    """A round with its matches by table; the latest one unless told otherwise."""
    event = opened.event
    round_ = event.round(len(event.rounds) if number is None else number)
    stage = event.stage_of(round_)
    bye = opened.system.bye(opened.system.settings(event))
    unpaired = [p.id for p in event.players.values() if round_.number in p.missed]
    scenario = event.scenarios.get(round_.number)
    return {
        "number": round_.number,
        "stage": stage.number,
        "kind": stage.kind.value,
        "state": round_.state.value,
        "draw": round_.draw,
        "attempt": round_.attempt,
        "by_hand": round_.by_hand,
        "reason": round_.reason,
        "scenario": scenario.name if scenario and scenario_is_out(opened.event, round_.number) else None,
        "results_in": sum(m.state is MatchState.IN for m in round_.matches),
        "notices": reasons(opened, round_.notices),
        "matches": [match_view(opened, round_, m) for m in sorted(round_.matches, key=lambda m: m.table)],
        "byes": [
            {
                **who(opened, b.player),
                "game": b.game,
                "why": reasons(opened, b.why),
                "points": exact(bye.points) if stage.kind is StageKind.SWISS else None,
            }
            for b in round_.byes
        ],
        "unpaired": [who(opened, p) for p in unpaired],
    }


def of_round(opened: Opened, number: int | None) -> Standings:
    """The standings after a round; without one, the final order as far as the event has come."""
    if number is None:
        return opened.known.once("final", lambda: final_standings(opened.event, opened.system))
    return opened.known.once(("after", number), lambda: standings(opened.event, opened.system, number))


def own_row(opened: Opened, player: Player) -> Json | None:
    """One player's line of the standings."""
    rows = of_round(opened, None).by_player
    return row_view(opened, rows[player.id]) if player.id in rows else None


def standings_view(opened: Opened, number: int | None = None) -> Json:
    result = of_round(opened, number)
    return {
        "after_round": result.after,
        "points_name": opened.system.points_name,
        "tiebreaks": [
            {"key": t.key, "name": t.name, "clause": t.clause, "low_wins": t.low_wins, "meaning": t.meaning}
            for t in result.tiebreaks
        ],
        "rows": [row_view(opened, row) for row in result.rows],
    }


def row_view(opened: Opened, row: Row) -> Json:
    played = [line for line in row.lines if line.kind is not LineKind.UNPAIRED]
    return {
        "rank": row.rank,
        "position": row.position,
        "number": row.player,
        "name": opened.event.name_of(row.player),
        "mark": row.mark,
        "points": exact(row.points),
        "rounds": len(row.lines),
        "record": {kind: sum(line.outcome.value == kind for line in played) for kind in ("win", "draw", "loss")},
        "tiebreaks": {key: exact(value) for key, value in row.values.items()},
        "opponents": [line.opponent for line in row.lines if line.opponent is not None],
    }


def awards_view(opened: Opened) -> list[Json]:
    event, system = opened.event, opened.system
    if not event.finished:
        return []
    given = system.awards(event, system.settings(event), final_standings(event, system))
    return [
        {
            "title": award.title,
            "player": None if award.player is None else who(opened, award.player),
            "why": reason(opened, award.why),
        }
        for award in given
    ]


def field_view(field: Field) -> Json:
    return {
        "key": field.key,
        "label": field.label,
        "kind": field.kind.value,
        "per_side": field.per_side,
        "required": field.required,
        "default": field.default,
        "low": field.low,
        "high": field.high,
        "choices": list(field.choices),
        "clause": field.clause,
        "meaning": field.meaning,
        "staff_only": field.staff_only,
    }


def systems_view(system: System) -> Json:
    """Everything a script or a form needs to know of a system."""
    return {
        "key": system.key,
        "name": system.name,
        "aliases": list(system.aliases),
        "edition": {
            "title": system.edition.title,
            "version": system.edition.version,
            "valid_from": system.edition.valid_from,
            "valid_to": system.edition.valid_to,
        },
        "points_name": system.points_name,
        "options": [option_view(o) for o in system.options],
        "player_fields": [field_view(f) for f in player_fields(system)],
        "result_fields": [field_view(f) for f in system.result_fields],
        "tiebreaks": [
            {"key": t.key, "name": t.name, "clause": t.clause, "low_wins": t.low_wins, "meaning": t.meaning}
            for t in system.tiebreaks(Settings(system.options))
        ],
        "scenarios": [{"name": s.name, "category": s.category, "advanced": s.advanced} for s in system.scenarios],
        "clauses": dict(system.clauses),
    }


def lines_view(opened: Opened, player: Player, number: int | None = None) -> list[Json]:
    """One player's record, round by round."""
    record = opened.known.once(("lines", number), lambda: table(opened.event, opened.system, number))
    return [
        {
            "round": line.round,
            "kind": line.kind.value,
            "opponent": None if line.opponent is None else who(opened, line.opponent),
            "points": exact(line.points),
            "outcome": line.outcome.value,
            "stats": {key: exact(value) for key, value in line.stats.items()},
            "why": reason(opened, line.why),
        }
        for line in record.lines[player.id]
    ]
