"""What is shown of an event: the one source of pages, tables and `--json`. Shapes: `shapes`."""

from __future__ import annotations

from muster.app.desk import Opened
from muster.app.exact import exact, grown, reason, reasons, who
from muster.app.speech import tr
from muster.app.venue.rooms import room_of
from muster.app.views.shapes import (
    AwardView,
    ByeView,
    EditionView,
    EventView,
    FieldView,
    GamesRecord,
    GameView,
    Heading,
    KnownScenario,
    LineView,
    MatchView,
    NamedRule,
    OptionView,
    PenaltyView,
    PlanView,
    PlayerView,
    RankedRound,
    ReportView,
    ResultView,
    RoundView,
    RowView,
    RulingView,
    ScenarioView,
    ScheduleLine,
    ScoreView,
    SetOptionView,
    StageView,
    StandingsView,
    SystemView,
    TieBreakView,
)
from muster.core.book.system import Award, System
from muster.core.forms.fields import Field
from muster.core.forms.options import Option, Settings
from muster.core.kit.errors import Refusal
from muster.core.kit.model import Outcome, Result, StageKind
from muster.core.reading.awards import awards
from muster.core.reading.final import bracket_place, final_standings
from muster.core.reading.plan import planned
from muster.core.reading.stage_names import round_name, stage_name
from muster.core.reading.tally import scores, standings, table
from muster.core.record.event import Event, Match, MatchState, Round, RoundState
from muster.core.record.facts.staff import PenaltyGiven
from muster.core.record.journal import is_withheld
from muster.core.record.player import Player
from muster.core.record.staff import Ruling
from muster.core.rules.players import player_fields
from muster.core.rules.rounds import advice, notices_now
from muster.core.standings.lines import LineKind
from muster.core.standings.ranking import Standings, StandingsRow
from muster.core.standings.tiebreaks import TieBreak
from muster.systems import registry

FORMAT = "muster/event/1"


def event_view(opened: Opened, public: bool = False) -> EventView:
    """The whole event: enough for an outsider to recompute everything. `public` leaves out what is still secret."""
    event, system = opened.event, opened.system
    return grown(
        EventView,
        heading(opened),
        format=FORMAT,
        options=options_view(opened),
        plan=plan_view(opened),
        advice=[] if public else reasons(opened, advice(event, system)),
        players=[player_view(opened, p, public) for p in event.players.values()],
        stages=[StageView(s.number, s.kind, s.after_round, list(s.seeds)) for s in event.stages],
        scenarios=[
            ScenarioView(n, s.name, s.category, s.advanced, s.text, s.rolled)
            for n, s in sorted(event.scenarios.items())
            if not public or scenario_is_out(event, n)
        ],
        rounds=[
            _ranked_round(opened, r, public) for r in event.rounds if not public or r.state is not RoundState.DRAFT
        ],
        standings=standings_view(opened),
        awards=awards_view(opened),
        penalties=[] if public else [penalty_view(opened, p) for p in event.staff.penalties if not is_withheld(p)],
        rulings=[] if public else [ruling_view(opened, ruling) for ruling in event.staff.rulings],
    )


def penalty_view(opened: Opened, given: PenaltyGiven) -> PenaltyView:
    name = opened.event.name_of(given.player)
    return PenaltyView(given.player, name, given.penalty, given.note, named(opened, given.infraction))


def ruling_view(opened: Opened, ruling: Ruling) -> RulingView:
    given, final = ruling.given, ruling.decision
    overturned, decision = (False, "") if final is None else (not final.upheld, final.note)
    return RulingView(given.table, given.note, named(opened, given.subject), overturned, decision)


def named(opened: Opened, key: str) -> str:
    """The book's name for an infraction or a ruling's subject; empty for none."""
    return tr(opened.system.conduct.name_of(key)) if key else ""


def _ranked_round(opened: Opened, round_: Round, public: bool) -> RankedRound:
    ranks = round_.complete and opened.event.stage_of(round_).kind is StageKind.SWISS
    rows = standings_view(opened, round_.number).rows if ranks else []
    return grown(RankedRound, round_view(opened, round_.number, public), standings=rows)


def heading(opened: Opened) -> Heading:
    event, system = opened.event, opened.system
    return Heading(
        id=opened.id,
        name=event.name,
        system=event.system,
        system_name=system.name,
        edition=event.edition,
        date=event.date,
        created=event.created,
        version=event.version,
        game=game_view(opened),
        state="finished" if event.finished else "running" if event.started else "enrolling",
        finish_reason=event.finish_reason,
        place=event.place,
        map_link=event.map_link,
        schedule=[ScheduleLine(time, text) for time, text in event.schedule],
        hidden=event.hidden,
        announcement=event.announcement or None,
        seed_hash=event.seed_hash,
        seed=event.seed or None,
        entries=len(opened.entries),
    )


def game_view(opened: Opened) -> GameView:
    event = opened.event
    now = registry.offer(opened.system.key).version
    return GameView(
        package=event.package or None,
        version=event.game_version or None,
        version_now=now,
        changed=event.game_version not in ("", now),
    )


def scenario_is_out(event: Event, number: int) -> bool:
    """Players see a scenario when its round begins (BUS-43, WMH-109)."""
    rounds = event.rounds
    return 1 <= number <= len(rounds) and rounds[number - 1].state is not RoundState.DRAFT


def plan_view(opened: Opened) -> PlanView | None:
    """The planned shape; None while nobody is enrolled, or with the sentence that says why there is none."""
    if not opened.event.players:
        return None
    try:
        plan = planned(opened.event, opened.system)
    except Refusal as refusal:
        return PlanView(None, None, [], tr(refusal.message))
    return PlanView(plan.rounds, plan.cut, reasons(opened, plan.notices))


def option_view(option: Option) -> OptionView:
    return OptionView(
        key=option.key,
        title=option.title,
        area=option.area,
        type=option.type,
        default=option.default,
        choices=list(option.choices),
        low=option.low,
        high=option.high,
        locked_at_start=option.lock,
        clause=option.clause,
        meaning=option.meaning,
    )


def options_view(opened: Opened) -> list[SetOptionView]:
    settings = opened.system.settings(opened.event)
    return [
        grown(
            SetOptionView,
            option_view(option),
            value=settings.value(option.key),
            words=tr(option.words(settings.value(option.key))),
            default_words=tr(option.words(option.default)),
            set=settings.is_set(option.key),
            reason=opened.event.option_reasons.get(option.key, ""),
        )
        for option in settings.options()
    ]


def player_view(opened: Opened, player: Player, public: bool = False) -> PlayerView:
    """`public` leaves out what a draft reveals about them."""
    event = opened.event
    drawn = len(event.shown if public else event.rounds)
    return PlayerView(
        number=player.id,
        name=player.name,
        status=player.status,
        why_left=player.why_left,
        stand_in=player.stand_in,
        checked_in=player.checked_in,
        lot=player.lot,
        values=player.values,
        missed=sorted(number for number in player.missed if not public or number <= drawn),
        byes=event.byes_of(player.id, drawn + 1),
    )


def result_view(opened: Opened, result: Result) -> ResultView:
    return ResultView(result.ending, [who(opened, p) for p in result.by], result.values)


def match_view(opened: Opened, round_: Round, match: Match, public: bool = False) -> MatchView:
    """`public` leaves out what the players reported, which only they and the staff see until a result is in."""
    told = {} if public else match.reports
    return MatchView(
        match=match.number,
        game=match.game,
        table=match.table,
        room=room_of(opened, match.table),
        a=who(opened, match.a),
        b=who(opened, match.b),
        state=match.state,
        why=reasons(opened, match.why),
        table_why=reasons(opened, match.table_why),
        paired_down=match.down,
        corrections=match.corrections,
        result=None if match.result is None else result_view(opened, match.result),
        reports=[ReportView(who(opened, p), result_view(opened, said)) for p, said in told.items()],
        scores=None if match.state is not MatchState.IN else _scores(opened, round_, match),
    )


def _scores(opened: Opened, round_: Round, match: Match) -> list[ScoreView]:
    return [
        ScoreView(
            points=exact(score.points),
            outcome=score.outcome,
            stats={key: exact(value) for key, value in score.stats.items()},
            why=reason(opened, score.why),
        )
        for score in scores(opened.event, opened.system, round_, match)
    ]


def round_view(opened: Opened, number: int | None = None, public: bool = False) -> RoundView:
    """A round with its matches by table; the latest one by default. `public` as for `event_view`."""
    event = opened.event
    round_ = event.round(len(event.rounds) if number is None else number)
    stage = event.stage_of(round_)
    bye = opened.system.bye(opened.system.settings(event))
    worth = exact(bye.points) if stage.kind is StageKind.SWISS else None
    scenario = event.scenarios.get(round_.number)
    return RoundView(
        number=round_.number,
        name=tr(round_name(event, round_.number)),
        stage=stage.number,
        kind=stage.kind,
        state=round_.state,
        draw=round_.draw,
        attempt=round_.attempt,
        by_hand=round_.by_hand,
        reason=round_.reason if round_.reason_public or not public else "",
        reason_public=round_.reason_public,
        scenario=scenario.name if scenario and scenario_is_out(event, round_.number) else None,
        results_in=sum(m.state is MatchState.IN for m in round_.matches),
        notices=reasons(opened, notices_now(event, round_)),
        matches=[match_view(opened, round_, m, public) for m in sorted(round_.matches, key=lambda m: m.table)],
        byes=[ByeView(b.player, event.name_of(b.player), b.game, reasons(opened, b.why), worth) for b in round_.byes],
        unpaired=[who(opened, p.id) for p in event.players.values() if round_.number in p.missed],
    )


def of_round(opened: Opened, number: int | None) -> Standings:
    """The standings after a round; without one, the final order so far."""
    if number is None:
        return opened.known.once("final", lambda: final_standings(opened.event, opened.system))
    return opened.known.once(("after", number), lambda: standings(opened.event, opened.system, number))


def own_row(opened: Opened, player: Player) -> RowView | None:
    """One player's line of the standings."""
    rows = of_round(opened, None).by_player
    return row_view(opened, rows[player.id], in_bracket=True) if player.id in rows else None


def standings_view(opened: Opened, number: int | None = None) -> StandingsView:
    event, result = opened.event, of_round(opened, number)
    last = event.shown[-1] if number is None and event.shown else event.round(number) if number else None
    playing = last if last is not None and _is_played(event, last) else None
    bracket = number is None and event.stage.kind is StageKind.ELIMINATION
    return StandingsView(
        after_round=result.after,
        final=number is None and event.finished,
        playing=None if playing is None else playing.number,
        stage="" if playing is None else tr(stage_name(event, playing.number) or ""),
        ranked=bool(result.after) or (bracket and any(r.complete for r in event.rounds_of(event.stage))),
        points_name=opened.system.points_name,
        tiebreaks=[_tiebreak(t) for t in result.tiebreaks],
        rows=[row_view(opened, row, in_bracket=bracket) for row in result.rows],
    )


def _tiebreak(tiebreak: TieBreak) -> TieBreakView:
    return TieBreakView(tiebreak.key, tr(tiebreak.name), tiebreak.clause, tiebreak.low_wins, tiebreak.meaning)


def _is_played(event: Event, round_: Round) -> bool:
    """Whether a round is still being played."""
    return round_.state is not RoundState.DRAFT and not round_.complete and not event.finished


def row_view(opened: Opened, row: StandingsRow, in_bracket: bool = False) -> RowView:
    """`in_bracket`: places come from the bracket, if there is one."""
    placed = bracket_place(opened.event, opened.system, row.player) if in_bracket and row.rank is not None else None
    outcomes = [line.outcome for line in row.lines if line.kind is not LineKind.UNPAIRED]
    return RowView(
        rank=row.rank,
        position=row.position,
        number=row.player,
        name=opened.event.name_of(row.player),
        mark=row.mark,
        points=exact(row.points),
        rounds=len(row.lines),
        record=GamesRecord(outcomes.count(Outcome.WIN), outcomes.count(Outcome.DRAW), outcomes.count(Outcome.LOSS)),
        tiebreaks={key: exact(value) for key, value in row.values.items()},
        opponents=[line.opponent for line in row.lines if line.opponent is not None],
        placed=None if placed is None else reason(opened, placed),
    )


def awards_view(opened: Opened) -> list[AwardView]:
    """All awards, once the event is finished."""
    return [award_view(opened, award) for award in awards(opened.event, opened.system)] if opened.event.finished else []


def award_view(opened: Opened, award: Award) -> AwardView:
    return AwardView(
        award.title,
        None if award.player is None else who(opened, award.player),
        reason(opened, award.why),
        [who(opened, other) for other in award.others],
        award.prize,
    )


def field_view(field: Field) -> FieldView:
    return FieldView(
        key=field.key,
        label=field.label,
        kind=field.kind,
        per_side=field.per_side,
        required=field.required,
        default=field.default,
        low=field.low,
        high=field.high,
        choices=list(field.choices),
        clause=field.clause,
        meaning=field.meaning,
        staff_only=field.staff_only,
    )


def systems_view(system: System) -> SystemView:
    """Everything a script or a form needs to know about a system."""
    book = system.edition
    return SystemView(
        key=system.key,
        name=system.name,
        aliases=list(system.aliases),
        edition=EditionView(book.title, book.version, book.valid_from, book.valid_to),
        points_name=system.points_name,
        options=[option_view(o) for o in system.options],
        player_fields=[field_view(f) for f in player_fields(system)],
        result_fields=[field_view(f) for f in system.result_fields],
        tiebreaks=[_tiebreak(t) for t in system.tiebreaks(Settings(system.options))],
        scenarios=[KnownScenario(s.name, s.category, s.advanced) for s in system.scenarios],
        infractions=[NamedRule(one.key, tr(one.name), one.clause) for one in system.conduct.infractions],
        subjects=[NamedRule(one.key, tr(one.name), one.clause) for one in system.conduct.subjects],
        clauses=dict(system.clauses),
    )


def lines_view(opened: Opened, player: Player, number: int | None = None) -> list[LineView]:
    """One player's record, round by round."""
    record = opened.known.once(("lines", number), lambda: table(opened.event, opened.system, number))
    return [
        LineView(
            round=line.round,
            kind=line.kind,
            opponent=None if line.opponent is None else who(opened, line.opponent),
            points=exact(line.points),
            outcome=line.outcome,
            stats={key: exact(value) for key, value in line.stats.items()},
            why=reason(opened, line.why),
        )
        for line in record.lines[player.id]
    ]
