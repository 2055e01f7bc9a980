"""Whatever a file holds, it is read or refused in a sentence; nothing else is ever raised."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from copy import deepcopy
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from muster.app.csv_tables import parse_sheet
from muster.app.exchange import aesops, nrtm, rounds_csv, tome, trf, trf_write
from muster.app.exchange.record import Record
from muster.core.kit.errors import Refusal
from tests.app.exchange.hands import played, taken_in
from tests.app.exchange.test_netrunner import AESOPS, TOME
from tests.app.exchange.test_nrtm import COBRA

REPORT = trf_write.write(played(4, 7))
ROUNDS = rounds_csv.write(played(4, 7))
STANDINGS = rounds_csv.write_standings(played(4, 7))

few = settings(max_examples=60, deadline=None)


def read_or_refused(read: Callable[[], Record]) -> None:
    with suppress(Refusal):
        taken_in(read())


@st.composite
def damaged(draw: st.DrawFn, text: str) -> str:
    """A good file with pieces cut out, doubled or overwritten."""
    for _ in range(draw(st.integers(1, 4))):
        start = draw(st.integers(0, len(text)))
        end = min(len(text), start + draw(st.integers(0, 12)))
        kind = draw(st.sampled_from(("cut", "double", "write", "end")))
        if kind == "cut":
            text = text[:start] + text[end:]
        elif kind == "double":
            text = text[:end] + text[start:end] + text[end:]
        elif kind == "write":
            text = text[:start] + draw(st.text("0123456789 wb=+-UHZ1/,.\n\té²\u2028", max_size=8)) + text[end:]
        else:
            text = text[:start]
    return text


@few
@given(st.text())
def test_any_text_as_a_report(text: str) -> None:
    read_or_refused(lambda: trf.read(text))
    read_or_refused(lambda: trf.read("001" + text))


@few
@given(damaged(REPORT))
def test_a_damaged_report(text: str) -> None:
    read_or_refused(lambda: trf.read(text))


def sheets(rounds: str, standings: str) -> Record:
    one, two = parse_sheet("r.csv", rounds), parse_sheet("s.csv", standings)
    lines = [(str(row.where), row.cells) for row in one.rows(one.header(rounds_csv.column, "…"))]
    said = [(str(row.where), row.cells) for row in two.rows(two.header(rounds_csv.standings_column, "…"))]
    return rounds_csv.read(lines, said)


@few
@given(st.text(), st.text())
def test_any_text_as_csv(rounds: str, standings: str) -> None:
    read_or_refused(lambda: sheets(rounds, STANDINGS))
    read_or_refused(lambda: sheets(ROUNDS, standings))


@few
@given(damaged(ROUNDS), damaged(STANDINGS))
def test_damaged_csv(rounds: str, standings: str) -> None:
    read_or_refused(lambda: sheets(rounds, STANDINGS))
    read_or_refused(lambda: sheets(ROUNDS, standings))


scalars = st.none() | st.booleans() | st.integers() | st.floats() | st.text()
anything = st.recursive(scalars, lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner), max_leaves=8)


@few
@given(anything)
def test_any_json_as_cobra(data: Any) -> None:
    read_or_refused(lambda: nrtm.read(data))


def places(data: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    inner = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    return [path, *(found for key, value in inner for found in places(value, (*path, key)))]


def changed(data: Any, changes: list[tuple[tuple[Any, ...], Any]]) -> Any:
    data = deepcopy(data)
    for path, value in changes:
        place: Any = data
        with suppress(LookupError, TypeError):
            for key in path[:-1]:
                place = place[key]
            place[path[-1]] = value
    return data


def some_changes(data: Any) -> st.SearchStrategy[list[tuple[tuple[Any, ...], Any]]]:
    return st.lists(
        st.tuples(st.sampled_from(places(data)[1:]), anything | st.sampled_from((31, 32, "33"))), max_size=3
    )


@few
@given(some_changes(COBRA))
def test_damaged_cobra(changes: list[tuple[tuple[Any, ...], Any]]) -> None:
    read_or_refused(lambda: nrtm.read(changed(COBRA, changes)))


@few
@given(some_changes(AESOPS), some_changes(TOME))
def test_damaged_aesops_and_tome(
    one: list[tuple[tuple[Any, ...], Any]], two: list[tuple[tuple[Any, ...], Any]]
) -> None:
    read_or_refused(lambda: aesops.read(changed(AESOPS, one)))
    read_or_refused(lambda: tome.read(changed(TOME, two)))
