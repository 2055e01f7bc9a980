"""Rulings, appeals and penalties: who may, and what follows. Facts out, or a refusal with the clause."""

from __future__ import annotations

from muster.core.book.conduct import GAME_LOSS, RECOMMEND, Infraction, Penalty, Subject
from muster.core.book.system import System
from muster.core.kit.errors import BadInput, Refusal
from muster.core.kit.language import Message, listed, tr
from muster.core.kit.model import Ending, PlayerId, Raw, Role
from muster.core.kit.written import tidy
from muster.core.reading.stage_names import numbered
from muster.core.record.event import Event, Match, MatchState, Round, RoundState
from muster.core.record.facts.play import Fact
from muster.core.record.facts.staff import (
    AppealDecided,
    PenaltyGiven,
    RecommendationDeclined,
    RulingAppealed,
    RulingGiven,
)
from muster.core.record.player import Player, Status
from muster.core.record.staff import StaffMember
from muster.core.rules import results
from muster.core.rules.staff import last_word, must_not_play_there

LONGEST_TEXT = 1000


def clean_text(text: str, what: Message) -> str:
    """What somebody wrote, as one paragraph. `what` says what is missing if it is empty."""
    clean = tidy(text)
    if not clean:
        raise BadInput("{what} is empty. Write something for the log.", what=what)
    if len(clean) > LONGEST_TEXT:
        raise BadInput(
            "{what} has {length} characters. The limit is {most}.", what=what, length=len(clean), most=LONGEST_TEXT
        )
    return clean


def may_decide(member: StaffMember, least: Role) -> bool:
    """Whether this member of staff has at least that role; without a marshal the organiser has a marshal's duties
    (L5R-007).
    """
    return least is Role.JUDGE or member.role is not Role.JUDGE


def must_be_theirs(member: StaffMember, named: Infraction | Subject | None) -> None:
    """Refuses if the book leaves it to the marshal, such as collusion (L5R-024) or a card's meaning (L5R-022)."""
    if named is not None and not may_decide(member, named.by):
        raise Refusal(
            "Only a marshal can decide on “{what}”, or the organiser if there is no marshal.",
            clause=named.clause,
            what=tr(named.name),
        )


def must_fit(infraction: Infraction | None, penalty: Penalty | None) -> None:
    """Refuses any penalty but the book's own, such as for rudeness (WMH-058). None: the organiser's own words."""
    if infraction is None or not infraction.only or (penalty is not None and penalty.key == infraction.only):
        return
    if penalty is None:
        raise Refusal(
            "Under these rules “{what}” means disqualification. Disqualify the player, or record the penalty "
            "without it.",
            clause=infraction.clause,
            what=tr(infraction.name),
        )
    raise Refusal(
        "Under these rules “{what}” means disqualification. Recommend it, and the organiser decides.",
        clause=infraction.clause,
        what=tr(infraction.name),
    )


def note_penalty(
    event: Event, system: System, player: Player, penalty: str, note: str, infraction: str = ""
) -> list[Fact]:
    """A penalty in the organiser's own words, without consequences."""
    event.must_run()
    must_fit(system.conduct.infraction(infraction), None)
    return [PenaltyGiven(player.id, clean_text(penalty, tr("The penalty")), note, infraction=infraction)]


def at_table(event: Event, table: int) -> tuple[Round, Match]:
    """The match at a table in the round being played."""
    if not event.started:
        raise Refusal("No round is published yet.")
    return results.open_match(event, table=table, round_=event.shown[-1].number)


def rule(
    event: Event, system: System, member: StaffMember, table: int, question: str, answer: str, subject: str = ""
) -> list[Fact]:
    """A ruling, at a table or, with table 0, for everybody. Before the first round a table has no players.

    A judge cannot rule on what the book leaves to the marshal (L5R-022, L5R-061).
    """
    event.must_run()
    must_be_theirs(member, system.conduct.subject(subject))
    note = clean_text(answer, tr("The ruling"))
    asked = clean_text(question, tr("The question")) if question.strip() else ""
    if not table or not event.started:
        return [RulingGiven(note, table, asked, 0, (), member.name, _is_final(event, system, member, ()), subject)]
    round_, match = at_table(event, table)
    must_not_play_there(event, system, member, match)
    players = (match.a, match.b)
    final = _is_final(event, system, member, players)
    return [RulingGiven(note, table, asked, round_.number, players, member.name, final, subject)]


def _is_final(event: Event, system: System, member: StaffMember, players: tuple[PlayerId, ...]) -> bool:
    return system.conduct.last_word is None or member in last_word(event, system, players)


def appeal(event: Event, system: System, member: StaffMember, number: int, player: Player, note: str) -> list[Fact]:
    """A player asks for the marshal's decision (L5R-013). Refused if the book has no appeals (UW-06)."""
    event.must_run()
    ruling = event.staff.ruling(number)
    if system.conduct.last_word is None:
        raise Refusal("Under these rules a ruling is final. Play continues.", clause=system.conduct.last_word_clause)
    if ruling.given.final:
        raise Refusal(
            "Ruling {number} was made by {who} and is final.",
            clause=system.conduct.last_word_clause,
            number=number,
            who=tr(ruling.given.by),
        )
    if ruling.open:
        raise Refusal("There is already an open appeal against ruling {number}.", number=number)
    if ruling.decision is not None:
        raise Refusal(
            "The appeal against ruling {number} has been answered, which is final.",
            clause=system.conduct.last_word_clause,
            number=number,
        )
    if ruling.given.players and player.id not in ruling.given.players:
        raise Refusal(
            "Ruling {number} is about table {table}, where {name} does not play.",
            name=player.name,
            table=ruling.given.table,
            number=number,
        )
    why = clean_text(note, tr("The reason")) if note.strip() else ""
    return [RulingAppealed(number, player.id, why, member.name)]


def decide(event: Event, system: System, member: StaffMember, number: int, upheld: bool, note: str) -> list[Fact]:
    """The marshal, or whoever replaces them, upholds or overturns a ruling; that is final (L5R-013, WMH-057)."""
    event.must_run()
    ruling = event.staff.ruling(number)
    if not ruling.open:
        raise Refusal("No appeal against ruling {number} is open.", number=number)
    may = last_word(event, system, ruling.given.players)
    if member not in may:
        raise Refusal(
            "{who} decides on this appeal.",
            clause=system.conduct.last_word_clause,
            who=listed(tr(s.name) for s in may),
        )
    return [AppealDecided(number, upheld, clean_text(note, tr("The answer")), member.name)]


def penalty_of(system: System, key: str) -> Penalty:
    known = {p.key: p for p in system.conduct.penalties}
    if key not in known:
        raise BadInput("“{key}” is not a penalty. The penalties are: {known}.", key=key, known=", ".join(known))
    return known[key]


def penalise(
    event: Event, system: System, member: StaffMember, player: Player, key: str, note: str, infraction: str = ""
) -> list[Fact]:
    """Records a penalty. A game loss also enters the player's result; a recommendation goes to the organiser."""
    event.must_run()
    penalty = penalty_of(system, key)
    named = system.conduct.infraction(infraction)
    why = clean_text(note, tr("The reason"))
    must_be_theirs(member, named)
    must_fit(named, penalty)
    if not may_decide(member, penalty.by):
        raise Refusal(
            "Only a marshal can give “{penalty}”, or the organiser if there is no marshal.",
            clause=penalty.clause,
            penalty=tr(penalty.name),
        )
    if player.status is Status.DISQUALIFIED:
        raise Refusal("{name} is already disqualified.", name=player.name)
    round_ = event.shown[-1] if event.started else None
    match = None if round_ is None else round_.match_of(player.id)
    if match is not None:
        must_not_play_there(event, system, member, match)
    number = round_.number if round_ is not None and match is not None else 0
    table = match.table if match is not None else 0
    given = PenaltyGiven(player.id, penalty.name, why, penalty.key, number, table, member.name, infraction)
    if key != GAME_LOSS:
        return [given]
    if round_ is None or match is None:
        raise Refusal("{name} has no game in this round to lose.", name=player.name)
    if round_.state is RoundState.CLOSED:
        raise Refusal(
            "Round {round} is closed. The organiser can correct the result of table {table} instead.",
            round=numbered(event, round_.number),
            table=match.table,
        )
    return [*_lost(event, system, round_, match, player, penalty.name), given]


def _lost(event: Event, system: System, round_: Round, match: Match, player: Player, why: str) -> list[Fact]:
    by = (player.id,)
    if match.result is not None and match.result.ending is Ending.DISQUALIFIED:
        raise Refusal(
            "Table {table} ended with a disqualification. The organiser can correct the result instead.",
            table=match.table,
        )
    if match.state is MatchState.IN:
        return results.correct(event, system, round_, match, {}, ending=Ending.GAME_LOSS, by=by, reason=why)
    return results.report(event, system, round_, match, {}, ending=Ending.GAME_LOSS, by=by)


def settle(event: Event, system: System, member: StaffMember, table: int, player: Player) -> list[Fact]:
    """Staff accept one of two reports that differ (L5R-011)."""
    round_, match = at_table(event, table)
    must_not_play_there(event, system, member, match)
    if player.id not in match.reports:
        raise Refusal("{name} has no report at table {table} to accept.", name=player.name, table=match.table)
    told = match.reports[player.id]
    return results.report(event, system, round_, match, told.values, ending=told.ending, by=told.by)


def settle_otherwise(
    event: Event, system: System, member: StaffMember, table: int, values: dict[str, Raw]
) -> list[Fact]:
    """Two reports differ and neither is right: staff enter what was played (L5R-011)."""
    round_, match = at_table(event, table)
    must_not_play_there(event, system, member, match)
    if match.state is not MatchState.DISPUTED:
        raise Refusal(
            "Table {table} is not in dispute. Other results are entered at the desk, or by the players.",
            table=match.table,
        )
    return results.report(event, system, round_, match, values)


def recommended(event: Event) -> list[tuple[int, PenaltyGiven]]:
    """Recommendations to disqualify that wait for the organiser, with their numbers."""
    return [
        (number, given)
        for number, given in enumerate(event.staff.penalties, start=1)
        if given.kind == RECOMMEND
        and number not in event.staff.declined
        and event.players[given.player].status is not Status.DISQUALIFIED
    ]


def decline(event: Event, number: int, reason: str) -> list[Fact]:
    """The organiser decides not to disqualify; only they could have (L5R-025)."""
    event.must_run()
    if number not in dict(recommended(event)):
        raise Refusal("Recommendation {number} is no longer open.", number=number)
    return [RecommendationDeclined(number, clean_text(reason, tr("The reason")))]
