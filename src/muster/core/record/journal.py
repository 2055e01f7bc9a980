"""The journal: entries, their chain of hashes, and their form as rows of text. Nothing here reads or writes a file.

It does not know what it records: facts are plain dataclasses, and `vocabulary.py` says which there are of a kind.
What is secret in a fact is beside its body, not in it, and the body has a seal of it: so a copy may leave it out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import MISSING, Field, dataclass, replace
from functools import lru_cache
from hashlib import sha256
from typing import Any, Generic, TypeVar, cast

import msgspec

from muster.core.kit.decoding import converted
from muster.core.kit.errors import BadInput, DamagedJournal
from muster.core.kit.model import Actor, PlayerId, Role

GENESIS = "0" * 64

F_co = TypeVar("F_co", covariant=True)
F = TypeVar("F")


@dataclass(frozen=True, slots=True)
class Entry(Generic[F_co]):
    """One fact, when, by whom. Entries of one action share a `request`, so a retried action counts once.

    `salt`: an unguessable text that is sealed with the fact's secrets. Entries from before there were seals have none;
    their secrets are in the body.
    """

    seq: int
    at: str
    actor: Actor
    request: str
    fact: F_co
    salt: str = ""


@dataclass(frozen=True, slots=True)
class Row:
    """An entry as a store keeps it. `hash` covers the previous row's hash and everything else except `sealed`.

    `sealed`: the secret fields and their salt as JSON; its SHA-256 is the `seal` in the body. Empty if nothing is
    secret, or if it was left out of this copy.
    """

    seq: int
    at: str
    actor: str
    role: str
    player: int | None
    request: str
    kind: str
    body: str
    hash: str
    sealed: str = ""


BESIDE = 300
"""Bytes that an entry takes up besides its texts: its hash, its time, its actor and the index."""


def size_of(rows: Iterable[Row]) -> int:
    """Roughly how many bytes rows take up in a store."""
    return sum(BESIDE + len(row.body.encode()) + len(row.sealed.encode()) for row in rows)


_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(dict[str, Any]).decode


def secrets_of(fact: object) -> tuple[str, ...]:
    """The names of a fact's secret fields; also works on the fact's class."""
    return getattr(fact, "secret", ())


def hides(fact: object) -> bool:
    """Whether a fact has secrets to seal. One whose secret fields are not always secret says when they are."""
    return bool(secrets_of(fact)) and bool(getattr(fact, "hides", True))


def unsaid(fact: object) -> dict[str, Any]:
    """A fact's secret fields, each with its empty value."""
    fields = cast("dict[str, Field[Any]]", getattr(fact, "__dataclass_fields__", {}))
    found = {}
    for name in secrets_of(fact):
        default, factory = fields[name].default, fields[name].default_factory
        found[name] = default if factory is MISSING else factory()
    return found


def seal_of(fact: object) -> str:
    """The seal of a fact's secrets if this copy of the journal lacks them; otherwise empty."""
    return getattr(fact, "seal", "")


def is_withheld(fact: object) -> bool:
    """Whether this copy of the journal lacks a fact's secrets."""
    return bool(seal_of(fact))


def in_clear(row: Row, kind: type) -> bool:
    """Whether a row of this kind has secret fields in its body, as every row had before there were seals."""
    body = _decode(row.body)
    return not body.keys().isdisjoint(secrets_of(kind)) and hides(converted(body, kind))


def _written(entry: Entry[object]) -> tuple[str, str]:
    """An entry's body and its sealed text."""
    fact = entry.fact
    if not secrets_of(fact) or not (entry.salt or is_withheld(fact)):
        return _encode(fact).decode(), ""
    body = msgspec.to_builtins(fact)
    secret = {name: body.pop(name) for name in secrets_of(fact)}
    if is_withheld(fact):
        return _encode(body).decode(), ""
    sealed = _encode({**secret, "salt": entry.salt})
    return _encode(body | {"seal": sha256(sealed).hexdigest()}).decode(), sealed.decode()


def _opened(kind: type[F], row: Row) -> tuple[F, str]:
    """A fact with its secrets, and their salt."""
    sealed = _decode(row.sealed)
    secret = {name: sealed[name] for name in secrets_of(kind) if name in sealed}
    return converted(_decode(row.body) | secret | {"seal": ""}, kind), str(sealed.get("salt", ""))


def _digest(before: str, row: Row) -> str:
    """The SHA-256 of a JSON array: the previous hash, then all fields except the row's own hash and its sealed text."""
    fields = (before, row.seq, row.at, row.actor, row.role, row.player, row.request, row.kind, row.body)
    return sha256(_encode(fields)).hexdigest()


def to_rows(entries: Iterable[Entry[object]], before: str) -> list[Row]:
    """The rows of new entries, chained to the hash `before`."""
    rows = []
    for entry in entries:
        try:
            body, sealed = _written(entry)
            _encode(entry.actor.name)
        except UnicodeEncodeError as error:
            raise BadInput(
                "“{text}” cannot be saved: it contains a broken character.", text=ascii(error.object)
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
            sealed,
        )
        before = _digest(before, bare)
        rows.append(replace(bare, hash=before))
    return rows


def chained(rows: Iterable[Row], before: str = GENESIS) -> list[Row]:
    """The same rows with their hashes computed again, each from those before it."""
    found = []
    for row in rows:
        before = _digest(before, row)
        found.append(replace(row, hash=before))
    return found


@lru_cache(maxsize=1024)
def _actor(name: str, role: str, player: int | None) -> Actor:
    """One shared object per actor: a journal has few actors and many entries."""
    return Actor(name, Role(role), None if player is None else PlayerId(player))


def must_chain(rows: Sequence[Row], before: str = GENESIS, first: int = 1) -> None:
    """Checks every link of the chain and every seal, whatever the rows say; DamagedJournal names the first bad row.

    So a store does not need to know any facts, and a version that does not know all of them can still check a copy.
    """
    for row in _links(rows, before, first):
        if row.sealed:
            try:
                seal = _decode(row.body).get("seal", "")
            except (msgspec.MsgspecError, ValueError, RecursionError) as error:
                raise _unreadable(row, error) from None
            _must_fit_seal(row, seal)


def _links(rows: Sequence[Row], before: str, first: int) -> Iterator[Row]:
    for expected, row in enumerate(rows, start=first):
        if row.seq != expected:
            raise DamagedJournal(
                "The journal is damaged: entry {expected} should follow, but entry {seq} does. Restore it "
                "from a backup or an export.",
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
                "was changed after it was written. Restore it from a backup or an export.",
                seq=row.seq,
                kind=row.kind,
            )
        before = row.hash
        yield row


def _must_fit_seal(row: Row, seal: str) -> None:
    if seal != sha256(row.sealed.encode(errors="surrogatepass")).hexdigest():
        raise DamagedJournal(
            "The journal is damaged at entry {seq} ({kind}): what is sealed there was changed after it was written. "
            "Restore it from a backup or an export.",
            seq=row.seq,
            kind=row.kind,
        )


def _unreadable(row: Row, error: Exception) -> DamagedJournal:
    return DamagedJournal(
        "Entry {seq} ({kind}) cannot be read: {error}.", seq=row.seq, kind=row.kind, error=str(error)[:200]
    )


def from_rows(
    rows: Sequence[Row], kinds: Mapping[str, msgspec.json.Decoder[F]], before: str = GENESIS, first: int = 1
) -> Iterator[Entry[F]]:
    """The entries of rows, with each link of the chain checked; DamagedJournal names the first bad row.

    `kinds`: how to read each kind of fact, by its name.
    """
    for row in _links(rows, before, first):
        decoder = kinds.get(row.kind)
        if decoder is None:
            raise DamagedJournal(
                "Entry {seq} is of the kind “{kind}”, which this version of Muster does not know; open "
                "the event with the newer version that wrote it.",
                seq=row.seq,
                kind=row.kind,
            )
        salt = ""
        try:
            fact = decoder.decode(row.body)
            if row.sealed:
                _must_fit_seal(row, getattr(fact, "seal", ""))
                fact, salt = _opened(type(fact), row)
            actor = _actor(row.actor, row.role, row.player)
        except (msgspec.MsgspecError, ValueError, RecursionError) as error:
            raise _unreadable(row, error) from None
        yield Entry(row.seq, row.at, actor, row.request, fact, salt)
