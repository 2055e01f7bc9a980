"""What every store does: the one suite of `app.ports.Journals`."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from muster.app.ports import Journals, Stored
from muster.core.kit.errors import Conflict, DamagedJournal, Refusal, UnknownName
from muster.core.kit.model import Actor, PlayerId, Role
from muster.core.record.event_journal import EVENT
from muster.core.record.facts import play as facts
from muster.core.record.facts import staff as staff_facts
from muster.core.record.facts.lists import ChoiceSealed, ListHandedIn
from muster.core.record.journal import Row, size_of
from muster.core.record.vocabulary import Title
from tests.store.conftest import CUP, event

if TYPE_CHECKING:
    from tests.store.conftest import Chain


def rulings(*notes: str) -> list[facts.Fact]:
    return [staff_facts.RulingGiven(note) for note in notes]


def test_a_new_store_is_empty(journals: Journals) -> None:
    assert journals.listed("event") == []


def test_created_event_is_kept(journals: Journals, created: list[Row]) -> None:
    journals.create(event("spring"), CUP, "secret", created)
    assert journals.rows(event("spring")) == created
    assert journals.seed(event("spring")) == "secret"
    assert journals.listed("event") == [Stored("event", "spring", "Spring Cup", "bushido", 1)]


def test_its_size_is_that_of_what_is_written(journals: Journals, created: list[Row], chain: Chain) -> None:
    assert journals.size(event("spring")) == 0
    journals.create(event("spring"), CUP, "secret", created)
    journals.create(event("other"), CUP, "secret", created)
    rows = chain(*rulings("ä" * 1_000), ListHandedIn(PlayerId(1), 1, "ß" * 500), after=created, salt="salt")
    journals.append(event("spring"), rows, len(created))
    assert journals.size(event("spring")) == size_of([*created, *rows]) > 3_000
    assert journals.size(event("other")) == size_of(created)


def test_event_imported_whole_without_its_seed(journals: Journals, created: list[Row], chain: Chain) -> None:
    rows = created + chain(*rulings("a", "b"), after=created)
    journals.create(event("spring"), CUP, "", rows)
    assert journals.rows(event("spring")) == rows
    assert journals.seed(event("spring")) == ""


def test_an_id_is_taken_once(journals: Journals, created: list[Row]) -> None:
    journals.create(event("spring"), CUP, "secret", created)
    with pytest.raises(Refusal, match="The name “spring” is already taken"):
        journals.create(event("spring"), CUP, "other", created)
    assert journals.seed(event("spring")) == "secret"


def test_a_journal_is_never_empty(journals: Journals) -> None:
    with pytest.raises(DamagedJournal, match="has no entries"):
        journals.create(event("spring"), CUP, "", [])
    assert journals.listed() == []


def test_a_damaged_import_leaves_nothing(journals: Journals, created: list[Row], chain: Chain) -> None:
    good, bad = chain(*rulings("a", "b"), after=created)
    with pytest.raises(DamagedJournal, match="entry 3"):
        journals.create(event("spring"), CUP, "", [*created, good, replace(bad, body='{"note":"c"}')])
    assert journals.listed("event") == []


def test_appended_rows_stand_in_order(journals: Journals, created: list[Row], chain: Chain) -> None:
    journals.create(event("spring"), CUP, "", created)
    rows = list(created)
    for batch in (["1"], ["2", "3", "4"], [str(n) for n in range(5, 15)]):
        more = chain(*rulings(*batch), after=rows)
        journals.append(event("spring"), more, expected=len(rows))
        rows += more
    assert journals.rows(event("spring")) == rows
    assert [entry.seq for entry in EVENT.read(journals.rows(event("spring")))] == list(range(1, 16))
    assert journals.listed("event") == [Stored("event", "spring", "Spring Cup", "bushido", 15)]


def test_the_head_is_that_of_the_last_row(journals: Journals, created: list[Row], chain: Chain) -> None:
    assert journals.head(event("spring")) == (0, "")
    journals.create(event("spring"), CUP, "", created)
    assert journals.head(event("spring")) == (1, created[-1].hash)
    more = chain(*rulings("1", "2"), after=created)
    journals.append(event("spring"), more, expected=1)
    assert journals.head(event("spring")) == (3, more[-1].hash)
    assert journals.head(event("autumn")) == (0, "")


def test_rows_after_an_entry(journals: Journals, created: list[Row], chain: Chain) -> None:
    rows = created + chain(*rulings("a", "b"), after=created)
    journals.create(event("spring"), CUP, "", rows)
    assert journals.rows(event("spring"), after=1) == rows[1:]
    assert journals.rows(event("spring"), after=3) == []


def test_appending_nothing_changes_nothing(journals: Journals, created: list[Row]) -> None:
    journals.create(event("spring"), CUP, "", created)
    journals.append(event("spring"), [], expected=1)
    assert journals.rows(event("spring")) == created


@pytest.mark.parametrize("expected", [0, 1, 3])
def test_conflict_when_somebody_wrote_first(
    journals: Journals, created: list[Row], chain: Chain, expected: int
) -> None:
    rows = created + chain(*rulings("theirs"), after=created)
    journals.create(event("spring"), CUP, "", rows)
    with pytest.raises(Conflict, match=f"its last entry is 2, not {expected}"):
        journals.append(event("spring"), chain(*rulings("mine"), after=created), expected=expected)
    assert journals.rows(event("spring")) == rows


def test_a_batch_is_kept_whole_or_not_at_all(journals: Journals, created: list[Row], chain: Chain) -> None:
    journals.create(event("spring"), CUP, "", created)
    one, two, three = chain(*rulings("a", "b", "c"), after=created)
    for batch in (
        [one, replace(two, body='{"note":"x"}'), three],
        [one, three],
        [one, one],
        [two, one],
        [one, replace(two, kind="Unheard")],
        [replace(one, seq=1)],
        chain(*rulings("chained to nothing"), after=[replace(created[0], hash="f" * 64)]),
    ):
        with pytest.raises(DamagedJournal):
            journals.append(event("spring"), batch, expected=1)
        assert journals.rows(event("spring")) == created
    journals.append(event("spring"), [one, two, three], expected=1)
    assert journals.rows(event("spring")) == [*created, one, two, three]


def test_a_retried_request_is_known(journals: Journals, created: list[Row], chain: Chain) -> None:
    journals.create(event("spring"), CUP, "", created)
    journals.create(event("autumn"), CUP, "", created)
    assert not journals.has_request(event("spring"), "tap-7")
    journals.append(event("spring"), chain(*rulings("a", "b"), after=created, request="tap-7"), expected=1)
    assert journals.has_request(event("spring"), "tap-7")
    assert not journals.has_request(event("spring"), "tap")
    assert not journals.has_request(event("autumn"), "tap-7")


@pytest.mark.parametrize(
    "text",
    [
        "Žofie Černá",
        "山田 太郎",
        "ليلى",
        "👩‍👩‍👧",
        "e\u0301 and é",
        "a\x00b",
        "line\nbreak",
        "'; DROP TABLE entries; --",
        "",
    ],
)
def test_any_text_comes_back_as_it_was(journals: Journals, chain: Chain, text: str) -> None:
    rows = chain(
        facts.EventCreated(text, "custom", "", "", ""), staff_facts.RulingGiven(text), request=text, actor=Actor(text)
    )
    journals.create(event(text), Title(text, "custom"), text, rows)
    assert journals.rows(event(text)) == rows
    assert journals.listed("event") == [Stored("event", text, text, "custom", 2)]
    assert journals.has_request(event(text), text)
    assert journals.seed(event(text)) == text


def test_who_acted_comes_back(journals: Journals, created: list[Row], chain: Chain) -> None:
    actor = Actor("Hana", Role.PLAYER, PlayerId(7))
    journals.create(event("spring"), CUP, "", created)
    journals.append(event("spring"), chain(*rulings("a"), after=created, actor=actor), expected=1)
    assert [entry.actor for entry in EVENT.read(journals.rows(event("spring")))] == [Actor(), actor]


def test_many_events_do_not_meet(journals: Journals, chain: Chain) -> None:
    kept = {}
    for number in range(20):
        rows = chain(facts.EventCreated(f"Event {number}", "l5r", "", "", ""), *rulings(*["x"] * number))
        journals.create(event(f"event-{number}"), Title(f"Event {number}", "l5r"), f"seed {number}", rows)
        kept[f"event-{number}"] = rows
    assert journals.listed("event") == [Stored("event", f"event-{n}", f"Event {n}", "l5r", n + 1) for n in range(20)]
    assert {name: journals.rows(event(name)) for name in kept} == kept


def test_removed_event_is_gone_and_its_id_free(journals: Journals, created: list[Row], chain: Chain) -> None:
    more = chain(*rulings("a"), after=created, request="tap-7")
    journals.create(event("spring"), CUP, "old", created + more)
    journals.create(event("autumn"), CUP, "kept", created)
    journals.remove(event("spring"))
    assert [stored.id for stored in journals.listed("event")] == ["autumn"]
    with pytest.raises(UnknownName):
        journals.rows(event("spring"))
    journals.create(event("spring"), CUP, "new", created)
    assert journals.rows(event("spring")) == created
    assert journals.seed(event("spring")) == "new"
    assert not journals.has_request(event("spring"), "tap-7")


def test_an_unknown_event_says_the_nearest(journals: Journals, created: list[Row], chain: Chain) -> None:
    def asks() -> None:
        for ask in (
            lambda: journals.rows(event("sprnig")),
            lambda: journals.append(event("sprnig"), chain(*rulings("a"), after=created), 1),
            lambda: journals.has_request(event("sprnig"), "r-1"),
            lambda: journals.seed(event("sprnig")),
            lambda: journals.remove(event("sprnig")),
        ):
            with pytest.raises(UnknownName) as refused:
                ask()
            nearest.append(refused.value.nearest)

    nearest: list[str] = []
    asks()
    assert nearest == [""] * 5
    journals.create(event("spring"), CUP, "", created)
    nearest.clear()
    asks()
    assert nearest == ["spring"] * 5


def test_threads_that_race_lose_nothing(journals: Journals, created: list[Row], chain: Chain) -> None:
    """Each of four threads appends ten entries, reloading after each conflict."""
    journals.create(event("spring"), CUP, "", created)

    def write(who: int) -> None:
        for number in range(10):
            while True:
                rows = journals.rows(event("spring"))
                more = chain(*rulings(f"{who}:{number}"), after=rows)
                try:
                    journals.append(event("spring"), more, expected=len(rows))
                except Conflict:
                    continue
                break

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(write, range(4)))
    notes = [
        e.fact.note for e in EVENT.read(journals.rows(event("spring"))) if isinstance(e.fact, staff_facts.RulingGiven)
    ]
    assert sorted(notes) == sorted(f"{who}:{number}" for who in range(4) for number in range(10))
    for who in range(4):
        assert [n for n in notes if n.startswith(f"{who}:")] == [f"{who}:{number}" for number in range(10)]


def test_data_of_a_game_is_kept_and_replaced(journals: Journals) -> None:
    assert (journals.list_data("l5r"), journals.games_with_list_data()) == ("", [])
    journals.keep_list_data("l5r", '{"cards": {"banzai": "Banzai¡"}}', "")
    journals.keep_list_data("warmachine", "{}", "")
    journals.keep_list_data("l5r", '{"cards": {}}', journals.list_data("l5r"))
    assert journals.list_data("l5r") == '{"cards": {}}'
    assert journals.list_data("warmachine") == "{}"
    assert journals.games_with_list_data() == ["l5r", "warmachine"]
    assert journals.listed("event") == []


def test_data_that_somebody_replaced_meanwhile_are_not_overwritten(journals: Journals) -> None:
    journals.keep_list_data("l5r", "first", "")
    with pytest.raises(Conflict, match="Somebody else has just imported data"):
        journals.keep_list_data("l5r", "second", "")
    assert journals.list_data("l5r") == "first"


def test_data_of_a_game_outlive_the_events(journals: Journals, created: list[Row]) -> None:
    journals.create(event("spring"), CUP, "", created)
    journals.keep_list_data("l5r", "{}", "")
    journals.remove(event("spring"))
    assert journals.list_data("l5r") == "{}"


def sealed_rows(chain: Chain, created: list[Row]) -> list[Row]:
    told = (ListHandedIn(PlayerId(1), 1, "Kenko 30", {"rice": 30}), ChoiceSealed(1, PlayerId(1), "vim", "Kenko"))
    return created + chain(*told, staff_facts.Announced("a"), after=created, salt="pepper")


def test_what_is_sealed_comes_back_beside_its_row(journals: Journals, created: list[Row], chain: Chain) -> None:
    rows = sealed_rows(chain, created)
    journals.create(event("spring"), CUP, "", created)
    journals.append(event("spring"), rows[1:], expected=1)
    assert journals.rows(event("spring")) == rows
    assert [bool(row.sealed) for row in journals.rows(event("spring"))] == [False, True, True, False]


def test_a_copy_without_what_is_sealed_is_kept_and_grows(journals: Journals, created: list[Row], chain: Chain) -> None:
    bare = [replace(row, sealed="") for row in sealed_rows(chain, created)]
    journals.create(event("spring"), CUP, "", bare)
    more = chain(*rulings("b"), after=bare)
    journals.append(event("spring"), more, expected=len(bare))
    assert journals.rows(event("spring")) == bare + more


def test_a_journal_can_be_rewritten_and_goes_on(journals: Journals, created: list[Row], chain: Chain) -> None:
    """Decision 80: in its place among the others, with its seed, with fewer sealed texts or chained again."""
    rows = sealed_rows(chain, created)
    journals.create(event("winter"), CUP, "", created)
    journals.create(event("spring"), CUP, "pepper", rows)
    journals.create(event("autumn"), CUP, "", created)
    bare = [rows[0], replace(rows[1], sealed=""), *rows[2:]]
    journals.rewrite(event("spring"), bare, (rows[-1].seq, rows[-1].hash))
    assert journals.rows(event("spring")) == bare
    again = created + chain(*rulings("x", "y"), after=created)
    journals.rewrite(event("spring"), again, (bare[-1].seq, bare[-1].hash))
    journals.scrub()
    assert journals.rows(event("spring")) == again and journals.head(event("spring")) == (3, again[-1].hash)
    assert journals.seed(event("spring")) == "pepper"
    assert [one.id for one in journals.listed()] == ["winter", "spring", "autumn"]
    journals.append(event("spring"), chain(*rulings("b"), after=again), expected=len(again))
    assert journals.rows(event("winter")) == journals.rows(event("autumn")) == created


def test_a_journal_is_not_rewritten_from_what_it_no_longer_is(
    journals: Journals, created: list[Row], chain: Chain
) -> None:
    rows = sealed_rows(chain, created)
    journals.create(event("spring"), CUP, "", rows)
    bare = [replace(row, sealed="") for row in rows]
    for expected in ((len(rows) - 1, rows[-2].hash), (len(rows), "0" * 64)):
        with pytest.raises(Conflict, match="“spring” has just changed"):
            journals.rewrite(event("spring"), bare, expected)
    with pytest.raises(DamagedJournal):
        journals.rewrite(event("spring"), [rows[0], *rows[2:]], (len(rows), rows[-1].hash))
    with pytest.raises(UnknownName):
        journals.rewrite(event("summer"), rows, (1, rows[0].hash))
    assert journals.rows(event("spring")) == rows


def test_a_sealed_text_that_does_not_fit_is_never_kept(journals: Journals, created: list[Row], chain: Chain) -> None:
    rows = sealed_rows(chain, created)
    wrong = [rows[0], replace(rows[1], sealed=rows[1].sealed.replace("Kenko", "Kenka")), *rows[2:]]
    with pytest.raises(DamagedJournal, match=r"entry 2 \(ListHandedIn\): what is sealed there was changed"):
        journals.create(event("spring"), CUP, "", wrong)
    journals.create(event("spring"), CUP, "", created)
    with pytest.raises(DamagedJournal, match="entry 2"):
        journals.append(event("spring"), wrong[1:], expected=1)
    assert journals.rows(event("spring")) == created
