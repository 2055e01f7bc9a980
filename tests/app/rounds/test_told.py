"""Every reason of every draft is true: random events of all systems, and each claim recounted (see claims.py)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from muster.app.people import roster
from muster.app.results import actions as results
from muster.app.results.actions import Report
from muster.app.rounds import actions as rounds
from muster.core.kit.errors import Refusal
from muster.core.kit.lots import Lots
from muster.core.kit.model import Ending, StageKind
from muster.core.reading.concerns import Concerns
from muster.core.reading.words import SENTENCES
from muster.core.record.event import MatchState, RoundState
from muster.core.rules.rounds import present, unplaced
from tests.app.hall import STAFF, Hall
from tests.app.recount import Round
from tests.app.told import CHECKS, check

ELSEWHERE = {
    *("rematch_certain", "lists_missing", "lists_missing_many", "card_lost", "terrain_outside", "terrain_overlap"),
    *("walkover", "no_show", "no_show_back", "penalty_lost", "penalty_won", "clock_end", "clock_end_call", "place"),
    *(code for code in SENTENCES if code.startswith(("halves_", "north_more_", "south_more_", "award_"))),
    *("bracket_won", "bracket_in", "bracket_second", "bracket_third", "bracket_fourth", "bracket_semi", "bracket_left"),
    *("bracket_semi_seeded", "bracket_quarter", "bracket_quarter_seeded", "bracket_out", "bracket_out_seeded"),
}
"""Codes that no round has: advice, terrain, scores, the clock, prizes and final places."""


def _small(**pairing: Any) -> dict[str, Any]:
    return {"name": "T", "points": {"win": 3, "draw": 1}, "result": {"high": 2}, "pairing": pairing}


def _wide(**pairing: Any) -> dict[str, Any]:
    """Many different scores, so that floats go far."""
    return {"name": "T", "points": {"score": 1}, "result": {"high": 9}, "pairing": pairing}


FLOATS_GIVE_WAY = "float,pair_down,circle,table,bye,rematch"
REMATCHES_GIVE_WAY = "rematch,circle,float,pair_down,table,bye"

SETUPS: dict[str, tuple[str, str, dict[str, str], dict[str, Any] | None]] = {
    "l5r": ("l5r", "groups groups", {"structure": "custom"}, None),
    "warmachine": ("warmachine", "groups groups", {"stop_on_sole_leader": "no"}, None),
    "warmachine final": ("warmachine", "fold fold", {"seeded": "yes", "stop_on_sole_leader": "no"}, None),
    "bushido": ("bushido", "groups walk", {"featured_table": "2"}, None),
    "bushido, clubs apart": ("bushido", "groups walk", {"club_in_later_rounds": "yes", "max_byes": "2"}, None),
    "bushido, far-sighted": ("bushido", "groups walk", {"look_ahead": "always"}, None),
    "urban_war": ("urban_war", "walk walk", {}, None),
    "urban_war, best first round": ("urban_war", "groups walk", {"optimise_first_round": "yes"}, None),
    "groups": ("custom", "groups groups", {}, _small(later="groups", limit_downs=True, avoid_circle="always")),
    "wide groups": ("custom", "groups groups", {}, _wide(later="groups")),
    "floats give way": (
        "custom",
        "groups groups",
        {"give_way": FLOATS_GIVE_WAY},
        _wide(later="groups", limit_downs=True),
    ),
    "rematches give way": ("custom", "groups groups", {"give_way": REMATCHES_GIVE_WAY}, _small(later="groups")),
    "nearest": ("custom", "walk walk", {}, _small(first="order", later="nearest", avoid_circle="always")),
    "stack": ("custom", "walk walk", {}, _wide(first="order", later="stack")),
    "fold": ("custom", "fold fold", {}, _wide(first="seeded_fold", later="fold")),
    "neutral": ("custom", "groups neutral", {}, _wide(later="neutral")),
    "bracket": ("custom", "bracket bracket", {"format": "elimination", "play_for_third": "yes"}, _small()),
    "cut": ("l5r", "groups groups", {"structure": "custom", "cut": "4", "rounds": "2"}, None),
}


TELLING = {
    "warmachine": {"paired_down", "pair_down_again", "same_points"},
    "warmachine final": {"seed_fold", "seed_fold_passed"},
    "bushido": {"random", "next", "nearest", "nearest_that_fits", "table_featured", "stand_in_plays", "bye_had_one"},
    "bushido, clubs apart": {"other_circle", "other_circle_passed", "same_circle_passed"},
    "urban_war": {"table_fresh", "table_fresh_for_one", "table_repeat", "rematch_forced"},
    "groups": {"bye_moved"},
    "wide groups": {"float_far", "float_met", "float_needed", "paired_down_even"},
    "rematches give way": {"rematch_allowed"},
    "bracket": {"bracket_drawn", "bracket_next", "bracket_bye", "third_place"},
    "cut": {"bracket_seeded"},
}
"""What a set-up must produce: one that no longer does proves nothing."""

THE_END = ("planned rounds are played", "the bracket has been played.", "The event is over", "needs two players")


class Story:
    """One event of a set-up, played to its end at random; every draft is checked as soon as it exists."""

    def __init__(self, name: str, number: int) -> None:
        system, ways, options, definition = SETUPS[name]
        self.first, self.later = ways.split()
        self.lots = Lots(f"{name} {number}", "story")
        self.seed = f"{name} {number}"
        self.codes: set[str] = set()
        players = 3 + self.lots.below(7)
        with_rounds = {"rounds": str(min(players, 7)), **options} if self.later != "bracket" else options
        self.hall = Hall(definition or system, [], seed=self.seed, **with_rounds)
        for k in range(players):
            roster.enrol(self.hall.desk, self.hall.id, [(f"P{k}", self.hall._needed() | self._known(k))], STAFF)
        if system == "bushido" and number % 3 == 0:
            self.hall.enrol("Helper", stand_in=True)
        if number % 5 == 0:
            for k in range(players - 1):
                roster.check_in(self.hall.desk, self.hall.id, [f"P{k}"], STAFF)

    def _known(self, k: int) -> dict[str, str]:
        """Clubs of two or three members, ratings, and a table to stay at for some."""
        texts = {}
        for field in self.hall.system.player_fields:
            if field.key == self.hall.system.circle_field and self.lots.below(4):
                options = [str(c) for c in field.choices] or ["Red", "Blue", "Green"]
                texts[field.key] = options[self.lots.below(min(3, len(options)))]
            elif field.key == self.hall.system.seed_field:
                texts[field.key] = str(self.lots.below(30))
        if not self.lots.below(6):
            texts["pinned_table"] = str(1 + self.lots.below(2))
        return texts

    @property
    def way(self) -> str:
        if self.hall.event.stage.kind is StageKind.ELIMINATION:
            return "bracket"
        return self.first if len(self.hall.event.rounds) < 2 else self.later

    def play(self) -> None:
        while self._draft():
            self.look()
            self._change()
            rounds.publish(self.hall.desk, self.hall.id, STAFF)
            self._report()
            self.hall.close()
        if self.seed.startswith("cut") and self.way != "bracket":
            self.hall.cut()
            self.play()

    def _draft(self) -> bool:
        """The next round, drawn or by hand; False at the end of the event."""
        here = present(self.hall.event, len(self.hall.event.rounds) + 1)
        names = [p.name for p in here]
        if self.way == "bracket" or self.lots.below(4) or len(names) < 4:
            return self._drawn(self.hall.pair)
        row = self.lots.shuffled(names)
        if not self._drawn(self.hall.by_hand, *zip(row[2::2], row[3::2], strict=False), (row[0], "")):
            return False
        self.look()
        for player in unplaced(self.hall.event, self.hall.event.rounds[-1]):
            if self.lots.below(2):
                rounds.leave_out(self.hall.desk, self.hall.id, player.name, STAFF)
            else:
                rounds.give_bye(self.hall.desk, self.hall.id, player.name, "", STAFF)
        return True

    def _drawn(self, draw: Callable[..., object], *args: object) -> bool:
        try:
            draw(*args)
        except Refusal as refusal:
            if not any(end in str(refusal) for end in THE_END):
                raise
            return False
        return True

    def look(self) -> None:
        opened = self.hall.opened
        round_ = Round(opened, self.seed, self.way)
        self.codes |= check(round_)
        concerns = Concerns(opened.event, opened.system, round_.drawn)
        found = [one for some in concerns.in_draft().values() for one in some]
        if self.way != "bracket":
            held = self.lots.choice(list(round_.drawn.players()))
            found += [one for some in concerns.of_swaps(held).values() for one in some]
        for reason in found:
            CHECKS[reason.code](round_, reason.data, None)
            self.codes.add(reason.code)

    def _change(self) -> None:
        """Now and then two players swap seats, or a pair changes its table; then the draft is checked again."""
        round_ = self.hall.event.rounds[-1]
        if self.way == "bracket" or self.lots.below(3) or len(round_.matches) < 2:
            return
        name = self.hall.event.name_of
        first, second = self.lots.shuffled(round_.matches)[:2]
        if self.lots.below(2):
            rounds.swap(self.hall.desk, self.hall.id, name(first.a), name(second.b), STAFF)
        else:
            rounds.move_table(self.hall.desk, self.hall.id, first.table, second.table, STAFF)
        opened = self.hall.opened
        for match in opened.event.rounds[-1].matches:
            for reason in (*match.why, *match.table_why):
                if reason.code in ("swapped", "table_moved", "by_hand"):
                    CHECKS[reason.code](Round(opened, self.seed, self.way), reason.data, match)
                    self.codes.add(reason.code)

    def _report(self) -> None:
        event, system = self.hall.event, self.hall.system
        for match in event.rounds[-1].matches:
            if match.state is MatchState.IN:
                continue
            a, b = event.players[match.a], event.players[match.b]
            raw = system.invent(a, b, system.settings(event), self.lots)
            one = Report(str(match.table), raw=raw)
            if self.way != "bracket" and not self.lots.below(15):
                one = Report(str(match.table), ending=Ending.NO_SHOW, by=(a.name,), excused=True)
            results.report(self.hall.desk, self.hall.id, [one], STAFF)
        assert self.hall.event.rounds[-1].state is RoundState.PUBLISHED


@pytest.mark.parametrize("name", SETUPS)
def test_every_reason_of_every_draft_is_true(name: str) -> None:
    """X-13, X-14, X-21, X-26, X-27, W-39: nothing is claimed that a recount does not confirm."""
    seen: set[str] = set()
    for number in range(12):
        story = Story(name, number)
        story.play()
        seen |= story.codes
    assert seen >= TELLING.get(name, set())


def test_every_code_of_a_round_has_a_check() -> None:
    """A new reason needs a sentence, and its sentence a check of what it claims."""
    assert set(SENTENCES) - ELSEWHERE == set(CHECKS)
