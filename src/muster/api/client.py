"""A typed client of the API. What it can ask is the table of routes, so it cannot fall behind the server.

hall = Client("http://localhost:8000", token)
draft = hall.send(routes.PAIR, event="cup")
hall.send(routes.PUBLISH, event="cup", number=draft.round.number)
hall.ask(routes.STANDINGS, event="cup").rows
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TypeVar, cast
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import Request, urlopen

import msgspec

from muster.api.call import Route
from muster.api.shapes import Body, Problem, Query
from muster.core.kit.decoding import decoder

PATIENCE = 30
"""Seconds."""

A = TypeVar("A")


@dataclass(frozen=True, slots=True)
class HttpAnswer:
    status: int
    headers: Mapping[str, str]
    body: bytes

    @property
    def tag(self) -> str:
        """Its ETag, in whatever case the server writes the header; empty if it has none."""
        return next((value for name, value in self.headers.items() if name.lower() == "etag"), "")


Carry = Callable[[str, str, Mapping[str, str], bytes], HttpAnswer]
"""A request's method, address, headers and body; returns the answer."""


class ProblemFound(Exception):
    """The server said why not; nothing was changed."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(f"{problem.status}: {problem.detail}")
        self.problem = problem


def over_network(method: str, address: str, headers: Mapping[str, str], body: bytes) -> HttpAnswer:
    request = Request(address, body or None, dict(headers), method=method)
    try:
        with urlopen(request, timeout=PATIENCE) as answer:
            return HttpAnswer(answer.status, dict(answer.headers), answer.read())
    except HTTPError as error:  # Every status that is not a success is also an answer.
        with error:
            return HttpAnswer(error.code, dict(error.headers), error.read())


@dataclass(slots=True)
class Client:
    """`base`: the server's address. `token`: empty for public data.

    If the server says that an answer is unchanged, it is taken from `kept`.
    """

    base: str
    token: str = ""
    carry: Carry = over_network
    kept: dict[str, HttpAnswer] = field(default_factory=dict)

    def ask(self, route: Route[A], query: Query | None = None, **parts: str | int) -> A:
        """Reads something."""
        asked = "" if query is None else urlencode(msgspec.to_builtins(query))
        address = route.address(**parts) + (f"?{asked}" if asked else "")
        known = self.kept.get(address)
        headers = {} if known is None else {"If-None-Match": known.tag}
        answer = self._carried("GET", address, headers)
        if answer.status == 304 and known is not None:
            answer = known
        elif answer.tag:
            self.kept[address] = answer
        return _read(route, answer)

    def send(self, route: Route[A], body: Body | None = None, *, key: str = "", **parts: str | int) -> A:
        """Changes something. With the same `key` it is done once, however often it is sent."""
        headers = {"Content-Type": "application/json", **({"Idempotency-Key": key} if key else {})}
        sent = msgspec.json.encode(route.body() if body is None else body)
        return _read(route, self._carried(route.method, route.address(**parts), headers, sent))

    def _carried(self, method: str, address: str, headers: Mapping[str, str], body: bytes = b"") -> HttpAnswer:
        signed = {"Authorization": f"Bearer {self.token}"} if self.token else {}
        return self.carry(method, self.base.rstrip("/") + address, {**signed, **headers}, body)


def _read(route: Route[A], answer: HttpAnswer) -> A:
    if answer.status >= 400:
        raise ProblemFound(_problem(answer))
    if route.answer is bytes:
        return cast(A, answer.body)
    return decoder(route.answer).decode(answer.body)


def _problem(answer: HttpAnswer) -> Problem:
    """As the server says it. An answer from something in between, such as a proxy, is not a problem document."""
    try:
        return decoder(Problem).decode(answer.body)
    except msgspec.DecodeError:
        text = answer.body.decode("utf-8", "replace").strip()[:200]
        return Problem("about:blank", "", answer.status, text, code="", kind="")
