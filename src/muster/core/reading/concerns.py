"""What to check in a draft, pair by pair, and what a swap of two seats would cause."""

from __future__ import annotations

from muster.core.book.system import System
from muster.core.kit.model import PlayerId, Points, StageKind
from muster.core.kit.reasons import Reason
from muster.core.pairing.why import shown
from muster.core.reading.games import met
from muster.core.reading.tally import standings
from muster.core.record.event import Event, Round


class Concerns:
    """Everything known about the players before a round, to judge any pair by. Nothing here forbids anything."""

    def __init__(self, event: Event, system: System, round_: Round) -> None:
        self._event = event
        self._round = round_
        self._field = system.circle_field
        self._rules = system.rules(system.settings(event), round_.number)
        self._met = met(event, round_.number)
        self._tables = system.settings(event).flag("avoid_repeat_tables")
        self._used: dict[PlayerId, set[int]] = {}
        self._downs: dict[PlayerId, int] = {}
        self._byes: set[PlayerId] = set()
        for past in event.rounds[: round_.number - 1]:
            self._byes.update(bye.player for bye in past.byes)
            for match in past.matches:
                for player in (match.a, match.b):
                    self._used.setdefault(player, set()).add(match.table)
                if match.down is not None:
                    self._downs[match.down] = past.number
        self.points: dict[PlayerId, Points] = {
            row.player: row.points for row in standings(event, system, round_.number - 1).rows
        }

    def of(self, a: PlayerId, b: PlayerId, table: int) -> list[Reason]:
        """A rematch, two players from one circle, a second pair-down, a table they have played on before."""
        found = []
        last = self._met.get(a, {}).get(b)
        if last is not None:
            found.append(Reason("rematch", {"player": a, "player_b": b, "last_met": last}, "X-13"))
        circle = self._circle(a)
        if self._rules.avoid_circle and circle and circle.casefold() == self._circle(b).casefold():
            clause = self._rules.clauses.get("same_circle", "X-13")
            found.append(Reason("same_circle_again", {"player": a, "player_b": b, "circle": circle}, clause))
        if self.points[a] != self.points[b]:
            down = a if self.points[a] > self.points[b] else b
            if down in self._downs:
                clause = self._rules.clauses.get("pair_down_again", "X-13")
                found.append(Reason("second_down", {"player": down, "last": self._downs[down]}, clause))
        if self._tables:
            found += [
                Reason("table_again", {"player": player, "table": table}, "X-12")
                for player in (a, b)
                if table in self._used.get(player, ())
            ]
        return found

    def of_bye(self, player: PlayerId) -> list[Reason]:
        return [Reason("second_bye", {"player": player}, "X-13")] if player in self._byes else []

    def gap(self, a: PlayerId, b: PlayerId) -> list[Reason]:
        """For two players who are not level."""
        higher, lower = max(self.points[a], self.points[b]), min(self.points[a], self.points[b])
        return [] if higher == lower else [Reason("uneven", {"higher": shown(higher), "lower": shown(lower)})]

    def _circle(self, player: PlayerId) -> str:
        return str(self._event.players[player].values.get(self._field) or "").strip()

    def in_draft(self) -> dict[int, list[Reason]]:
        """What to look at, by match number; 0 for the byes. A bracket leaves nothing to choose."""
        if self._event.stage_of(self._round).kind is StageKind.ELIMINATION:
            return {}
        found = {m.number: self.of(m.a, m.b, m.table) for m in self._round.matches}
        found[0] = [reason for bye in self._round.byes for reason in self.of_bye(bye.player)]
        return {number: reasons for number, reasons in found.items() if reasons}

    def of_swaps(self, held: PlayerId) -> dict[PlayerId, list[Reason]]:
        """For each possible partner of a swap: which new concerns the two new pairs would raise."""
        seats: list[tuple[PlayerId, PlayerId | None, int]] = [(m.a, m.b, m.table) for m in self._round.matches]
        seats += [(bye.player, None, 0) for bye in self._round.byes]
        first, second, here = next(seat for seat in seats if held in seat[:2])
        stays = second if first == held else first
        found: dict[PlayerId, list[Reason]] = {}
        for a, b, there in seats:
            if held in (a, b) or (b is None and stays is None):
                continue
            so = self._pair(held, stays, here) + self._pair(a, b, there)
            for other, left in ((a, b), (b, a)):
                if other is not None:
                    new = self._pair(other, stays, here) + self._pair(held, left, there)
                    found[other] = [one for at, one in enumerate(new) if one not in so and one not in new[:at]]
        return found

    def _pair(self, player: PlayerId, opponent: PlayerId | None, table: int) -> list[Reason]:
        if opponent is None:
            return self.of_bye(player)
        a, b = sorted((player, opponent))
        return self.of(a, b, table) + self.gap(a, b)
