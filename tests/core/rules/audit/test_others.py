"""Entries beside play that nobody could have made: clock, staff, names on phones, lists, terrain and sheets."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from muster.core.book.system import System
from muster.core.forms.fields import Field, Kind
from muster.core.kit.errors import Refusal
from muster.core.kit.model import Role
from muster.core.record.event import Event
from muster.core.record.facts import claims, clock, lists, staff, venue
from muster.core.record.facts.play import Entry
from muster.core.record.fold.play import advance
from muster.core.record.terrain import Form, Ground, Layout, Piece, Standing
from muster.core.rules.audit.others import SideFact, check
from tests.app.hall import STAFF, Hall
from tests.core.rules.audit import past
from tests.core.rules.audit.past import ANN, BEN, CEM, EVE, NAMES, NOBODY

NOON = "2026-11-15T12:00:00+00:00"
SEAL = "a" * 64
MILLION = 1_000_000

WOOD = Piece("Wood", ("forest",), Form.RECTANGLE, 4_000, 6_000)
CORNERS = ((0, 0), (MILLION, 0), (0, MILLION))
CRAG = replace(WOOD, form=Form.POLYGON, corners=CORNERS)
TABLE = Layout("Village", 48_000, 48_000, (Standing(WOOD, 12_000, 12_000),))
FLAG = Standing(Piece("Flag", ("objective",), Form.CIRCLE, 1_968, 1_968), 24_000, 24_000)


def stocked(count: int = 1, **changes: Any) -> venue.TerrainStocked:
    return venue.TerrainStocked(replace(WOOD, **changes), count)


def saved(by: int = 1, **changes: Any) -> venue.LayoutSaved:
    return venue.LayoutSaved(replace(TABLE, **changes), method=by)


def laid(*elements: Standing, scenario: str = "Invasion") -> venue.GroundLaid:
    return venue.GroundLaid(Ground(scenario, elements))


def sheet(**changes: Any) -> venue.SheetAttached:
    return replace(venue.SheetAttached("Invasion", "map.png", "image/png", "AAAA"), **changes)


COURSE: list[SideFact] = [
    clock.ClockStarted(1, NOON),
    clock.TimeAdded(1, 240, NOON),
    clock.TimeAdded(1, -240, NOON),
    clock.TableExtended(1, 2, 1, NOON),
    clock.TableExtended(1, 2, -1, NOON),
    staff.PenaltyGiven(ANN, "spoke loudly"),
    staff.PenaltyGiven(ANN, "Warning", kind="warning", round=1, infraction="abuse"),
    staff.PenaltyGiven(ANN, "Recommend", kind="recommend", infraction="rudeness"),
    staff.RecommendationDeclined(3, "sorry"),
    staff.RecommendationDeclined(1, "sorry"),
    staff.RulingGiven("It is.", players=(ANN, BEN), round=1),
    staff.RulingAppealed(1, ANN),
    staff.AppealDecided(1, True, "yes"),
    staff.StaffJoined(1, "Lea", Role.JUDGE, "key"),
    staff.StaffJoined(2, "Max", Role.MARSHAL, "key", ANN),
    staff.StaffDuty(1, False),
    staff.StaffPlays(0, ANN),
    staff.StaffPlays(1),
    staff.StaffRemoved(2),
    staff.LinkRenewed(Role.JUDGE, "key"),
    staff.LinkRenewed(Role.MARSHAL, "key"),
    staff.LinkRenewed(Role.PLAYER, "key", ANN),
    staff.Announced("Lunch"),
    staff.SitesAllowed(("https://a.example", "https://b.example:8443")),
    staff.SitesAllowed(),
    staff.JudgeCalled(1, 1, ANN),
    staff.BreachReported(1, 1, "they look at cards"),
    staff.BreachReported(1, 1, seal=SEAL),
    staff.CallAnswered(1, 1),
    staff.CallEnded(2),
    staff.TableFeatured(1, 1, True),
    claims.NameAsked(ANN, "x" * 64, NOON),
    claims.NameDenied(ANN, "x" * 64),
    claims.NameDenied(NOBODY, "phone"),
    claims.NameReleased(ANN),
    lists.ListsLocked(),
    lists.ListsUnlocked((ANN,)),
    lists.ListHandedIn(ANN, 2, "A list"),
    lists.ListMarked(ANN, 2, lists.ListMark.IN_ORDER),
    lists.ProxyMade(ANN, "Card", date="2026-11-15"),
    lists.CardLost(ANN, 1, "Card"),
    lists.CardLost(ANN, 0, "Card"),
    lists.CardReplaced(2),
    lists.CardReplaced(1),
    lists.ListConsent(ANN, True),
    lists.ChoiceSealed(1, ANN, "list", 1),
    lists.ChoiceSealed(1, BEN, "list", seal=SEAL),
    stocked(500),
    stocked(0),
    stocked(name="Ruin", kinds=("forest", "hazard"), width=1, depth=MILLION),
    stocked(name="Crag", form=Form.POLYGON, corners=CORNERS),
    stocked(name="Arc", form=Form.POLYGON, corners=tuple((x, x * x) for x in range(24))),
    saved(pieces=TABLE.pieces * 40),
    saved(by=2, method="cluster", pieces=(Standing(CRAG, MILLION, -MILLION), Standing(WOOD, -MILLION, MILLION))),
    venue.TerrainAssigned(MILLION, "Village", 1),
    venue.TerrainAssigned(1, "", 1),
    venue.TerrainReviewed(1),
    laid(FLAG),
    laid(),
    venue.GroundLaid(seal=SEAL),
    sheet(),
    sheet(data=""),
    venue.SheetAttached(seal=SEAL),
    venue.VariantSaved("Harvest", "Idols", objectives=("Reap.",)),
    venue.VariantSaved("Harvest"),
    venue.VariantSaved("Harvest", text="Reap."),
    venue.VariantSaved(seal=SEAL),
]


@cache
def game() -> tuple[Event, System]:
    """A published round of five: Ann meets Ben, Cem meets Dee, and Eve has the bye."""
    hall = Hall("warmachine", NAMES)
    hall.by_hand(("Ann", "Ben"), ("Cem", "Dee"), ("Eve", ""))
    hall.publish()
    return hall.event, hall.system


@cache
def after_all() -> tuple[Event, System]:
    event, system = game()
    return advance(event, [Entry(99, NOON, STAFF, "", fact) for fact in COURSE]), system


def test_what_could_have_been_done_is_let_through() -> None:
    event, system = game()
    for fact in COURSE:
        check(fact, event, system)
        event = advance(event, [Entry(99, NOON, STAFF, "", fact)])


UNTIDY = (("HTTPS://a.example",), ("https://b.example", "https://a.example"), ("http://a.example",) * 2, ("",))
NO_99 = "there is no player 99."
IMPOSSIBLE: list[tuple[SideFact, str]] = [
    # Nothing of a round or game that there is not.
    (clock.ClockStarted(2, NOON), "There is no round 2"),
    (clock.ClockPaused(1, "noon"), "“noon” is not a time"),
    (clock.TableExtended(1, 3, 5, NOON), "There is no match 3 in round 1"),
    *((clock.TimeAdded(1, n, NOON), f"“{n}” should be 1 to 240 minutes, or -1 to -240") for n in (0, 241, -241)),
    (clock.TableExtended(1, 1, 241, NOON), "“241” should be 1 to 240 minutes"),
    (staff.PenaltyGiven(NOBODY, "x"), NO_99),
    (staff.PenaltyGiven(ANN, "x", round=2), "There is no round 2"),
    (staff.PenaltyGiven(ANN, "x", kind="shame"), "No penalty is called “shame”"),
    (staff.PenaltyGiven(ANN, "x", infraction="smoking"), "“smoking” is not an infraction."),
    (staff.PenaltyGiven(ANN, "x", kind="warning", infraction="rudeness"), "means disqualification. Recommend it"),
    *((staff.RecommendationDeclined(n, ""), f"there is no penalty {n}.") for n in (0, 4)),
    (staff.RulingGiven("x", players=(NOBODY,)), NO_99),
    (staff.RulingGiven("x", round=2), "There is no round 2"),
    (staff.RulingGiven("x", subject="weather"), "“weather” cannot be chosen"),
    (staff.RulingAppealed(2, ANN), "There is no ruling 2"),
    (staff.RulingAppealed(1, NOBODY), NO_99),
    (staff.AppealDecided(1, True, "x"), "no appeal against ruling 1 is open."),
    (staff.StaffJoined(3, " Lea", Role.JUDGE, "key"), "“ Lea” is not a clean name"),
    (staff.StaffJoined(3, "Kim", Role.JUDGE, "key", NOBODY), NO_99),
    (staff.StaffJoined(3, "Kim", Role.ORGANISER, "key"), "staff join as marshal or judge, numbered as they come."),
    (staff.StaffJoined(2, "Kim", Role.JUDGE, "key"), "staff join as marshal or judge, numbered as they come."),
    (staff.StaffJoined(4, "Kim", Role.JUDGE, "key"), "staff join as marshal or judge, numbered as they come."),
    (staff.StaffRemoved(0), "the organiser is always there."),
    (staff.StaffDuty(2, True), "This person is no longer on the staff."),
    (staff.StaffPlays(2, ANN), "This person is no longer on the staff."),
    (staff.StaffPlays(1, NOBODY), NO_99),
    (staff.LinkRenewed(Role.PLAYER, "key", NOBODY), NO_99),
    (staff.LinkRenewed(Role.PLAYER, "key"), "links are renewed for marshals, for judges or for one player."),
    (staff.LinkRenewed(Role.JUDGE, "key", ANN), "links are renewed for marshals, for judges or for one player."),
    (staff.LinkRenewed(Role.ORGANISER, "key"), "links are renewed for marshals, for judges or for one player."),
    (staff.SitesAllowed(("https://a.example; script-src *",)), "“https://a.example; script-src *” is not a site."),
    *((staff.SitesAllowed(sites), "sites are written as browsers write them, each of them once.") for sites in UNTIDY),
    (staff.JudgeCalled(1, 1, CEM), "player 3 has no game in round 1."),
    (staff.BreachReported(1, 3, "x"), "There is no match 3 in round 1"),
    (staff.BreachReported(1, 1, " "), "Write in a few words what happened at the table."),
    (staff.CallAnswered(1, 2), "This person is no longer on the staff."),
    (staff.CallAnswered(2, 1), "call 2 is already done."),
    (staff.CallEnded(2), "call 2 is already done."),
    (staff.CallEnded(4), "There is no call 4"),
    (staff.TableFeatured(1, 3, True), "There is no match 3 in round 1"),
    (staff.TableFeatured(1, 1, True), "whether the game is shown to everybody does not change."),
    (staff.TableFeatured(1, 2, False), "whether the game is shown to everybody does not change."),
    (claims.NameAsked(ANN, "x" * 65, NOON), "a phone is known by at most 64 characters."),
    (claims.NameAsked(ANN, "phone", "noon"), "“noon” is not a time"),
    (claims.NameDenied(ANN, "phone"), "no phone has asked for the name of player 1."),
    (lists.ListsLocked((NOBODY,)), NO_99),
    *((lists.CardReplaced(n), f"there is no lost card {n}.") for n in (0, 3)),
    (lists.ListHandedIn(NOBODY, 1, "A list"), NO_99),
    (lists.ListHandedIn(ANN, 9, "A list"), "There is no list 9."),
    (lists.ListHandedIn(ANN, 1, "\ud800"), "This list contains characters that are not text."),
    (lists.ListHandedIn(ANN, 1, "A list", {"shoes": "42"}), "shoes"),
    (lists.ListMarked(ANN, 1, lists.ListMark.FAULTY), "player 1 has no list 1."),
    (lists.ListWithdrawn(BEN, 2), "player 2 has no list 2."),
    (lists.ProxyMade(ANN, "Card", date="soon"), "“soon” is not a date"),
    (lists.CardLost(ANN, 2, "Card"), "There is no round 2"),
    (lists.ChoiceSealed(2, ANN, "list", 1), "There is no round 2"),
    (lists.ChoiceSealed(1, ANN, "vim", 1), "No declaration is called “vim”"),
    (lists.ChoiceSealed(1, EVE, "list", 1), "player 5 has no game in round 1."),
    (lists.ChoiceSealed(1, ANN, "list", 99), "“99” should be"),
    # Terrain and sheets.
    *((stocked(n), f"there can be 500 of a piece at most, not {n}.") for n in (-1, 501)),
    (stocked(0), "No piece of terrain is called “Wood”"),
    (stocked(name="Wood "), "“Wood ” is not a clean name"),
    (stocked(kinds=("sea",)), "No kind of terrain is called “sea”"),
    (stocked(kinds=("objective",)), "No kind of terrain is called “objective”"),
    (stocked(kinds=()), "“Wood” has no kind of terrain."),
    (stocked(width=0), "“0” should be a length in thousandths of an inch."),
    (stocked(depth=MILLION + 1), "“1000001” should be a length"),
    *(
        (stocked(form=Form.POLYGON, corners=corners), "the outline of “Wood” should have 3 to 24 corners in turn.")
        for corners in (
            (),
            CORNERS[:2],
            ((0, 0), (4, 0), (0, 4), (4, 4)),
            ((0, 0), (MILLION + 1, 0), (0, 4)),
            ((0, 0), (4, 0), (0, -MILLION - 1)),
            tuple((x, x * x) for x in range(25)),
        )
    ),
    (stocked(corners=CORNERS[:2]), "the outline of “Wood” should have 3 to 24 corners in turn."),
    (saved(name=" Village"), "“ Village” is not a clean name"),
    (saved(width=0), "“0” should be a length"),
    (saved(depth=0), "“0” should be a length"),
    (saved(pieces=()), "“Village” has 0 pieces. A layout has 1 to 40."),
    (saved(pieces=TABLE.pieces * 41), "“Village” has 41 pieces. A layout has 1 to 40."),
    (saved(0), "“0” is not a way in which Muster draws layouts."),
    (saved(3), "“3” is not a way in which Muster draws layouts."),
    (saved(method="dice"), "No way to set up a table is called “dice”"),
    *(
        (saved(pieces=(Standing(WOOD, x, y),)), "“Wood” is far off the table.")
        for x, y in ((MILLION + 1, 0), (-MILLION - 1, 0), (0, MILLION + 1), (0, -MILLION - 1))
    ),
    (saved(pieces=(Standing(replace(WOOD, kinds=("sea",)), 0, 0),)), "No kind of terrain is called “sea”"),
    (venue.LayoutRemoved("Town"), "No layout is called “Town”"),
    (venue.TerrainAssigned(0, "", 1), "“0” is not a table; tables are numbered from 1."),
    (venue.TerrainAssigned(MILLION + 1, "", 1), "“1000001” is not a table"),
    (venue.TerrainAssigned(1, "Town", 1), "No layout is called “Town”"),
    (venue.TerrainAssigned(1, "", 0), "“0” is not a round"),
    (venue.TerrainReviewed(0), "“0” is not a round"),
    (laid(FLAG, scenario=" "), "“ ” is not a name"),
    (laid(scenario="Recon"), "nothing is placed for “Recon”."),
    (laid(Standing(WOOD, 0, 0)), "No kind of terrain is called “forest”"),
    (sheet(scenario=" "), "“ ” is not a name"),
    (sheet(scenario="Recon", data=""), "“Recon” has no sheet of your own."),
    (sheet(media="text/html"), "“text/html” should be one of application/pdf, image/png, image/jpeg."),
    (sheet(data="%%%"), "the sheet of “Invasion” is not Base64."),
    (venue.VariantSaved("Idols ", text="Reap."), "“Idols ” is not a clean name"),
    (venue.VariantSaved("Idols", " Harvest", "Reap."), "“ Harvest” is not a clean name"),
    (venue.VariantSaved("Idols"), "No scenario is called “Idols”"),
    (venue.VariantSaved("Idols", text="x" * 20_001), "A scenario’s text can have at most 20000."),
    (venue.VariantSaved("Idols", objectives=("Reap.",) * 21), "21 objectives are too many."),
]


@pytest.mark.parametrize(("fact", "sentence"), IMPOSSIBLE, ids=[type(fact).__name__ for fact, _ in IMPOSSIBLE])
def test_what_nobody_could_have_done_is_refused(fact: SideFact, sentence: str) -> None:
    event, system = after_all()
    with pytest.raises(Refusal) as said:
        check(fact, event, system)
    assert sentence in str(said.value)


def test_a_list_may_lack_what_the_form_asks_for() -> None:
    """It is handed in with what there is; what is missing is found when it is checked."""
    event, system = game()
    assert system.lists is not None
    asks = replace(system, lists=replace(system.lists, fields=(Field(key="club", label="Club", kind=Kind.TEXT),)))
    check(lists.ListHandedIn(ANN, 1, "A list"), event, asks)


def test_where_the_book_names_no_kinds_any_will_do() -> None:
    hall = past.at("new")
    check(stocked(kinds=("bamboo",)), hall.event, hall.system)
