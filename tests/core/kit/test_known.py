"""What was worked out is kept as long as what it rests on is the very same."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

from muster.core.kit.known import Known


def test_it_is_found_again_when_anything_it_rests_on_is_another_object() -> None:
    known, found = Known(), iter(range(9))
    options: list[int] = []
    players: list[int] = []
    assert known.once("what", lambda: next(found), (options, players)) == 0
    assert known.once("what", lambda: next(found), (options, players)) == 0
    equal: list[int] = []
    assert known.once("what", lambda: next(found), (options, equal)) == 1
    assert known.once("what", lambda: next(found), (options,)) == 2
    assert known.once("other", lambda: next(found), (options,)) == 3
    assert known.once("what", lambda: next(found), (options,)) == 2


def test_many_who_ask_at_once_wait_for_one_answer() -> None:
    known, begin = Known(), Barrier(16)
    found: list[object] = []

    def find() -> object:
        found.append(object())
        return found[-1]

    def ask() -> object:
        begin.wait()
        return known.once("what", find)

    with ThreadPoolExecutor(16) as all_of_them:
        answers = [answer.result() for answer in [all_of_them.submit(ask) for _ in range(16)]]
    assert answers == found * 16
