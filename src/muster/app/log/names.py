"""People and places in the log: players, staff, and who sat at which table when an entry was made."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from muster.app.speech import tr
from muster.core.kit.model import PlayerId
from muster.core.reading.stage_names import round_name
from muster.core.record.event import Event
from muster.core.record.facts import play as facts
from muster.core.record.facts import staff as staff_facts
from muster.core.record.facts.awards import AwardAdded
from muster.core.record.facts.claims import ClaimedBy, NameClaimed, NameReleased
from muster.core.record.facts.play import Entry
from muster.core.record.hidden import number_name
from muster.core.record.undo import Redone, Undone, effective


class Names:
    """Who and where, in the log's words: everybody who was ever a player or staff, and who sat at which match."""

    def __init__(self, event: Event, entries: Sequence[Entry]) -> None:
        enrolled = [e.fact for e in entries if isinstance(e.fact, facts.PlayerEnrolled)]
        self._names = {fact.player: fact.name or number_name(fact.player) for fact in enrolled}
        self._names.update({p.id: p.name for p in event.players.values()})
        self._awards = {e.fact.award: e.fact.title for e in entries if isinstance(e.fact, AwardAdded)}
        joined = [e.fact for e in entries if isinstance(e.fact, staff_facts.StaffJoined)]
        self._staff = {fact.staff: fact.name for fact in joined}
        self._joined = {fact.key: fact.name for fact in joined}
        self._event = event
        self._followed: list[Entry] = []
        self._seats: dict[int, tuple[facts.DrawnPair, ...]] = {}
        self.claims: dict[PlayerId, ClaimedBy] = {}
        """How the holder of each name was identified, as of the last entry followed."""
        for entry in entries:
            self.follow(entry)

    def round(self, number: int) -> str:
        """“Semi-finals”, or “Round 2”."""
        return tr(round_name(self._event, number))

    def table(self, round_: int, match: int) -> str:
        """Where a match was played; by its number if the round is not known here."""
        pairs = self._seats.get(round_, ())
        if not 1 <= match <= len(pairs):
            return tr("match {match}", match=match)
        return tr("table {table}", table=pairs[match - 1].table)

    def __getitem__(self, player: PlayerId) -> str:
        return self._names.get(player, tr("player {number}", number=player))

    def who(self, entry: Entry) -> str:
        """Who made an entry.

        A player's entry has a number instead of the name; somebody who enrolled themselves had none yet.
        """
        player = entry.actor.player or getattr(entry.fact, "player", None)
        return entry.actor.name or (tr(entry.actor.role.value) if player is None else self[player])

    def listed(self, players: Sequence[PlayerId]) -> str:
        return ", ".join(self[p] for p in players)

    def of_staff(self, number: int) -> str:
        return self._staff.get(number) or tr("organiser")

    def joined(self, key: str) -> str:
        """Who joined the staff with this key."""
        return self._joined.get(key, "")

    def award(self, key: str) -> str:
        """One of the event's own awards by its title, one of the book's by its key."""
        return self._awards.get(key) or tr(key.replace("_", " "))

    def forget_seats(self) -> None:
        """Back to the beginning, to follow the entries one by one."""
        self._followed.clear()
        self._forget()

    def _forget(self) -> None:
        self._seats.clear()
        self.claims.clear()

    def follow(self, entry: Entry) -> None:
        """Who sits where after this entry."""
        self._followed.append(entry)
        if isinstance(entry.fact, Undone | Redone):
            self._forget()
            for one in effective(self._followed):
                self._seat(one.fact)
        else:
            self._seat(entry.fact)

    def _seat(self, fact: object) -> None:
        if isinstance(fact, facts.RoundDrawn | facts.PlayersSwapped):
            self._seats[fact.round] = fact.pairs
        elif isinstance(fact, facts.LatecomerSeated):
            self._seats[fact.round] = (*self._seats[fact.round], fact.pair)
        elif isinstance(fact, NameClaimed):
            self.claims[fact.player] = fact.how
        elif isinstance(fact, NameReleased | staff_facts.LinkRenewed) and fact.player is not None:
            self.claims.pop(fact.player, None)
        elif isinstance(fact, facts.TableMoved):
            pairs = list(self._seats[fact.round])
            left = pairs[fact.match - 1].table
            pairs[fact.match - 1] = replace(pairs[fact.match - 1], table=fact.table)
            if fact.other:
                pairs[fact.other - 1] = replace(pairs[fact.other - 1], table=left)
            self._seats[fact.round] = tuple(pairs)

    def entry(self, number: int) -> Entry | None:
        """An entry that was followed, by its number."""
        return self._followed[number - 1] if 1 <= number <= len(self._followed) else None

    def sides(self, round_: int, match: int) -> tuple[str, str]:
        """The two names of a match, a then b."""
        pairs = self._seats.get(round_, ())
        if not 1 <= match <= len(pairs):
            return tr("side a"), tr("side b")
        return self[pairs[match - 1].a], self[pairs[match - 1].b]

    def place(self, round_: int, match: int) -> str:
        """“Round 2, table 4, Ann v Bob”."""
        pairs = self._seats.get(round_, ())
        if not 1 <= match <= len(pairs):
            return tr("{round}, match {match}", round=self.round(round_), match=match)
        a, b = self.sides(round_, match)
        return tr("{round}, table {table}, {a} v {b}", round=self.round(round_), table=pairs[match - 1].table, a=a, b=b)


def because(reason: str) -> str:
    """What follows a line that has a reason."""
    return f" ({tr(reason)})" if reason else ""
