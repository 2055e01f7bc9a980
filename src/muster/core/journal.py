"""The journal: entries, their chain of hashes, and their form as rows of text. Nothing here reads or writes a file."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from hashlib import sha256
from typing import get_args

import msgspec

from muster.core.errors import BadInput, DamagedJournal
from muster.core.facts import Fact
from muster.core.model import Actor, PlayerId, Role

GENESIS = "0" * 64


@dataclass(frozen=True, slots=True)
class Entry:
    """One fact, when, by whom. Entries of one action share a `request`, so a retried action counts once."""

    seq: int
    at: str
    actor: Actor
    request: str
    fact: Fact


@dataclass(frozen=True, slots=True)
class Row:
    """An entry as a store keeps it. `hash` covers all the rest and the hash of the row before."""

    seq: int
    at: str
    actor: str
    role: str
    player: int | None
    request: str
    kind: str
    body: str
    hash: str


KINDS: dict[str, type[Fact]] = {fact.__name__: fact for fact in get_args(Fact)}
_decoders = {name: msgspec.json.Decoder(fact) for name, fact in KINDS.items()}
_encode = msgspec.json.Encoder().encode


def _digest(before: str, row: Row) -> str:
    """The SHA-256 of the JSON array of the hash before and all fields but the hash itself."""
    fields = (before, row.seq, row.at, row.actor, row.role, row.player, row.request, row.kind, row.body)
    return sha256(_encode(fields)).hexdigest()


def to_rows(entries: Iterable[Entry], before: str) -> list[Row]:
    """The rows of new entries, chained to the hash `before` them."""
    rows = []
    for entry in entries:
        try:
            body = _encode(entry.fact).decode()
            _encode(entry.actor.name)
        except UnicodeEncodeError as error:
            raise BadInput(
                "“{text}” is not text that can be kept: it has half a character.", text=ascii(error.object)
            ) from None
        bare = Row(
            entry.seq,
            entry.at,
            entry.actor.name,
            entry.actor.role.value,
            entry.actor.player,
            entry.request,
            type(entry.fact).__name__,
            body,
            "",
        )
        before = _digest(before, bare)
        rows.append(replace(bare, hash=before))
    return rows


@lru_cache(maxsize=1024)
def _actor(name: str, role: str, player: int | None) -> Actor:
    """One object for all that one person did: a journal has few actors and many entries."""
    return Actor(name, Role(role), None if player is None else PlayerId(player))


def from_rows(rows: Sequence[Row], before: str = GENESIS, first: int = 1) -> Iterator[Entry]:
    """The entries of rows, each link of the chain checked; DamagedJournal names the first row that is wrong."""
    for expected, row in enumerate(rows, start=first):
        if row.seq != expected:
            raise DamagedJournal(
                "The journal is damaged: entry {expected} should follow, but entry {seq} stands there; "
                "restore it from a copy or an export.",
                expected=expected,
                seq=row.seq,
            )
        try:
            good = _digest(before, row) == row.hash
        except UnicodeEncodeError:
            good = False
        if not good:
            raise DamagedJournal(
                "The journal is damaged at entry {seq} ({kind}): it, or the order of entries before it, "
                "was changed after it was written; restore it from a copy or an export.",
                seq=row.seq,
                kind=row.kind,
            )
        decoder = _decoders.get(row.kind)
        if decoder is None:
            raise DamagedJournal(
                "Entry {seq} is of the kind “{kind}”, which this version of Muster does not know; open "
                "the event with the newer version that wrote it.",
                seq=row.seq,
                kind=row.kind,
            )
        try:
            fact = decoder.decode(row.body)
            actor = _actor(row.actor, row.role, row.player)
        except (msgspec.MsgspecError, ValueError) as error:
            raise DamagedJournal(
                "Entry {seq} ({kind}) cannot be read: {error}.", seq=row.seq, kind=row.kind, error=error
            ) from None
        before = row.hash
        yield Entry(row.seq, row.at, actor, row.request, fact)
