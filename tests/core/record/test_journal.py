"""Entries to rows and back, and every change to a row is found."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import fields, is_dataclass, replace
from enum import Enum
from hashlib import sha256
from types import NoneType, UnionType
from typing import Any, NewType, get_args, get_origin, get_type_hints

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from muster.core.kit.errors import BadInput, DamagedJournal
from muster.core.kit.model import Actor, PlayerId, Role
from muster.core.record.event_journal import EVENT
from muster.core.record.facts import awards, venue
from muster.core.record.facts import lists as list_facts
from muster.core.record.facts import play as facts
from muster.core.record.facts import staff as staff_facts
from muster.core.record.facts.play import Entry
from muster.core.record.journal import GENESIS, Row, is_withheld, secrets_of, to_rows
from muster.core.record.terrain import Form, Ground, Piece, Standing

NUMBERS = st.integers(-(2**63), 2**63 - 1)
JSON = st.recursive(
    st.none() | st.booleans() | NUMBERS | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=5,
)


def values_of(hint: Any) -> st.SearchStrategy[Any]:
    """Any value of a type that a fact may hold."""
    if isinstance(hint, NewType):
        return values_of(hint.__supertype__)
    simple = {Any: JSON, int: NUMBERS, str: st.text(), bool: st.booleans(), NoneType: st.none()}
    if hint in simple:
        return simple[hint]
    if isinstance(hint, type) and issubclass(hint, Enum):
        return st.sampled_from(hint)
    if isinstance(hint, type) and is_dataclass(hint):
        hints = get_type_hints(hint)
        values = {f.name: values_of(hints[f.name]) for f in fields(hint)}
        if "seal" in values:  # Only a copy that leaves out the secrets has it.
            values["seal"] = st.just("")
        return st.builds(hint, **values)
    parts = get_args(hint)
    if isinstance(hint, UnionType) or get_origin(hint) not in (tuple, list, dict):
        return st.one_of([values_of(part) for part in parts])
    if get_origin(hint) is dict:
        return st.dictionaries(values_of(parts[0]), values_of(parts[1]), max_size=3)
    if get_origin(hint) is tuple and parts[-1] is not ...:
        return st.tuples(*(values_of(part) for part in parts))
    some = st.lists(values_of(parts[0]), max_size=2)
    return some.map(tuple) if get_origin(hint) is tuple else some


ACTORS = st.builds(Actor, st.text(), st.sampled_from(Role), st.none() | NUMBERS.map(PlayerId))
FACTS = st.sampled_from(sorted(EVENT.kinds)).flatmap(lambda kind: values_of(EVENT.kinds[kind]))


@st.composite
def journals(draw: st.DrawFn, least: int = 1) -> list[Entry]:
    told = draw(st.lists(FACTS, min_size=least, max_size=4))
    return [
        Entry(number, draw(st.text()), draw(ACTORS), draw(st.text()), fact, draw(st.text()) if secrets_of(fact) else "")
        for number, fact in enumerate(told, start=1)
    ]


@pytest.mark.parametrize("kind", sorted(EVENT.kinds))
def test_every_kind_of_fact_comes_back_as_it_was(kind: str) -> None:
    @settings(max_examples=25)
    @given(values_of(EVENT.kinds[kind]), ACTORS, st.text(), st.text())
    def comes_back(fact: facts.Fact, actor: Actor, at: str, request: str) -> None:
        entry = Entry(1, at, actor, request, fact, request if secrets_of(fact) else "")
        rows = to_rows([entry], GENESIS)
        (back,) = EVENT.read(rows)
        assert to_rows([back], GENESIS) == rows
        assert back == entry
        assert repr(back) == repr(entry), "equal, but of another type (True is not 1)"

    comes_back()


@settings(max_examples=50)
@given(journals())
def test_a_journal_comes_back_as_it_was(entries: list[Entry]) -> None:
    assert list(EVENT.read(to_rows(entries, GENESIS))) == entries


@settings(max_examples=50)
@given(journals(least=2), st.data())
def test_a_journal_can_be_written_and_read_in_parts(entries: list[Entry], data: st.DataObject) -> None:
    cut = data.draw(st.integers(1, len(entries) - 1))
    whole = to_rows(entries, GENESIS)
    head = to_rows(entries[:cut], GENESIS)
    tail = to_rows(entries[cut:], head[-1].hash)
    assert head + tail == whole
    assert list(EVENT.read(tail, head[-1].hash, cut + 1)) == entries[cut:]


@given(journals(), st.data())
def test_a_single_changed_character_is_found(entries: list[Entry], data: st.DataObject) -> None:
    rows = to_rows(entries, GENESIS)
    at = data.draw(st.integers(0, len(rows) - 1), label="row")
    name = data.draw(st.sampled_from([f.name for f in fields(Row)]), label="field")
    old = getattr(rows[at], name)
    new: object
    if isinstance(old, str):
        place = data.draw(st.integers(0, len(old)), label="place")
        width = data.draw(st.integers(0, 1), label="insert or exchange")
        new = old[:place] + data.draw(st.characters(codec="utf-8"), label="character") + old[place + width :]
    else:
        new = data.draw(NUMBERS if name == "seq" else NUMBERS | st.none(), label="number")
    if new == old:
        return
    rows[at] = replace(rows[at], **{name: new})  # type: ignore[arg-type]  # any field
    with pytest.raises(DamagedJournal):
        list(EVENT.read(rows))


@settings(max_examples=50)
@given(journals(least=2), st.data())
def test_rows_removed_repeated_or_exchanged_are_found(entries: list[Entry], data: st.DataObject) -> None:
    rows = to_rows(entries, GENESIS)
    at = data.draw(st.integers(0, len(rows) - 2))
    first, second = rows[at], rows[at + 1]
    for damaged in (
        [second],
        [first, first, second],
        [second, first],
        [replace(second, seq=first.seq), replace(first, seq=second.seq)],
    ):
        with pytest.raises(DamagedJournal):
            list(EVENT.read([*rows[:at], *damaged, *rows[at + 2 :]]))


def ruling_rows(count: int) -> list[Row]:
    entries = [
        Entry(n, "2026-03-01", Actor(), f"r-{n}", staff_facts.RulingGiven(f"note {n}")) for n in range(1, count + 1)
    ]
    return to_rows(entries, GENESIS)


def sentence_for(rows: Sequence[Row]) -> str:
    with pytest.raises(DamagedJournal) as refused:
        list(EVENT.read(rows))
    return str(refused.value)


def test_the_first_wrong_entry_is_named() -> None:
    rows = ruling_rows(5)
    edited = [*rows[:2], replace(rows[2], body='{"note":"other"}'), *rows[3:]]
    assert "damaged at entry 3 (RulingGiven)" in sentence_for(edited)
    assert "The journal is damaged: entry 3 should follow, but entry 4 does." in sentence_for([*rows[:2], *rows[3:]])


def test_entries_before_the_damage_can_be_read() -> None:
    rows = ruling_rows(5)
    reading = EVENT.read([*rows[:2], *rows[3:]])
    assert [next(reading).seq, next(reading).seq] == [1, 2]


def test_an_unknown_kind_names_the_way_out(monkeypatch: pytest.MonkeyPatch) -> None:
    class TrophyHanded(staff_facts.RulingGiven):
        pass

    rows = to_rows([Entry(1, "", Actor(), "", TrophyHanded("to Hana"))], GENESIS)
    assert "kind “TrophyHanded”" in sentence_for(rows)
    assert "the newer version that wrote it" in sentence_for(rows)


def test_a_field_of_a_newer_version_is_passed_over() -> None:
    """Fields are only ever added, so an older version reads what it knows."""
    (row,) = ruling_rows(1)
    assert _rehashed(replace(row, body='{"note":"note 1","table":0,"colour":"red"}')) == list(EVENT.read([row]))


def test_a_field_of_an_older_version_takes_its_default() -> None:
    (row,) = ruling_rows(1)
    assert _rehashed(replace(row, body='{"note":"note 1"}')) == list(EVENT.read([row]))


def test_a_body_that_cannot_be_read_is_named() -> None:
    (row,) = ruling_rows(1)
    with pytest.raises(DamagedJournal, match=r"Entry 1 \(RulingGiven\) cannot be read"):
        _rehashed(replace(row, body='{"note":7}'))


def _rehashed(row: Row) -> list[Entry]:
    """Reads a row whose hash fits, as if it had been written like that."""
    from muster.core.record.journal import _digest

    return list(EVENT.read([replace(row, hash=_digest(GENESIS, row))]))


def test_the_rows_of_a_known_journal_never_change() -> None:
    """Journals already written must stay readable: this hash is theirs."""
    created = facts.EventCreated("Žofie’s Cup", "l5r", "2", "ab" * 32, "0.1.0", definition={"win": 3})
    enrolled = facts.PlayerEnrolled(PlayerId(1), "山田", 42, {"clan": "Crab", "paid": True})
    at, actor = "2026-03-01T10:00:00.000000+00:00", Actor("Maria", Role.JUDGE, PlayerId(9))
    # As written before an event knew the package of its game, and before a player's phone was remembered.
    first = (
        f'{{"name":"Žofie’s Cup","system":"l5r","edition":"2","seed_hash":"{"ab" * 32}","version":"0.1.0","date":"",'
        '"definition":{"win":3}}'
    )
    before = "c8852653d29d369fea434c2e9785c331c6796e5c090ee713dfd07448a5abed1c"
    known = Row(1, at, "organiser", "organiser", None, "r-1", "EventCreated", first, before)
    written = Row(
        2,
        at,
        "Maria",
        "judge",
        9,
        "r-2",
        "PlayerEnrolled",
        '{"player":1,"name":"山田","lot":42,"values":{"clan":"Crab","paid":true},"stand_in":false,"missed":[]}',
        "3f454803dfd9a3312ec86bcfeb71191ec12704f35614d4964a74fac0900a4ddc",
    )
    assert list(EVENT.read([known, written])) == [
        Entry(1, at, Actor(), "r-1", created),
        Entry(2, at, actor, "r-2", enrolled),
    ]
    (second,) = to_rows([Entry(2, at, actor, "r-2", enrolled)], before)
    assert second == replace(
        written,
        body=written.body[:-1] + ',"device":"","seal":""}',
        hash="aa63ec3ff0e213f6098db3186c161ff85b1477247b36ad0ea2c7f8a900d61b16",
    )


def test_the_hash_can_be_computed_by_anyone() -> None:
    """X-01: SHA-256 over the JSON array of the previous hash and the fields, as any language can write it."""
    first, second = ruling_rows(2)
    fields = [first.hash, second.seq, second.at, second.actor, second.role, second.player, second.request]
    text = json.dumps([*fields, second.kind, second.body], ensure_ascii=False, separators=(",", ":"))
    assert sha256(text.encode()).hexdigest() == second.hash


def test_half_a_character_is_refused_before_it_is_written() -> None:
    with pytest.raises(BadInput, match="broken character"):
        to_rows([Entry(1, "", Actor(), "", staff_facts.RulingGiven("caf\ud800"))], GENESIS)


def test_a_row_with_half_a_character_or_an_unknown_role_is_damaged() -> None:
    (row,) = ruling_rows(1)
    with pytest.raises(DamagedJournal):
        list(EVENT.read([replace(row, actor="\ud800")]))
    with pytest.raises(DamagedJournal, match="cannot be read"):
        _rehashed(replace(row, role="archduke"))


LIST = list_facts.ListHandedIn(PlayerId(3), 1, "Kenko 30\nTaka 40", {"rice": 70}, reason="lost at the door")
SECRET: list[facts.Fact] = [
    LIST,
    list_facts.ListMarked(PlayerId(3), 1, list_facts.ListMark.FAULTY, "Kenko is not there", checked=(1,)),
    list_facts.ChoiceSealed(1, PlayerId(3), "vim", "Kenko"),
    list_facts.CardLost(PlayerId(3), 2, "Kenko"),
    list_facts.ProxyMade(PlayerId(3), "Kenko", "Lea", "2026-03-01", "all Kenko says"),
    facts.RoundDrawn(1, 1, (), reason="Kenko quarrelled"),
    facts.ScenarioChosen(2, "Kenko's Bridge", "zone", True, "from the back"),
    venue.GroundLaid(Ground("Kenko", (Standing(Piece("flag", ("flag",), Form.CIRCLE, 1575, 1575), 24000, 24000),))),
    venue.SheetAttached("Kenko", "kenko.png", "image/png", "iVBORw0KGgo="),
    venue.VariantSaved("High tide", "Kenko", "Kenko rises.", ("Stay dry",)),
    awards.VoteGiven("1", PlayerId(1), PlayerId(90210)),
    staff_facts.BreachReported(1, 2, "Kenko draws two cards"),
    facts.PlayerEnrolled(PlayerId(3), "Kenko", 42, {"clan": "Crab"}),
    facts.PlayerAmended(PlayerId(3), "Kenko", {"clan": "Crab"}),
    facts.ResultObjected(1, 2, PlayerId(3), "Kenko lived"),
    facts.ObjectionAnswered(1, 2, "Kenko is dead", "Lea"),
    facts.PlayerDisqualified(PlayerId(3), 2, "Kenko was weighted", infraction="cheating"),
    staff_facts.PenaltyGiven(PlayerId(3), "Kenko stays at home", "rude", "warning", 1, 2, "Lea", "rudeness"),
    staff_facts.RecommendationDeclined(1, "Kenko is sorry"),
    staff_facts.RulingGiven("Kenko may", 2, "May Kenko?", 1, (PlayerId(3),), "Lea", subject="cards"),
    staff_facts.RulingAppealed(1, PlayerId(3), "Kenko may not", "Lea"),
    staff_facts.AppealDecided(1, True, "Kenko may", "Lea"),
]


def sealed_row(fact: facts.Fact, salt: str = "pepper") -> Row:
    (row,) = to_rows([Entry(1, "", Actor(), "", fact, salt)], GENESIS)
    return row


def test_every_fact_with_secrets_is_tried_here() -> None:
    assert {type(fact) for fact in SECRET} == {kind for kind in EVENT.kinds.values() if hasattr(kind, "secret")}


@pytest.mark.parametrize("fact", SECRET, ids=lambda fact: type(fact).__name__)
def test_a_secret_stands_beside_the_body_and_a_copy_may_leave_it_out(fact: facts.Fact) -> None:
    """X-17: the chain is the same with it and without."""
    row = sealed_row(fact)
    secret = "90210" if isinstance(fact, awards.VoteGiven) else "Kenko"
    assert secret in row.sealed and "pepper" in row.sealed
    assert secret not in row.body and "pepper" not in row.body
    (bare,) = EVENT.read([replace(row, sealed="")])
    assert is_withheld(bare.fact) and not is_withheld(fact)
    blank = {name: getattr(bare.fact, name) for name in (*secrets_of(fact), "seal")}
    assert secret not in str(blank)
    assert replace(bare.fact, **{name: getattr(fact, name) for name in blank}) == fact
    assert to_rows([bare], GENESIS) == [replace(row, sealed="")]


def test_a_seal_can_be_computed_by_anyone_who_is_shown_the_text() -> None:
    row = sealed_row(LIST)
    assert json.loads(row.sealed) == {"text": LIST.text, "fields": LIST.fields, "salt": "pepper"}
    assert json.loads(row.body)["seal"] == sha256(row.sealed.encode()).hexdigest()


def test_a_choice_among_few_cannot_be_guessed_from_its_seal() -> None:
    """The salt: the same choice has another seal each time."""
    assert sealed_row(SECRET[2], "salt").body != sealed_row(SECRET[2], "pepper").body


def test_a_sealed_text_says_only_what_is_secret() -> None:
    """Even if its seal fits: whose list it is, is in the body."""
    row = sealed_row(LIST)
    forged = json.dumps(json.loads(row.sealed) | {"player": 7, "slot": 2})
    seal = sha256(forged.encode()).hexdigest()
    ((entry),) = _rehashed(replace(row, body=json.dumps(json.loads(row.body) | {"seal": seal}), sealed=forged))
    assert entry.fact == LIST


@pytest.mark.parametrize(
    ("sealed", "sentence"),
    [
        ('{"text":"Kenko 31","salt":"pepper"}', "what is sealed there was changed"),
        ("\ud800", "what is sealed there was changed"),
    ],
)
def test_a_sealed_text_that_does_not_fit_is_damaged(sealed: str, sentence: str) -> None:
    assert sentence in sentence_for([replace(sealed_row(LIST), sealed=sealed)])
    (plain,) = ruling_rows(1)
    assert sentence in sentence_for([replace(plain, sealed=sealed)])


@pytest.mark.parametrize("sealed", ["[]", "no JSON", '{"text":7}'])
def test_a_sealed_text_that_cannot_be_read_is_named(sealed: str) -> None:
    row = sealed_row(LIST)
    body = json.dumps(json.loads(row.body) | {"seal": sha256(sealed.encode()).hexdigest()})
    with pytest.raises(DamagedJournal, match=r"Entry 1 \(ListHandedIn\) cannot be read"):
        _rehashed(replace(row, body=body, sealed=sealed))


def test_half_a_character_in_a_secret_is_refused_before_it_is_written() -> None:
    with pytest.raises(BadInput, match="broken character"):
        sealed_row(replace(LIST, text="caf\ud800"))


def test_lists_written_before_there_were_seals_never_change() -> None:
    """The row of a list and of a choice as they were written then, and their hashes."""
    old = [
        Row(
            1,
            "2026-03-01",
            "Ann",
            "player",
            1,
            "r-1",
            "ListHandedIn",
            '{"player":1,"slot":1,"text":"Kenko 30","fields":{"rice":30},"late":false,"reason":""}',
            "07f1446030c9a919e9a2373b0c4f64697f07b6c492bf7fe5552d2d3c19fae0af",
        ),
        Row(
            2,
            "2026-03-01",
            "Ann",
            "player",
            1,
            "r-2",
            "ChoiceSealed",
            '{"round":1,"player":1,"key":"vim","value":"Kenko"}',
            "1abecbf42687c028562a9801efbb72dd949d78bd07f6a6f7b02861c769f79893",
        ),
    ]
    read = [entry.fact for entry in EVENT.read(old)]
    assert read == [
        list_facts.ListHandedIn(PlayerId(1), 1, "Kenko 30", {"rice": 30}),
        list_facts.ChoiceSealed(1, PlayerId(1), "vim", "Kenko"),
    ]
    assert [EVENT.in_clear(row) for row in old] == [True, True]


def test_a_sealed_row_never_changes() -> None:
    row = sealed_row(LIST)
    assert row.sealed == '{"text":"Kenko 30\\nTaka 40","fields":{"rice":70},"salt":"pepper"}'
    assert row.body == (
        '{"player":3,"slot":1,"late":false,"reason":"lost at the door",'
        '"seal":"a3b67f368f0e46ff8326e13e2c0dc4a24dedd8cbabdfc7daaad279a322432a9d"}'
    )
    assert not EVENT.in_clear(row)
