"""A program that runs an event over the HTTP API, from nothing to the trophy, with nothing but Python.

It is written from docs/api.md alone and does not import Muster: start from it in any language. Players and results are
made up, so it creates an event of its own:

    ./muster serve
    TOKEN=muster_... python examples/bot.py http://localhost:8000 bushido

The token is one for the whole server with all scopes, made on the page “Programs on this server”.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator
from random import Random
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen
from uuid import uuid4

NAMES = ("Ann", "Bob", "Cem", "Dai", "Eve", "Fay", "Gus", "Hal", "Ida")
CUT = 4

WON_BY_A: dict[str, dict[str, Any]] = {
    "bushido": {"vp": [2, 1]},
    "l5r": {"winner": "a"},
    "urban_war": {"lost": [2, 6]},
    "warmachine": {"winner": "a", "how": "scenario", "cp": [5, 1], "apd": [30, 10]},
}
"""A game of each kind that side a has won."""

LEAST = {"number": 9, "text": "any", "yes_no": False}
"""Minimal values for the fields that a game requires."""


class Refused(Exception):
    """The server said no; `problem` is its problem document."""

    def __init__(self, problem: dict[str, Any]) -> None:
        super().__init__(f"{problem['status']} {problem['code']}: {problem['detail']}")
        self.problem = problem


class Api:
    """Requests and sends JSON. Every change has its own key, so it can be sent again when the network fails."""

    def __init__(self, server: str, token: str) -> None:
        self._base, self._token = f"{server.rstrip('/')}/api/v1", token

    def get(self, path: str) -> Any:
        return self._answer("GET", path)

    def post(self, path: str, **body: Any) -> Any:
        headers = {"Content-Type": "application/json", "Idempotency-Key": str(uuid4())}
        try:
            return self._answer("POST", path, headers, json.dumps(body).encode())
        except OSError:  # Nobody knows whether it arrived. With the same key it is not done twice.
            return self._answer("POST", path, headers, json.dumps(body).encode())

    def _answer(self, method: str, path: str, headers: dict[str, str] | None = None, body: bytes | None = None) -> Any:
        signed = {"Authorization": f"Bearer {self._token}", **(headers or {})}
        try:
            with urlopen(Request(self._base + path, body, signed, method=method), timeout=30) as answer:
                return json.load(answer)
        except HTTPError as error:
            with error:
                raise Refused(json.load(error)) from None


def create(api: Api, name: str, game: str) -> str:
    """Creates an event with a bracket at the end; returns its id."""
    event: str = api.post("/events", name=name, system=game, options={"cut": str(CUT)})["event"]
    return event


class Organiser:
    """Runs one event."""

    def __init__(self, api: Api, event: str, dice: Random) -> None:
        self._api, self._at, self._dice = api, f"/events/{event}", dice
        self._game = api.get(f"{self._at}/system")

    def run(self) -> dict[str, Any]:
        """From the first player to the last game; returns the final standings and the awards."""
        self.enrol()
        for draft in self.rounds():
            print(f"{draft['name']}: {len(draft['matches'])} games", flush=True)
            self.play(draft)
        finished: dict[str, Any] = self._api.post(f"{self._at}/finish")
        return finished

    def enrol(self) -> None:
        fields = [field for field in self._game["player_fields"] if field["required"] and field["default"] is None]
        values = {field["key"]: field["choices"][0] if field["choices"] else LEAST[field["kind"]] for field in fields}
        self._api.post(f"{self._at}/players", players=[{"name": name, "values": values} for name in NAMES])

    def rounds(self) -> Iterator[dict[str, Any]]:
        """One draft after the other, with the cut in its place."""
        while True:
            try:
                yield self._api.post(f"{self._at}/rounds")["round"]
            except Refused as refused:
                if refused.problem["status"] != 409:
                    raise
                if not self.cut():
                    return

    def cut(self) -> bool:
        """Whether there was a cut to make."""
        event = self._api.get(self._at)
        wanted = event["plan"]["cut"] and "elimination" not in [stage["kind"] for stage in event["stages"]]
        if wanted:
            self._api.post(f"{self._at}/cut")
        return bool(wanted)

    def play(self, draft: dict[str, Any]) -> None:
        here = f"{self._at}/rounds/{draft['number']}"
        self._api.post(f"{here}/publish")
        for match in draft["matches"]:
            won = WON_BY_A[self._game["key"]]
            values = won if self._dice.random() < 0.5 else turned(won)
            self._api.post(f"{here}/tables/{match['table']}/result", values=values)
        self._api.post(f"{here}/close")


def turned(values: dict[str, Any]) -> dict[str, Any]:
    """The same game, won by side b."""
    other = {"a": "b"}
    return {key: one[::-1] if isinstance(one, list) else other.get(one, one) for key, one in values.items()}


def main() -> None:
    server, game = sys.argv[1:]
    api = Api(server, os.environ["TOKEN"])
    event = create(api, f"Bot's {game} day", game)
    finished = Organiser(api, event, Random(event)).run()
    for award in finished["awards"]:
        print(f"{award['title']}: {award['player']['name'] if award['player'] else 'nobody'}")
    print(f"{finished['standings']['rows'][0]['name']} takes the trophy home.")


if __name__ == "__main__":
    main()
