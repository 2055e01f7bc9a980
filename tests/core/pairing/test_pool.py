"""What a field is when nothing more is said of it."""

from __future__ import annotations

from muster.core.kit.model import PlayerId
from muster.core.pairing.pool import GIVE_WAY, Entrant, Pool, Rules


def test_an_entrant_of_whom_nothing_is_said_begins_at_nothing() -> None:
    assert Entrant(PlayerId(1)) == Entrant(PlayerId(1), points=0, byes=0, downs=0, ups=0, circle="", seed=0)
    assert Pool(()) == Pool((), round=1, met={})


def test_a_book_that_says_nothing_avoids_rematches_and_no_more() -> None:
    """X-13."""
    assert Rules() == Rules({}, avoid_rematch=True, avoid_circle=False, limit_downs=False, give_way=GIVE_WAY)


def test_without_somebody_the_others_keep_their_order_and_what_they_met() -> None:
    field = Pool(tuple(Entrant(PlayerId(k)) for k in (3, 1, 2)), 4, {PlayerId(1): {PlayerId(2): 3}})
    left = field.without(PlayerId(3))
    assert [e.id for e in left.entrants] == [1, 2] and (left.round, left.last_met(PlayerId(1), PlayerId(2))) == (4, 3)
    assert left.last_met(PlayerId(2), PlayerId(1)) == 0
