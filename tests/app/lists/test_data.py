"""Card data at the desk: merged, ready for the checks, and safe with two imports at once."""

from __future__ import annotations

import io
import json
import tracemalloc
import zipfile
from concurrent.futures import ThreadPoolExecutor

import pytest

from muster.app.lists import data
from muster.app.lists.data import data_of, kept_counts, take_in
from muster.core.kit.errors import BadInput, Refusal
from muster.systems import registry
from muster.systems.l5r.decks.cards import CardPool
from tests.app.hall import new_desk
from tests.systems.l5r.shelf import CARDS, PACK_RECORDS

L5R = registry.find("l5r")


def test_nothing_is_there_before_an_import() -> None:
    """X-19: None, so that checks say “not checked”."""
    desk = new_desk()
    assert data_of(desk, L5R) is None
    assert data_of(desk, registry.find("bushido")) is None


def test_what_was_imported_is_ready_and_the_same_until_more_comes() -> None:
    desk = new_desk()
    take_in(desk, "cards.json", json.dumps(CARDS).encode())
    first = data_of(desk, L5R)
    assert isinstance(first, CardPool) and data_of(desk, L5R) is first
    take_in(desk, "packs.json", json.dumps(PACK_RECORDS).encode())
    second = data_of(desk, L5R)
    assert isinstance(second, CardPool) and len(second.products) == 3 and len(second.cards) == len(first.cards)


def test_imports_at_the_same_time_are_all_kept() -> None:
    desk = new_desk()
    files = [json.dumps([{**CARDS[0], "id": f"card-{n}", "name": f"Card {n}"}]) for n in range(4)]
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(lambda text: take_in(desk, "c.json", text.encode()), files))
    assert kept_counts(desk)["l5r"]["cards"] == 4


def test_a_game_without_data_says_so() -> None:
    with pytest.raises(Refusal, match="without any imported data"):
        take_in(new_desk(), "x.json", b"[]", "bushido")


def test_data_kept_by_a_newer_version_are_refused_in_words() -> None:
    desk = new_desk()
    desk.keep_list_data("l5r", '{"muster_lists": 2, "cards": {}}', "")
    with pytest.raises(BadInput, match="“l5r” was written for a newer version of Muster"):
        data_of(desk, L5R)


def test_no_more_of_an_archive_is_unpacked_than_is_allowed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fifty megabytes in as many kilobytes: refused before they are in memory."""
    packed, blank = io.BytesIO(), b" " * 1_000_000
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive, archive.open("a.json", "w") as file:
        for _ in range(50):
            file.write(blank)
    monkeypatch.setattr(data, "MOST_BYTES", 1_000_000)
    desk = new_desk()
    tracemalloc.start()
    with pytest.raises(BadInput, match="far more than card data"):
        take_in(desk, "bomb.zip", packed.getvalue(), "l5r")
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert most < 10_000_000


def test_a_file_that_is_nested_without_end_is_refused_also_where_it_should_say_its_game() -> None:
    with pytest.raises(BadInput, match="is not valid JSON"):
        take_in(new_desk(), "nested.json", b"[" * 100_000)
