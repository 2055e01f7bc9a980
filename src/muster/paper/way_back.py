"""The codes on sheets, which lead to the matching page. Without a server address they are left out."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from muster.core.kit.model import PlayerId
from muster.paper.codes import qr_svg

Pair = tuple[int, int]
_OURS = re.compile(
    r"https?://[^/]+/e/(?P<event>[^/]+)/"
    r"(slip/(?P<round>\d{1,6})/(?P<table>\d{1,6})/(\?of=(?P<a>\d{1,6})-(?P<b>\d{1,6}))?|players/(?P<player>\d{1,6})/)"
)


@dataclass(frozen=True, slots=True)
class Code:
    """What a code on paper leads to: a slip's match (`table`), or a record sheet's player."""

    event: str
    round: int = 0
    table: int = 0
    pair: Pair | None = None
    player: int = 0


def read_code(text: str) -> Code | None:
    """What a code says, if it is a slip's or a record sheet's. The server may have another address by now."""
    found = _OURS.fullmatch(text)
    if found is None:
        return None
    if found["player"]:
        return Code(found["event"], player=int(found["player"]))
    pair = (int(found["a"]), int(found["b"])) if found["a"] else None
    return Code(found["event"], int(found["round"]), int(found["table"]), pair)


def no_link(player: PlayerId) -> str:
    return ""


@dataclass(frozen=True, slots=True)
class WayBack:
    """`address`: where the server is reached, such as http://192.168.1.20:8000, empty if none is known.

    `private_link`: the secret path that signs a player in, made by the web; `private_code`: what they type instead.
    """

    event_id: str
    address: str = ""
    private_link: Callable[[PlayerId], str] = no_link
    private_code: Callable[[PlayerId], str] = no_link

    def _code(self, path: str) -> str | None:
        return qr_svg(f"{self.address}{path}") if self.address else None

    def event(self) -> str | None:
        return self._code(f"/e/{self.event_id}/")

    def round(self, number: int) -> str | None:
        return self._code(f"/e/{self.event_id}/pairings/{number}/")

    def match(self, number: int, table: int, pair: Pair) -> str | None:
        """A match's form, which a slip's code opens. The pair shows whether the round has changed since."""
        return self._code(f"/e/{self.event_id}/slip/{number}/{table}/?of={pair[0]}-{pair[1]}")

    def table(self, table: int) -> str | None:
        return self._code(f"/e/{self.event_id}/table/{table}/")

    def player(self, player: PlayerId) -> str | None:
        return self._code(f"/e/{self.event_id}/players/{player}/")

    def private(self, player: PlayerId) -> str | None:
        """The player's own link if the web provides one, otherwise the page where they pick their name.

        Not for a side that others see: whoever scans it can sign in as the player.
        """
        return self._code(self.private_link(player) or f"/e/{self.event_id}/me/")
