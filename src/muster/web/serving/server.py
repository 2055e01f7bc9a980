"""The ASGI application and the server that runs it: pages through WSGI in a few threads, the stream beside them."""

from __future__ import annotations

import asyncio
import gc
import gzip
import socket
from collections.abc import Callable
from contextlib import nullcontext, suppress
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import uvicorn
from a2wsgi.wsgi import WSGIMiddleware, WSGIResponder
from whitenoise import WhiteNoise

from muster.app.desk import Desk
from muster.app.ports import Watch
from muster.app.table.untouched import remove_untouched
from muster.core.kit.errors import Refusal
from muster.core.kit.language import tr
from muster.core.record.event_journal import EVENT
from muster.core.record.table.journal import TABLE
from muster.paper.codes import qr_text
from muster.web import address
from muster.web.backups import RoundBackups
from muster.web.connections import Doors, Receive, Scope, Send, guarded
from muster.web.live.news import Reporter, TableReporter
from muster.web.live.stream import PREFIX, Live
from muster.web.pages import STATIC, static_folder
from muster.web.serving.bodies import BODY, Bodies
from muster.web.serving.certificate import Certificate
from muster.web.serving.lock import only_server
from muster.web.serving.settings import configure, secret_key
from muster.web.site import Site
from muster.web.who.links import sign_in_token
from muster.web.who.sessions import Sessions

THREADS = 4
ADDRESS_FILE = "web.address"
"""In the data folder while a server runs on it: how its links begin, the address and port it is knocked at, its run."""

ENOUGH = 65_536
"""Open files and connections."""

SWEEPS = (50_000, 20, 100)
"""How seldom Python searches for objects that only hold each other. Events have none, and to search all of a large one,
as it otherwise does after every draw, takes longer than the draw."""

STOP_WITHIN, LET_GO_AFTER = 5, 0.5
"""Seconds that answers are given when the server stops, and after them the connections that they went through."""


@dataclass(frozen=True, slots=True)
class Addresses:
    """Where the server listens: the organiser's own link, and what phones open; `qr` is the latter for a terminal.
    `others`: this computer's other addresses, each with what its adapter is called."""

    sign_in: str
    phones: str
    qr: str
    others: tuple[tuple[str, str], ...] = ()


class Application:
    """What uvicorn serves."""

    def __init__(self, site: Site, watch: Watch, folder: Path, names: tuple[str, ...] = ()) -> None:
        configure(folder, names)
        from django.core.wsgi import get_wsgi_application

        self.site = site
        remove_untouched(site.tables)
        self.live = Live(watch, {EVENT.kind: Reporter(site.open), TABLE.kind: TableReporter(site.tables)})
        self._django = get_wsgi_application()
        self._static = _packed(STATIC)
        pages = WhiteNoise(
            self._with_site,
            root=self._static.name,
            prefix=static_folder(),
            max_age=WhiteNoise.FOREVER,
            allow_all_origins=False,
        )
        threads: Any = _Threads(pages, workers=THREADS)
        self._pages = Bodies(threads)

    def _with_site(self, environ: dict[str, Any], start_response: Any) -> Any:
        environ["muster.site"] = self.site
        environ["wsgi.input"] = environ["asgi.scope"][BODY]
        return self._django(environ, start_response)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._lifespan(receive, send)
        elif scope["type"] == "http" and scope["path"].startswith(PREFIX):
            await self.live(scope, receive, send)
        elif scope["type"] == "http":
            await self._pages(scope, receive, send)

    async def _lifespan(self, receive: Receive, send: Send) -> None:
        await receive()
        looking = asyncio.ensure_future(self.live.keep_looking())
        await send({"type": "lifespan.startup.complete"})
        await receive()
        looking.cancel()
        with suppress(asyncio.CancelledError):
            await looking
        await send({"type": "lifespan.shutdown.complete"})


class _Threads(WSGIMiddleware):
    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        await _Answering(self.app, self.executor, send_queue_size=0)(scope, receive, send)


class _Answering(WSGIResponder):
    """A queue without an end: no thread waits for somebody who takes the answer slowly, nor for the loop to take each
    part of it, which would be six changes of threads for every page."""

    def send(self, message: Any) -> None:
        self.loop.call_soon_threadsafe(self.send_queue.put_nowait, message)


def _packed(static: Path) -> TemporaryDirectory[str]:
    """The static files with a compressed copy beside each text, which is what phones are sent: a third of the bytes.
    Gone when the server is."""
    folder = TemporaryDirectory(prefix="muster-static-")
    for file in static.iterdir():
        content = file.read_bytes()
        Path(folder.name, file.name).write_bytes(content)
        if file.suffix in (".css", ".js", ".svg"):
            Path(folder.name, f"{file.name}.gz").write_bytes(gzip.compress(content, mtime=0))
    return folder


class _Server(uvicorn.Server):
    """Says when it is ready, and ends the open streams before it waits for what is still being answered."""

    def __init__(self, config: uvicorn.Config, live: Live, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._live, self._ready = live, ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        await asyncio.to_thread(self._ready)  # It may open a browser, which is answered in the meantime.

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._live.stop()
        letting_go = asyncio.ensure_future(self._let_go())
        await super().shutdown(sockets)
        letting_go.cancel()

    async def _let_go(self) -> None:
        """Once everything is answered: under https a browser may leave it open for long that a connection ends, and
        another may have come in at the very end."""
        while self.server_state.tasks:
            await asyncio.sleep(0.05)
        await asyncio.sleep(LET_GO_AFTER)
        for connection in list(self.server_state.connections):
            connection.transport.abort()


@dataclass(frozen=True, slots=True)
class Listening:
    """Where to listen, under which names beside this machine's own, and who speaks https: a proxy, we, or nobody.

    What a proxy says of who asks and whether by https is believed of this address alone.
    """

    host: str
    port: int
    names: tuple[str, ...] = ()
    proxy: str = ""
    certificate: Certificate | None = None

    def own(self, port: int) -> str:
        """A certificate is for a name, also in the browser of this machine."""
        return self.fixed(port) if self.certificate else f"http://{self.door}:{port}"

    @property
    def door(self) -> str:
        """Where this machine itself finds the server."""
        return "localhost" if self.everywhere else self.host

    def fixed(self, port: int) -> str:
        """Where phones come if that was said at the start: by a name or a host. Empty where it is any of our addresses.

        A proxy listens where the world expects a server; without one everybody comes to our port.
        """
        name = self.names[0] if self.names else "" if self.everywhere else self.host
        if self.proxy:
            return f"https://{name or address.way_out() or address.NOWHERE}"
        return f"{'https' if self.certificate else 'http'}://{name}:{port}" if name else ""

    @property
    def everywhere(self) -> bool:
        return self.host in ("0.0.0.0", "::", "")


def serve(
    desk: Desk,
    watch: Watch,
    folder: Path,
    place: Listening,
    ready: Callable[[Addresses], None],
    backups: RoundBackups | None = None,
) -> None:
    """Serves until it is interrupted. `ready` is told the addresses once they answer."""
    gc.set_threshold(*SWEEPS)
    doors = Doors(_allow_connections(), place.proxy)
    note = folder / ADDRESS_FILE
    with only_server(folder, note), _listen(place.host, place.port) as listening:
        number = listening.getsockname()[1]
        reach = address.Reach(folder, fixed=place.fixed(number), port=number)
        site = Site(desk, reach, secret_key(folder), Sessions(folder), backups)
        application = Application(site, watch, folder, place.names)
        note.write_text(f"{place.own(number)} {place.door} {number} {site.sign_in.run}", "ascii")
        try:
            own = f"{place.own(number)}/sign-in/{site.sign_in.token()}/"
            phones = f"{reach.address}/"
            addresses = Addresses(own, phones, qr_text(phones), reach.others)
            config = uvicorn.Config(
                application,
                http=guarded(doors),
                log_config=None,  # As muster.web.serving.logs has it.
                access_log=False,  # It would hold private links.
                timeout_graceful_shutdown=STOP_WITHIN,
                ws="none",
                proxy_headers=bool(place.proxy),
                forwarded_allow_ips=place.proxy or None,
                ssl_certfile=place.certificate.file if place.certificate else None,
                ssl_keyfile=place.certificate.key if place.certificate else None,
            )
            with backups.looking() if backups else nullcontext():
                _Server(config, application.live, lambda: ready(addresses)).run(sockets=[listening])
        finally:
            site.jobs.stop_all()
            note.unlink(missing_ok=True)


def new_sign_in(folder: Path) -> str:
    """Another sign-in link for the server that runs on this data folder. Only who may read its key can make one."""
    found = _running(folder)
    if found is None:
        raise Refusal("No server is running on the data in {folder}. Start one with “muster serve”.", folder=folder)
    own, run = found
    return f"{own}/sign-in/{sign_in_token(secret_key(folder), run)}/"


def reached_at(folder: Path) -> str:
    """Where phones reach the server that runs on this data folder; empty if none runs."""
    return "" if _running(folder) is None else address.noted(folder)


def _running(folder: Path) -> tuple[str, str] | None:
    """How the links of the server that runs there begin, and its run."""
    try:
        own, door, port, run = (folder / ADDRESS_FILE).read_text("ascii").split()
        socket.create_connection((door, int(port)), timeout=2).close()
    except (OSError, ValueError):
        return None
    return own, run


def _allow_connections() -> int:
    """As many open connections as the system lets us have: each phone keeps one, and the usual limit is 1,024."""
    try:
        import resource
    except ImportError:  # Windows has no such limit.
        return ENOUGH
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = ENOUGH if most == resource.RLIM_INFINITY else min(most, ENOUGH)
    resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, most))
    return wanted


def _listen(host: str, port: int) -> socket.socket:
    try:
        return socket.create_server((host, port), backlog=2048)
    except OSError as error:
        why = (error.strerror or str(error)).partition(" (")[0]
        where = host or tr("all addresses")
        raise Refusal(
            "The server cannot use port {port} on {where}: {why}. Choose another --port.",
            where=where,
            port=port,
            why=why,
        ) from error
