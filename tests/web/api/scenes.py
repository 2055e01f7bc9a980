"""An event “cup” in each state that the routes of the API are tried in."""

from __future__ import annotations

from muster.app.awards import actions as award_actions
from muster.app.events import actions as events
from muster.app.lists import lost_cards
from muster.app.people import comings, roster
from muster.app.results import actions as results
from muster.app.results.actions import Report
from muster.app.staff import actions as staff
from muster.app.staff import announcements, calls, objections, rulings
from muster.app.venue import terrain as venue
from muster.core.kit.model import Actor, Role
from muster.core.record.event import Match
from muster.core.record.facts.awards import AwardKind
from muster.core.record.staff import StaffMember
from muster.core.rules.staff import join
from muster.web.site import Site
from tests.app.paperwork import FORCE
from tests.typed import needed
from tests.web.conftest import NAMES, STAFF, publish, start
from tests.web.list_hall import bring, hall

PIECES = [
    {"name": "Old wood", "kind": "forest", "size": "5", "count": 4, "reading": "Blocks sight"},
    {"name": "Fog", "kind": "dense fog", "size": "4x3", "count": 4},
    {"name": "Pond", "kind": "shallow water", "size": "4.5", "count": 6},
    {"name": "Bank", "kind": "hill", "size": "5x4", "count": 6},
]
DECK = "Conflict\n3x Assassination\n"


def enrolling(site: Site) -> None:
    """Five players, nothing drawn yet."""
    events.create(site.desk, "Cup", "bushido", STAFF, seed="seed")
    roster.enrol(site.desk, "cup", [(name, {}) for name in NAMES], STAFF)


def playing(site: Site) -> None:
    """Round 1 of five players: one has the bye."""
    start(site)


def late(site: Site) -> None:
    """Fay, number 6, came after round 1 was drawn."""
    start(site)
    comings.enter(site.desk, "cup", "Fay", {}, STAFF, allow=True)


def announced(site: Site) -> None:
    enrolling(site)
    announcements.announce(site.desk, "cup", "Lunch until 13:30", STAFF)


def armies(site: Site) -> None:
    start(site, "warmachine")


def stocked(site: Site) -> None:
    armies(site)
    stock(site)


def stock(site: Site) -> None:
    typed = [venue.Typed(p["name"], p["kind"], p["size"], str(p["count"])) for p in PIECES]  # type: ignore[arg-type]  # each value is of its kind
    venue.stock(site.desk, "cup", typed, STAFF)


def on_show(site: Site) -> None:
    """Round 1 with its scenario, and terrain on table 1."""
    events.create(site.desk, "Cup", "warmachine", STAFF, seed="seed")
    roster.enrol(site.desk, "cup", [(name, needed("warmachine")) for name in NAMES], STAFF)
    events.choose_scenario(site.desk, "cup", 1, "Invasion", STAFF)
    stock(site)
    venue.generate(site.desk, "cup", "cluster", STAFF, tables=[1])
    publish(site)


def laid_out(site: Site) -> None:
    """A layout “Cluster” that is on no table."""
    stocked(site)
    venue.generate(site.desk, "cup", "cluster", STAFF)


def watched(site: Site) -> None:
    """A game tracked by phones at the table."""
    start(site, "urban_war")


def court(site: Site) -> None:
    """Round 1 of four players of a game with judges and appeals."""
    start(site, "l5r", NAMES[:4])


def match_1(site: Site) -> Match:
    """By this seed Bob and Cem, 2 and 3, play there."""
    found = site.open("cup").event.rounds[0].match_at(1)
    assert found is not None
    return found


def player_at_1(site: Site, *, second: bool = False) -> Actor:
    number = match_1(site).b if second else match_1(site).a
    return Actor(site.open("cup").event.name_of(number), Role.PLAYER, number)


def called(site: Site) -> None:
    court(site)
    actor = player_at_1(site)
    assert actor.player is not None
    calls.call(site.desk, "cup", actor.player, 1, actor)


def disputed(site: Site) -> None:
    court(site)
    for actor, winner in ((player_at_1(site), "a"), (player_at_1(site, second=True), "a")):
        results.report(site.desk, "cup", [Report(f"#{actor.player}", {"winner": winner})], actor)


def objected(site: Site) -> None:
    court(site)
    results.report(site.desk, "cup", [Report("1", {"winner": "a"})], STAFF)
    loser = player_at_1(site, second=True)
    objections.object_to(site.desk, "cup", f"#{loser.player}", "I won", loser)


def judge(site: Site) -> StaffMember:
    opened = site.desk.act("cup", lambda o: join(o.event, o.system, "Hale", Role.JUDGE, "key"), STAFF)
    return opened.event.staff.members[opened.event.staff.joined]


def ruled(site: Site) -> None:
    court(site)
    rulings.rule(site.desk, "cup", judge(site).id, 1, "Is it public?", "It is", 1)


def appealed(site: Site) -> None:
    ruled(site)
    rulings.appeal(site.desk, "cup", staff.ORGANISER, 1, f"#{match_1(site).a}", "I think not")


def recommended(site: Site) -> None:
    court(site)
    rulings.penalise(site.desk, "cup", staff.ORGANISER, "Ann", "recommend", "cheated")


def listing(site: Site) -> None:
    hall(site)


def listed(site: Site) -> None:
    hall(site)
    bring(site, "Ann", FORCE)


def decks(site: Site) -> None:
    hall(site, "l5r")
    bring(site, "Ann", DECK)
    publish(site)


def lost(site: Site) -> None:
    decks(site)
    lost_cards.lose(site.desk, "cup", "Ann", "Assassination", STAFF)


def prized(site: Site) -> None:
    """Two awards: one that the staff decide, one that all players vote for; round 1 is over."""
    start(site, names=NAMES[:4], played=1)
    award_actions.add(site.desk, "cup", "Best painted", AwardKind.STAFF, STAFF)
    award_actions.add(site.desk, "cup", "Best opponent", AwardKind.PLAYERS, STAFF)


def voting(site: Site) -> None:
    prized(site)
    award_actions.open_voting(site.desk, "cup", "Best opponent", STAFF)
