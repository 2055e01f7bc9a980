"""Checks that a game's declarations fit together: ids, sentences, sheets, and what results are worth."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from traceback import extract_tb

from muster.core.book import house
from muster.core.book.circuit.definition import read as read_circuit
from muster.core.book.system import Game, System
from muster.core.forms.options import Settings
from muster.core.kit.errors import BadInput
from muster.core.kit.lots import Lots
from muster.core.kit.model import Ending, Outcome, PlayerId, Raw, Result, Score, StageKind
from muster.core.kit.reasons import Reason
from muster.core.reading.words import template_of
from muster.core.record.player import Player
from muster.game_kit.texts import expectations

RESULTS = 60
"""How many made-up results are checked."""

ODD_TEXTS = (
    "",
    "\n\n\n",
    "a" * 5_000,
    "1x\n-\n: 3\n\t| ;",
    "\u202eabc\u0000",
    "{",
    "\n".join("3 Model" for _ in range(2_000)),
)
"""Texts that nobody means as a list."""


def problems(system: System) -> Iterator[str]:
    for part in (_keys, _meanings, _clauses, _circuits, _conduct, _sheets, _clock, _lists, _results):
        try:
            yield from part(system)
        except Exception as error:  # A game's code may raise anything.
            yield f"its code fails: {where_raised(error)}"


def where_raised(error: Exception) -> str:
    """An error with the line of code that raised it."""
    frame = extract_tb(error.__traceback__)[-1]
    return f"{type(error).__name__}: {error} ({frame.filename}, line {frame.lineno})"


def _twice(what: str, keys: Iterable[str]) -> Iterator[str]:
    seen: set[str] = set()
    for key in keys:
        if key in seen:
            yield f"two {what} have the key “{key}”"
        seen.add(key)


def _keys(system: System) -> Iterator[str]:
    if not system.key.isidentifier() or not system.key.islower():
        yield f"its key “{system.key}” should be small letters, digits and underscores"
    options = [option.key for option in system.options]
    yield from _twice("options", options)
    yield from _twice("result fields", (field.key for field in system.result_fields))
    yield from _twice("player fields", (f.key for f in (*system.player_fields, *house.PLAYER_FIELDS)))
    yield from _twice("tie-breaks", (t.key for t in system.tiebreaks(Settings(system.options))))
    wanted = [o.key for o in house.house_options(own_length=True)]
    if system.lists is not None:
        wanted += [o.key for o in house.list_options(required=False, clause="")]
    yield from (f"the option “{key}” is missing; house.py declares it" for key in wanted if key not in options)
    fields = {f.key for f in system.player_fields}
    for name, key in (("circle_field", system.circle_field), ("seed_field", system.seed_field)):
        if key and key not in fields:
            yield f"{name} is “{key}”, which is not a player field"


def _meanings(system: System) -> Iterator[str]:
    means = system.means
    lists = () if system.lists is None else system.lists.fields
    declared = (
        ("faction", means.faction, system.player_fields, "a player field"),
        ("list", means.list, lists, "a field of its lists"),
        ("how", means.how, system.result_fields, "a result field"),
        ("minute", means.minute, system.result_fields, "a result field"),
    )
    for what, key, fields, wanted in declared:
        if key and key not in {field.key for field in fields}:
            yield f"{what} is “{key}”, which is not {wanted}"


def _clauses(system: System) -> Iterator[str]:
    settings = Settings(system.options)
    cited = [
        *((f"option {o.key}", o.clause) for o in system.options),
        *((f"field {f.key}", f.clause) for f in (*system.player_fields, *system.result_fields)),
        *((f"tie-break {t.key}", t.clause) for t in system.tiebreaks(settings)),
        *(
            ("a rule of pairing", clause)
            for number in (1, 2)
            for clause in system.rules(settings, number).clauses.values()
        ),
    ]
    if system.lists is not None:
        slots = system.lists.slots(settings)
        cited += [(f"list {slot.name}", slot.clause) for slot in slots]
        cited += [(f"list field {f.key}", f.clause) for f in (*system.lists.fields, *system.lists.sealed)]
    for what, clause in cited:
        if clause and clause not in system.clauses:
            yield f"{what} cites {clause}, which is not in its clauses"
    yield from (
        f"the clause {clause} has no heading" for clause, heading in system.clauses.items() if not heading.strip()
    )


def _circuits(system: System) -> Iterator[str]:
    for key, tables in system.circuits.items():
        circuit = read_circuit(tables)
        if circuit.game != system.key:
            yield f"the circuit {key} is for the game “{circuit.game}”"
        for clause in sorted(circuit.clauses() - system.clauses.keys()):
            yield f"the circuit {key} cites {clause}, which is not in its clauses"


def _conduct(system: System) -> Iterator[str]:
    conduct, penalties = system.conduct, {penalty.key for penalty in system.conduct.penalties}
    yield from _twice("infractions", (one.key for one in conduct.infractions))
    yield from _twice("subjects of a ruling", (one.key for one in conduct.subjects))
    for one in conduct.infractions:
        if one.only and one.only not in penalties:
            yield f"the infraction {one.key} has only the penalty “{one.only}”, which is not one of its penalties"
    cited = [
        *((f"the penalty {one.key}", one.clause) for one in conduct.penalties),
        *((f"the infraction {one.key}", one.clause) for one in conduct.infractions),
        *((f"a ruling about {one.key}", one.clause) for one in conduct.subjects),
        *((f"“{expected.text}”", expected.clause) for expected in expectations(system)),
    ]
    for what, clause in cited:
        if clause and clause not in system.clauses:
            yield f"{what} cites {clause}, which is not in its clauses"


FILLED_WHEN_SHOWN: dict[str, dict[str, object]] = {"float_needed": {"table": 1}}
"""Values that a house sentence takes from the round when it is shown, besides the reason's data."""


def reason(system: System, why: Reason, where: str) -> Iterator[str]:
    """A reason has a sentence whose places are all filled, and cites a rule that is there."""
    sentence = template_of(why, system)
    if sentence is None:
        yield f"the reason “{why.code}” of {where} has no sentence"
    else:
        try:
            sentence.format_map({**FILLED_WHEN_SHOWN.get(why.code, {}), **why.data})
        except (KeyError, IndexError, ValueError) as error:
            yield f"the sentence of “{why.code}” cannot be filled from the data of {where}: {error!r}"
    if why.clause and why.clause not in system.clauses:
        yield f"the reason “{why.code}” of {where} cites {why.clause}, which is not in its clauses"


def _sheets(system: System) -> Iterator[str]:
    known = {f.key for f in system.result_fields}
    slip = system.sheets.slip
    for key in () if slip is None else (*slip.written, *slip.marked):
        if key not in known:
            yield f"the result slip asks for “{key}”, which is not a result field"


def _clock(system: System) -> Iterator[str]:
    settings = Settings(system.options, {"round_minutes": 60} if _has(system, "round_minutes") else {})
    for kind in StageKind:
        for final in (False, True):
            for mark in system.clock(settings, kind, final).marks:
                for suffix in ("", "_call"):
                    yield from reason(system, mark.reason(suffix), "the clock")


def _has(system: System, key: str) -> bool:
    return any(option.key == key for option in system.options)


def _lists(system: System) -> Iterator[str]:
    if system.lists is None:
        return
    for text in ODD_TEXTS:
        try:
            system.lists.read(text)
        except Exception as error:  # A game's code may raise anything.
            yield f"lists.read fails on the text {text[:20]!r}, and any text should be read: {where_raised(error)}"


def _results(system: System) -> Iterator[str]:
    settings = Settings(system.options)
    for what, score in (
        ("a bye", system.bye(settings)),
        ("a round unpaired", system.unpaired(settings)),
        ("a double loss", system.double_loss(settings)),
    ):
        yield from reason(system, score.why, what)
    lots = Lots("kit", system.key)
    a, b = invented_player(system, 1, lots), invented_player(system, 2, lots)
    for _ in range(RESULTS):
        values = system.invent(a, b, settings, lots)
        game = Game(a, b, Result(_whole(system, values)), settings)
        try:
            system.check(game)
        except BadInput as refused:
            yield f"invent makes {values}, which check refuses: {refused}"
            continue
        scored = system.score(game)
        yield from _outcomes(scored, f"the result {values}")
        for score in scored:
            yield from reason(system, score.why, f"the result {values}")
        for ending in (Ending.CONCESSION, Ending.DISQUALIFIED):
            for loser in (a, b):
                yield from _given_up(system, replace(game, result=Result({}, ending, (loser.id,))), loser)


def invented_player(system: System, number: int, lots: Lots) -> Player:
    """Somebody to play a made-up game."""
    from muster.app.demo import invented

    typed = invented(system, lots)
    values = {f.key: f.read(typed[f.key]) if f.key in typed else f.default for f in system.player_fields}
    return Player(PlayerId(number), f"Player {number}", number, values)


def _whole(system: System, values: dict[str, Raw]) -> dict[str, Raw]:
    """Values with the defaults of the fields that were left out."""
    from muster.app.results.actions import complete

    return dict(complete(system, values).values)


def _outcomes(scored: tuple[Score, Score], where: str) -> Iterator[str]:
    outcomes = {score.outcome for score in scored}
    if outcomes not in ({Outcome.WIN, Outcome.LOSS}, {Outcome.DRAW}, {Outcome.LOSS}):
        yield f"{where} has the outcomes {', '.join(s.outcome.value for s in scored)}, which do not go together"


def _given_up(system: System, game: Game, loser: Player) -> Iterator[str]:
    """`result.by` lost it, and values may be missing."""
    where = f"a game that ended as “{game.result.ending.value}”"
    try:
        scored = system.score(game)
    except Exception as error:  # A game's code may raise anything.
        yield f"score fails on {where}, without values: {where_raised(error)}"
        return
    lost = game.side(loser.id)
    if (scored[lost].outcome, scored[1 - lost].outcome) != (Outcome.LOSS, Outcome.WIN):
        yield f"{where} is not lost by the player named in result.by and won by the other"
    for score in scored:
        yield from reason(system, score.why, where)
