"""Who gets the bye: the book's order, fewest byes first, and moved if it would force a rematch (X-21)."""

from __future__ import annotations

from collections.abc import Sequence

from muster.core.kit.model import PlayerId
from muster.core.kit.reasons import Reason
from muster.core.pairing.engine.cover import cover
from muster.core.pairing.engine.prices import PoolMeetings
from muster.core.pairing.pool import Bye, Pool, Rules


def choose_bye(
    pool: Pool, order: Sequence[PlayerId], rules: Rules, move: bool = True
) -> tuple[Bye, tuple[Reason, ...]]:
    """The bye for an odd number of players, and the notices: who was passed over, and whose bye it would have been.

    `order`: the book's first choice first. Fewest byes so far come before it (X-21, L-12, U-07, W-09). With `move`, the
    first in that order whose absence lets the rest pair without a rematch; if there is none, the book's own choice
    stays.
    """
    byes = {e.id: e.byes for e in pool.entrants}
    ranked = sorted((p for p in order if p in byes), key=byes.__getitem__)
    if not ranked:
        raise ValueError(f"no entrant of round {pool.round} is in the order for the bye")
    book = ranked[0]
    chosen = _moved(pool, ranked, rules) if move else book
    passed = [p for p in order[: list(order).index(book)] if p in byes and p != chosen]
    notices = [rules.reason("bye_had_one", player=p) for p in passed]
    if chosen != book:
        notices.append(rules.reason("bye_moved", player=chosen, player_b=book))
    if byes[chosen]:
        # Players with fewer byes come first, so passing them over can only be to avoid a rematch.
        code = "bye_again" if byes[chosen] == byes[book] else "bye_again_moved"
        notices.append(rules.reason(code, like="bye_again", player=chosen))
    return Bye(chosen, (rules.reason("bye"), *notices)), tuple(notices)


def _moved(pool: Pool, ranked: Sequence[PlayerId], rules: Rules) -> PlayerId:
    place = {e.id: i for i, e in enumerate(pool.entrants)}
    met = PoolMeetings(pool, rules)
    wishes = list(rules.give_way)
    second_bye_first = "bye" not in wishes or wishes.index("bye") < wishes.index("rematch")
    fewest = pool.entrants[place[ranked[0]]].byes
    for player in ranked:
        # a second bye gives way before a rematch, unless the organiser has swapped the two.
        if not second_bye_first and pool.entrants[place[player]].byes > fewest:
            break
        rest = [i for i in range(len(place)) if i != place[player]]
        if not any(cover(rest, met, len(place)).total):
            return player
    return ranked[0]
