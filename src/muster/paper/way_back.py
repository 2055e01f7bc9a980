"""The codes on paper: each leads back to its page. Without a server's address they are left out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from muster.core.model import PlayerId
from muster.paper.codes import qr_svg


def no_link(player: PlayerId) -> str:
    return ""


@dataclass(frozen=True, slots=True)
class WayBack:
    """`address`: where the server is reached, such as http://192.168.1.20:8000, empty if none is known.
    `private_link`: the secret path that signs a player in, made by the web."""

    event_id: str
    address: str = ""
    private_link: Callable[[PlayerId], str] = no_link

    def _code(self, path: str) -> str | None:
        return qr_svg(f"{self.address}{path}") if self.address else None

    def event(self) -> str | None:
        return self._code(f"/e/{self.event_id}/")

    def round(self, number: int) -> str | None:
        return self._code(f"/e/{self.event_id}/pairings/{number}/")

    def match(self, number: int, table: int) -> str | None:
        """The form of a match: what a slip is scanned for."""
        return self._code(f"/e/{self.event_id}/slip/{number}/{table}/")

    def table(self, table: int) -> str | None:
        return self._code(f"/e/{self.event_id}/table/{table}/")

    def player(self, player: PlayerId) -> str | None:
        return self._code(f"/e/{self.event_id}/players/{player}/")

    def private(self, player: PlayerId) -> str | None:
        """The player's own link where the web gives one, else the page on which they pick their name."""
        return self._code(self.private_link(player) or f"/e/{self.event_id}/me/")
