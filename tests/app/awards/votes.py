"""An event with two rounds played, and short ways to vote in it and to see who has which award."""

from __future__ import annotations

from muster.app.awards import actions
from muster.app.awards.views import DeskAward, PollView, desk_awards
from muster.app.people import roster
from muster.core.record.facts.awards import AwardKind
from tests.app.hall import STAFF, Hall

WIN = {"vp": "2-1"}


def hall_of(*names: str, **options: str) -> Hall:
    """Two rounds by hand: Ann met Bob and Cem, Dai met Cem and Bob."""
    hall = Hall("bushido", list(names or ("Ann", "Bob", "Cem", "Dai")), **options)
    for pairs in ((("Ann", "Bob"), ("Dai", "Cem")), (("Ann", "Cem"), ("Dai", "Bob"))):
        hall.by_hand(*pairs)
        hall.publish()
        for one, _ in pairs:
            hall.report(one, **WIN)
        hall.close()
    return hall


def best_opponent(hall: Hall) -> None:
    actions.add(hall.desk, hall.id, "Best opponent", AwardKind.OPPONENT, STAFF)
    actions.open_voting(hall.desk, hall.id, "Best opponent", STAFF)


def vote(hall: Hall, voter: str, choice: str, award: str = "Best opponent", *, paper: bool = False) -> None:
    actor = STAFF if paper else roster.as_player(hall.desk, hall.id, voter)
    actions.vote(hall.desk, hall.id, award, voter, choice, actor, paper=paper)


def close(hall: Hall, award: str = "Best opponent") -> None:
    actions.close_voting(hall.desk, hall.id, award, STAFF)


def shown(hall: Hall, title: str = "Best opponent") -> DeskAward:
    return next(award for award in desk_awards(hall.opened) if award.title == title)


def poll_of(hall: Hall) -> PollView:
    poll = shown(hall).poll
    assert poll is not None
    return poll


def winners(hall: Hall, title: str = "Best opponent") -> list[str]:
    return [who.name for who in shown(hall, title).winners]
