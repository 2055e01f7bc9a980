"""Tokens that let programs in, into one event, as one player of it, or into the whole server: one small file for each,
beside the key of the data folder.

The file is named by a digest of the token, so whoever reads it cannot make the token of it. A token that is revoked is
gone for good, whatever is undone in the event; and no copy of the event takes it along (docs/decisions/0062, 0065).
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from secrets import token_urlsafe

from muster.app.keeping import files
from muster.app.permissions import (
    PLAYERS_OWN,
    Action,
    AnyScope,
    Visitor,
    actions_of,
    allows,
    scope_called,
)
from muster.web.who.links import KEY

FOLDER = "web.tokens"
PURPOSE = "muster token"
PREFIX = "muster_"
"""How a token begins, so that people and scanners recognise it."""


@dataclass(frozen=True, slots=True)
class Token:
    """`digest` identifies it. `event`: empty if it is for the whole server.

    `first`: the hash of its event's first entry, so that another event with the same id is not meant. `player`: the
    number of the player it speaks for, 0 for an organiser's program. A player's token has no name, so that no file
    keeps the name of somebody who is forgotten. `account`: whose program it is, 0 for the administrator's; it works
    only while that account organises the event. Times are UTC, ISO 8601.
    """

    digest: str
    name: str
    event: str
    first: str
    scopes: tuple[AnyScope, ...]
    since: str
    ends: str
    player: int = 0
    account: int = 0

    def may(self, action: Action) -> bool:
        """What its scopes name, as far as the organiser who made it may; or what the player's own phone may."""
        if self.player:
            return action in PLAYERS_OWN and allows(action, Visitor.PLAYER, proven=True)
        whose = Visitor.ORGANISER if self.account else Visitor.ADMINISTRATOR
        return allows(action, whose) and any(action in actions_of(scope) for scope in self.scopes)

    def is_over(self, now: datetime) -> bool:
        return datetime.fromisoformat(self.ends) <= now


class Tokens:
    def __init__(self, folder: Path) -> None:
        self._folder = folder / FOLDER

    def make(
        self,
        event: str,
        first: str,
        name: str,
        scopes: tuple[AnyScope, ...],
        days: int,
        player: int = 0,
        account: int = 0,
    ) -> str:
        """A new token, which cannot be shown again.

        It replaces one with the same name in the event, or the same player's.
        """
        for old in self.of(event):
            if old.player == player and (player or old.name == name):
                self.revoke(event, old.digest)
        secret = PREFIX + token_urlsafe(32)
        now = datetime.now(UTC)
        record = {
            "name": name,
            "event": event,
            "first": first,
            "scopes": [scope.value for scope in scopes],
            "since": now.isoformat(timespec="seconds"),
            "ends": (now + timedelta(days=days)).isoformat(timespec="seconds"),
            "player": player,
            "account": account,
        }
        with files.in_words(self._folder):
            files.make_folder(self._folder)
            files.add(self._folder / _digest(secret), json.dumps(record).encode())
        return secret

    def find(self, secret: str) -> Token | None:
        """What a token is for; None if it was revoked or never existed."""
        return self._read(self._folder / _digest(secret))

    def of(self, event: str) -> list[Token]:
        """Those of an event, or of the whole server, the newest first."""
        files = self._folder.iterdir() if self._folder.is_dir() else ()
        found = [token for file in files if (token := self._read(file)) is not None and token.event == event]
        return sorted(found, key=lambda token: token.since, reverse=True)

    def revoke(self, event: str, digest: str) -> None:
        """Ends one of an event's, by the name that `of` gave it. Revoking one that is gone changes nothing."""
        for token in self.of(event):
            if token.digest == digest:
                (self._folder / digest).unlink(missing_ok=True)
                files.settle(self._folder)

    def revoke_all_of(self, account: int) -> None:
        """For every event, with the names that somebody gave them."""
        for file in list(self._folder.iterdir()) if self._folder.is_dir() else ():
            token = self._read(file)
            if token is not None and token.account == account:
                file.unlink(missing_ok=True)
                files.settle(self._folder)

    def _read(self, file: Path) -> Token | None:
        try:
            record = json.loads(file.read_text("utf-8"))
            scopes = tuple(scope_called(one) for one in record["scopes"])
            player, account = int(record.get("player", 0)), int(record.get("account", 0))
            name, event, first = (str(record[key]) for key in ("name", "event", "first"))
            since, ends = str(record["since"]), datetime.fromisoformat(record["ends"]).isoformat()
        except (OSError, ValueError, LookupError, TypeError):
            return None
        return Token(file.name, name, event, first, scopes, since, ends, player, account)


def given_token(header: str) -> str:
    """The token in the Authorization header; empty if there is none."""
    kind, _, secret = header.partition(" ")
    return secret.strip() if kind.casefold() == "bearer" else ""


def _digest(secret: str) -> str:
    """Uses the data folder's key: with a new key, no token is valid."""
    return KEY.digest(PURPOSE, secret).hex()
