"""WebDriver, spoken to a browser that this process starts: the commands of the W3C, over two kinds of wire.

WebKitWebDriver takes them by HTTP. Firefox takes the same ones on the socket that its own drivers use, so that no
program is needed in between.
"""

from __future__ import annotations

import json
import socket
from collections.abc import Callable
from http.client import HTTPConnection
from typing import Any

ELEMENT = "element-6066-11e4-a52e-4f735466cecf"
"""The key of an element reference in answers; the number is the standard's."""

ANSWER_WITHIN = 120
"""Seconds that one command may take before a browser counts as dead."""

# Each command by Firefox's name for it, and its HTTP route.
ROUTES = {
    "Navigate": ("POST", "/url"),
    "GetCurrentURL": ("GET", "/url"),
    "ExecuteScript": ("POST", "/execute/sync"),
    "ElementClick": ("POST", "/element/{id}/click"),
    "ElementClear": ("POST", "/element/{id}/clear"),
    "ElementSendKeys": ("POST", "/element/{id}/value"),
    "SetWindowRect": ("POST", "/window/rect"),
    "GetWindowHandles": ("GET", "/window/handles"),
    "SwitchToWindow": ("POST", "/window"),
    "SetTimeouts": ("POST", "/timeouts"),
    "DeleteAllCookies": ("DELETE", "/cookie"),
}

Wire = Callable[[str, dict[str, Any]], Any]
"""Sends a command with its values and returns the answer's."""


class Failed(Exception):
    """A command that the browser refused. `kind` is the standard's name of the error."""

    def __init__(self, command: str, kind: str, message: str) -> None:
        super().__init__(f"{command}: {kind}: {message}")
        self.kind = kind


class Http:
    """WebKitWebDriver, which has one session."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._session = ""

    def begin(self, capabilities: dict[str, Any]) -> None:
        answer = self._send("NewSession", "POST", "/session", {"capabilities": {"alwaysMatch": capabilities}})
        self._session = f"/session/{answer['sessionId']}"

    def __call__(self, command: str, values: dict[str, Any]) -> Any:
        method, path = ROUTES[command]
        return self._send(command, method, self._session + path.format_map(values), values)

    def _send(self, command: str, method: str, path: str, values: dict[str, Any]) -> Any:
        connection = HTTPConnection("127.0.0.1", self._port, timeout=ANSWER_WITHIN)
        try:
            connection.request(method, path, json.dumps(values) if method == "POST" else None)
            value = json.loads(connection.getresponse().read())["value"]
        finally:
            connection.close()
        if isinstance(value, dict) and "error" in value:
            raise Failed(command, value["error"], value.get("message", ""))
        return value

    def close(self) -> None:
        if self._session:
            self._send("DeleteSession", "DELETE", self._session, {})


class Marionette:
    """Firefox: messages of JSON, each after its length in digits and a colon."""

    def __init__(self, port: int) -> None:
        self._socket = socket.create_connection(("127.0.0.1", port), timeout=ANSWER_WITHIN)
        self._answers = self._socket.makefile("rb")
        self._count = 0
        self._receive()  # It says who it is.

    def begin(self, capabilities: dict[str, Any]) -> None:
        self("NewSession", {"capabilities": {"alwaysMatch": capabilities}})

    def __call__(self, command: str, values: dict[str, Any]) -> Any:
        self._count += 1
        message = json.dumps([0, self._count, f"WebDriver:{command}", values]).encode()
        self._socket.sendall(b"%d:%b" % (len(message), message))
        _, number, error, value = self._receive()
        assert number == self._count, (number, self._count)
        if error is not None:
            raise Failed(command, error["error"], error["message"])
        return value["value"] if isinstance(value, dict) and value.keys() == {"value"} else value

    def _receive(self) -> Any:
        length = b""
        while (digit := self._answers.read(1)) != b":":
            assert digit, "Firefox has ended"
            length += digit
        return json.loads(self._answers.read(int(length)))

    def close(self) -> None:
        self._answers.close()
        self._socket.close()
