"""Links that let somebody in: what each contains and whether it is still valid. The caller signs them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from hmac import compare_digest
from typing import Protocol

from muster.app.desk import Opened
from muster.core.kit.errors import Refusal
from muster.core.kit.model import PlayerId, Role

PLAYER_LINK, STAFF_LINK, PLAYER_CODE = "muster player", "muster staff", "muster player code"
CODE_LETTERS = "ACDEFGHJKLMNPQRTUVWXY3479"
"""No characters that look alike, written or printed: no 0 and O, 1 and I, 2 and Z, 5 and S, 8, 6 and B."""

CODE_LENGTH = 6
INVITATION_AGE = 7 * 24 * 3600


class Unsigned(Exception):
    """A text that was not signed here for this purpose."""


class Expired(Unsigned):
    """It was signed here, but too long ago."""


class Signer(Protocol):
    """Signs with the key of the data folder. `purpose` prevents a link of one kind from being used as another."""

    def sign(self, purpose: str, carried: Sequence[str | int]) -> str: ...

    def read(self, purpose: str, text: str, most_seconds: int | None = None) -> object:
        """What a text carries; Unsigned or Expired if it must not be trusted."""

    def digest(self, purpose: str, text: str) -> bytes: ...


@dataclass(frozen=True, slots=True)
class PrivateLink:
    """A player's own link. It works until the organiser renews it."""

    event: str
    player: PlayerId
    key: str

    def must_hold(self, opened: Opened) -> None:
        if self.player not in opened.event.players:
            raise Refusal("This private link belongs to a player who is no longer enrolled. Ask the desk.")
        if self.key != private_key(opened, self.player):
            raise Refusal("This private link was renewed. Ask the desk for the new one.")


@dataclass(frozen=True, slots=True)
class Invitation:
    """Whoever has it may join in that role, for seven days or until the organiser renews it."""

    event: str
    role: Role
    key: str

    def must_hold(self, opened: Opened) -> None:
        if self.key != invitation_key(opened, self.role):
            raise Refusal("The organiser has renewed the invitations. Ask for a new one.")


def invitation_key(opened: Opened, role: Role) -> str:
    return opened.event.staff.link_keys.get((role, None), "")


def private_key(opened: Opened, player: PlayerId) -> str:
    return opened.event.staff.link_keys.get((Role.PLAYER, player), "")


def player_link(signer: Signer, opened: Opened, player: PlayerId) -> str:
    """The secret part of a player's private link."""
    return signer.sign(PLAYER_LINK, [opened.id, int(player), private_key(opened, player)])


def read_player_link(signer: Signer, text: str) -> PrivateLink:
    try:
        match signer.read(PLAYER_LINK, text):
            case [str(event), int(player), str(key)]:
                return PrivateLink(event, PlayerId(player), key)
    except Unsigned:
        pass
    raise Refusal("This private link is not complete. Ask the desk for yours, or pick your name.")


def player_code(signer: Signer, opened: Opened, player: PlayerId) -> str:
    """What a player types instead of opening the link; it stops working with the link."""
    text = f"{opened.id}\n{int(player)}\n{private_key(opened, player)}"
    number = int.from_bytes(signer.digest(PLAYER_CODE, text))
    letters = []
    for _ in range(CODE_LENGTH):
        number, letter = divmod(number, len(CODE_LETTERS))
        letters.append(CODE_LETTERS[letter])
    return "".join(letters)


def is_code(signer: Signer, opened: Opened, player: PlayerId, typed: str) -> bool:
    """Whether this is the player's code, in any case and with any separators."""
    plain = "".join(letter for letter in typed.upper() if letter.isalnum())
    return compare_digest(plain.encode(), player_code(signer, opened, player).encode())


def staff_link(signer: Signer, opened: Opened, role: Role) -> str:
    """An invitation, as it is sent."""
    return signer.sign(STAFF_LINK, [opened.id, role.value, invitation_key(opened, role)])


def read_staff_link(signer: Signer, text: str) -> Invitation:
    try:
        match signer.read(STAFF_LINK, text, INVITATION_AGE):
            case [str(event), str(role), str(key)]:
                return Invitation(event, Role(role), key)
    except Expired:
        raise Refusal("This invitation is more than seven days old. Ask the organiser for a new one.") from None
    except Unsigned:
        pass
    raise Refusal("This invitation is not complete. Ask the organiser for it again.")
