"""What an entry beside play must be, given the state before it: the clock, staff, names on phones, lists, the venue."""

from __future__ import annotations

from base64 import b64decode
from typing import assert_never

from muster.core.book.system import System
from muster.core.forms.fields import check_values
from muster.core.kit.errors import BadInput, UnknownName
from muster.core.kit.geometry import is_simple
from muster.core.kit.language import tr
from muster.core.kit.model import Role
from muster.core.record.clock import instant
from muster.core.record.event import Event
from muster.core.record.facts import awards as award_facts
from muster.core.record.facts import claims as claim_facts
from muster.core.record.facts import clock as clock_facts
from muster.core.record.facts import lists as list_facts
from muster.core.record.facts import staff as staff_facts
from muster.core.record.facts import venue
from muster.core.record.journal import is_withheld
from muster.core.record.terrain import Form, Piece, Standing
from muster.core.record.undo import Redone, Undone
from muster.core.rules.audit import awards as award_audit
from muster.core.rules.audit.play import (
    MOST_TABLES,
    must_be_date,
    must_be_enrolled,
    must_be_name,
    must_be_round_number,
    must_be_up_to_now,
)
from muster.core.rules.clock import MOST_MINUTES
from muster.core.rules.conduct.calls import breach_text
from muster.core.rules.conduct.rulings import must_fit
from muster.core.rules.events import clean_sites
from muster.core.rules.layouts import BEST_OF_SEVERAL, FIRST_LEGAL, MOST_PIECES, MOST_STOCK, layout_of
from muster.core.rules.layouts import rules_of as terrain_rules_of
from muster.core.rules.lists.life import must_be_text, rules_of, slot_of
from muster.core.rules.scenarios import must_be_full_text, must_be_objectives
from muster.core.rules.staff import INVITED, member_of

LONGEST_SIDE = 1_000_000
"""Thousandths of an inch: no table, piece or position is beyond a thousand inches."""
MOST_CORNERS = 24
SHEETS = ("application/pdf", "image/png", "image/jpeg")

LONGEST_DEVICE = 64
"""The most characters in a phone's id in the journal."""

SideFact = (
    clock_facts.ClockFact
    | staff_facts.StaffFact
    | claim_facts.ClaimFact
    | list_facts.ListFact
    | venue.VenueFact
    | award_facts.AwardFact
    | Undone
    | Redone
)


def check(fact: SideFact, event: Event, system: System) -> None:
    if isinstance(fact, clock_facts.ClockFact):
        _check_clock(fact, event)
    elif isinstance(fact, staff_facts.StaffFact):
        _check_staff(fact, event, system)
    elif isinstance(fact, claim_facts.ClaimFact):
        _check_claim(fact, event)
    elif isinstance(fact, list_facts.ListFact):
        _check_list(fact, event, system)
    elif isinstance(fact, venue.VenueFact):
        _check_venue(fact, event, system)
    elif isinstance(fact, award_facts.AwardFact):
        award_audit.check(fact, event, system)


def _check_clock(fact: clock_facts.ClockFact, event: Event) -> None:
    event.round(fact.round)
    instant(fact.at)
    if isinstance(fact, clock_facts.TableExtended):
        event.match(fact.round, fact.match)
    if (
        isinstance(fact, clock_facts.TableExtended | clock_facts.TimeAdded)
        and not 1 <= abs(fact.minutes) <= MOST_MINUTES
    ):
        raise BadInput(
            "“{minutes}” should be 1 to {most} minutes, or -1 to -{most} to take time back.",
            minutes=fact.minutes,
            most=MOST_MINUTES,
        )


def _check_staff(fact: staff_facts.StaffFact, event: Event, system: System) -> None:
    match fact:
        case staff_facts.PenaltyGiven() if is_withheld(fact):
            pass
        case staff_facts.PenaltyGiven():
            must_be_enrolled(event, fact.player)
            must_be_up_to_now(event, fact.round)
            known = [penalty.key for penalty in system.conduct.penalties]
            if fact.kind and fact.kind not in known:
                raise UnknownName("penalty", fact.kind, known)
            must_fit(
                system.conduct.infraction(fact.infraction), system.conduct.penalty(fact.kind) if fact.kind else None
            )
        case staff_facts.RecommendationDeclined():
            if not 1 <= fact.penalty <= len(event.staff.penalties):
                raise BadInput("there is no penalty {number}.", number=fact.penalty)
        case staff_facts.RulingGiven():
            must_be_enrolled(event, *fact.players)
            must_be_up_to_now(event, fact.round)
            system.conduct.subject(fact.subject)
        case staff_facts.RulingAppealed():
            event.staff.ruling(fact.ruling)
            must_be_enrolled(event, fact.player)
        case staff_facts.AppealDecided():
            if not event.staff.ruling(fact.ruling).open:
                raise BadInput("no appeal against ruling {number} is open.", number=fact.ruling)
        case staff_facts.StaffJoined():
            must_be_name(fact.name)
            must_be_enrolled(event, fact.player)
            if fact.role not in INVITED or fact.staff != event.staff.joined + 1:
                raise BadInput("staff join as marshal or judge, numbered as they come.")
        case staff_facts.StaffRemoved() | staff_facts.StaffDuty():
            if member_of(event, fact.staff).role is Role.ORGANISER:
                raise BadInput("the organiser is always there.")
        case staff_facts.StaffPlays():
            member_of(event, fact.staff)
            must_be_enrolled(event, fact.player)
        case staff_facts.LinkRenewed():
            must_be_enrolled(event, fact.player)
            if (fact.whose is Role.PLAYER) is (fact.player is None) or fact.whose not in (*INVITED, Role.PLAYER):
                raise BadInput("links are renewed for marshals, for judges or for one player.")
        case staff_facts.Announced() | staff_facts.AnnouncementWithdrawn() | staff_facts.EventListed():
            pass
        case staff_facts.SitesAllowed():
            if clean_sites(fact.sites) != fact.sites:
                raise BadInput("sites are written as browsers write them, each of them once.")
        case staff_facts.JudgeCalled():
            if not event.match(fact.round, fact.match).has(fact.player):
                raise BadInput("player {number} has no game in round {round}.", number=fact.player, round=fact.round)
        case staff_facts.BreachReported():
            event.match(fact.round, fact.match)
            if not fact.seal:
                breach_text(fact.text)
        case staff_facts.CallAnswered():
            member_of(event, fact.staff)
            _must_be_waiting(event, fact.call)
        case staff_facts.CallEnded():
            _must_be_waiting(event, fact.call)
        case staff_facts.TableFeatured():
            event.match(fact.round, fact.match)
            if ((fact.round, fact.match) in event.staff.featured) is fact.shown:
                raise BadInput("whether the game is shown to everybody does not change.")
        case _:
            assert_never(fact)


def _must_be_waiting(event: Event, number: int) -> None:
    if event.staff.call(number).ended:
        raise BadInput("call {number} is already done.", number=number)


def _check_claim(fact: claim_facts.ClaimFact, event: Event) -> None:
    """A player whose enrolment was undone is skipped, as in the fold."""
    if isinstance(fact, claim_facts.NameReleased | claim_facts.NameForgotten):
        return
    device = fact.device
    if len(device) > LONGEST_DEVICE:
        raise BadInput("a phone is known by at most {most} characters.", most=LONGEST_DEVICE)
    if isinstance(fact, claim_facts.NameAsked):
        instant(fact.until)
    asked = (fact.player, device) in event.asked
    if isinstance(fact, claim_facts.NameDenied) and fact.player in event.players and not asked:
        raise BadInput("no phone has asked for the name of player {number}.", number=fact.player)


def _check_list(fact: list_facts.ListFact, event: Event, system: System) -> None:
    rules = rules_of(system)
    match fact:
        case list_facts.ListsLocked() | list_facts.ListsUnlocked():
            must_be_enrolled(event, *fact.players)
            return
        case list_facts.CardReplaced():
            if not 1 <= fact.number <= len(event.lists.lost):
                raise BadInput("there is no lost card {number}.", number=fact.number)
            return
        case _:
            must_be_enrolled(event, fact.player)
    match fact:
        case list_facts.ListHandedIn():
            slot_of(event, system, fact.slot)
            must_be_text(fact.text)
            check_values(rules.fields, fact.fields, tr("a list"), required=False)
        case list_facts.ListWithdrawn() | list_facts.ListMarked():
            if not event.lists.of(fact.player, fact.slot):
                raise BadInput("player {number} has no list {slot}.", number=fact.player, slot=fact.slot)
        case list_facts.ProxyMade():
            must_be_date(fact.date)
        case list_facts.CardLost():
            must_be_up_to_now(event, fact.round)
        case list_facts.ChoiceSealed():
            _check_choice(fact, event, system)
        case list_facts.ListConsent():
            pass
        case _:
            assert_never(fact)


def _check_choice(fact: list_facts.ChoiceSealed, event: Event, system: System) -> None:
    field = next((f for f in rules_of(system).sealed if f.key == fact.key), None)
    if field is None:
        raise UnknownName("declaration", fact.key, [f.key for f in rules_of(system).sealed])
    if event.round(fact.round).match_of(fact.player) is None:
        raise BadInput("player {number} has no game in round {round}.", number=fact.player, round=fact.round)
    if not fact.seal:
        field.check(fact.value)


def _check_venue(fact: venue.VenueFact, event: Event, system: System) -> None:
    match fact:
        case venue.TerrainStocked():
            _must_be_piece(fact.piece, system)
            if not 0 <= fact.count <= MOST_STOCK:
                raise BadInput(
                    "there can be {most} of a piece at most, not {count}.", most=MOST_STOCK, count=fact.count
                )
            if not fact.count and fact.piece.name not in event.venue.stock:
                raise UnknownName("piece of terrain", fact.piece.name, event.venue.stock)
        case venue.LayoutSaved():
            _check_layout(fact, system)
        case venue.LayoutRemoved():
            layout_of(event, fact.name)
        case venue.TerrainAssigned():
            must_be_round_number(fact.round)
            if not 1 <= fact.table <= MOST_TABLES:
                raise BadInput("“{table}” is not a table; tables are numbered from 1.", table=fact.table)
            if fact.layout:
                layout_of(event, fact.layout)
        case venue.TerrainReviewed():
            must_be_round_number(fact.round)
        case venue.GroundLaid():
            if not fact.seal:
                _check_ground(fact, event, system)
        case venue.SheetAttached():
            if not fact.seal:
                _check_sheet(fact, event)
        case venue.VariantSaved():
            if not fact.seal:
                _check_variant(fact, event)
        case _:
            assert_never(fact)


def _check_variant(fact: venue.VariantSaved, event: Event) -> None:
    must_be_name(fact.scenario)
    if fact.variant_of:
        must_be_name(fact.variant_of)
    if not fact.text and not fact.objectives and fact.scenario not in event.venue.variants:
        raise UnknownName("scenario", fact.scenario, event.venue.variants)
    must_be_full_text(fact.text)
    must_be_objectives(fact.objectives)


def _check_layout(fact: venue.LayoutSaved, system: System) -> None:
    layout, rules = fact.layout, terrain_rules_of(system)
    must_be_name(layout.name)
    _must_be_lengths(layout.width, layout.depth)
    if not 1 <= len(layout.pieces) <= MOST_PIECES:
        raise BadInput(
            "“{name}” has {n} pieces. A layout has 1 to {most}.",
            name=layout.name,
            n=len(layout.pieces),
            most=MOST_PIECES,
        )
    if layout.method and layout.method not in rules.methods:
        raise UnknownName("way to set up a table", layout.method, rules.methods)
    if fact.method not in (FIRST_LEGAL, BEST_OF_SEVERAL):
        raise BadInput("“{method}” is not a way in which Muster draws layouts.", method=fact.method)
    for standing in layout.pieces:
        _must_stand(standing, system)


def _check_ground(fact: venue.GroundLaid, event: Event, system: System) -> None:
    ground = fact.ground
    must_be_name(ground.scenario)
    if not ground.elements and ground.scenario not in event.venue.grounds:
        raise BadInput("nothing is placed for “{scenario}”.", scenario=ground.scenario)
    for element in ground.elements:
        _must_stand(element, system, element_of_scenario=True)


def _check_sheet(fact: venue.SheetAttached, event: Event) -> None:
    must_be_name(fact.scenario)
    if not fact.data:
        if fact.scenario not in event.venue.sheets:
            raise BadInput("“{scenario}” has no sheet of your own.", scenario=fact.scenario)
        return
    if fact.media not in SHEETS:
        raise BadInput("“{media}” should be one of {known}.", media=fact.media, known=", ".join(SHEETS))
    try:
        b64decode(fact.data, validate=True)
    except ValueError:
        raise BadInput("the sheet of “{scenario}” is not Base64.", scenario=fact.scenario) from None


def _must_stand(standing: Standing, system: System, *, element_of_scenario: bool = False) -> None:
    _must_be_piece(standing.piece, system, element_of_scenario=element_of_scenario)
    if not (abs(standing.x) <= LONGEST_SIDE and abs(standing.y) <= LONGEST_SIDE):
        raise BadInput("“{name}” is far off the table.", name=standing.piece.name)


def _must_be_piece(piece: Piece, system: System, *, element_of_scenario: bool = False) -> None:
    rules = terrain_rules_of(system)
    must_be_name(piece.name)
    _must_be_lengths(piece.width, piece.depth)
    known = tuple(rules.elements) if element_of_scenario else rules.kinds
    for kind in piece.kinds:
        if known and kind not in known:
            raise UnknownName("kind of terrain", kind, map(tr, known))
    if not piece.kinds:
        raise BadInput("“{name}” has no kind of terrain.", name=piece.name)
    if piece.form is Form.POLYGON or piece.corners:
        sound = 3 <= len(piece.corners) <= MOST_CORNERS and is_simple(piece.corners)
        if not sound or any(abs(at) > LONGEST_SIDE for corner in piece.corners for at in corner):
            raise BadInput(
                "the outline of “{name}” should have 3 to {most} corners in turn.", name=piece.name, most=MOST_CORNERS
            )


def _must_be_lengths(*lengths: int) -> None:
    for length in lengths:
        if not 1 <= length <= LONGEST_SIDE:
            raise BadInput("“{length}” should be a length in thousandths of an inch.", length=length)
