"""The ASGI application and the server that runs it: pages through WSGI in a few threads, the stream beside them."""

from __future__ import annotations

import asyncio
import gc
import gzip
import socket
import sys
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext, suppress
from contextvars import copy_context
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, cast

import uvicorn
from a2wsgi.wsgi import build_environ
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware
from whitenoise import WhiteNoise

from muster.app.desk import Desk
from muster.app.keeping import files
from muster.app.ports import Watch
from muster.app.table.untouched import remove_untouched
from muster.app.webhooks.outbox import Outbox
from muster.core.kit.errors import Refusal
from muster.core.kit.language import tr
from muster.core.record.event_journal import EVENT
from muster.core.record.table.journal import TABLE
from muster.paper.codes import qr_text
from muster.web import address
from muster.web.backups import RoundBackups
from muster.web.connections import Asgi, Doors, Receive, Scope, Send, guarded
from muster.web.live.news import Reporter, TableReporter
from muster.web.live.stream import PREFIX, Live, Teller
from muster.web.operating.health import HEALTH, READY, Health
from muster.web.operating.logs import threads_too
from muster.web.operating.measuring import measuring
from muster.web.operating.metrics import Metrics, page_names, series
from muster.web.operating.metrics import listening as answering
from muster.web.operating.requests import Requests
from muster.web.operating.under_way import under_way
from muster.web.pages import STATIC, static_folder
from muster.web.serving.beside import doing
from muster.web.serving.bodies import BODY, Bodies
from muster.web.serving.certificate import Certificate
from muster.web.serving.ending import in_order
from muster.web.serving.first import Answer, First, handed_on
from muster.web.serving.lock import only_server
from muster.web.serving.settings import configure, secret_key
from muster.web.site import SITE, Site
from muster.web.webhooks.postman import Postman
from muster.web.who.links import sign_in_token
from muster.web.who.sessions import Sessions

THREADS = 4
ADDRESS_FILE = "web.address"
"""In the data folder while a server runs on it: how its links begin, its local address and port, its run."""

ENOUGH = 65_536
"""Open files and connections."""

KEEP_ALIVE = 10
"""Seconds that a connection waits for the next request.

A phone at a table sends one every few seconds, and a new connection costs another round trip.
"""

SWEEPS = (50_000, 20, 100)
"""How rarely Python searches for objects that only reference each other.

Events have none, and searching all of a large one, as it would after every draw, takes longer than the draw.
"""

HAND_OVER = 0.0005
"""Seconds that a thread computes while another waits for its turn.

The loop needs a turn for every part of an answer it sends, and with the default of five milliseconds it spent most of
its time waiting.
"""

STOP_WITHIN, LET_GO_AFTER = 5, 0.5
"""Seconds for answers when the server stops, and then for their connections to close."""


@dataclass(frozen=True, slots=True)
class Addresses:
    """Where the server listens: the organiser's own link, and what phones open; `qr` is the latter for a terminal.

    `others`: this computer's other addresses, each with its adapter's name. `trouble`: why phones cannot reach it.
    """

    sign_in: str
    phones: str
    qr: str
    others: tuple[tuple[str, str], ...] = ()
    trouble: str = ""


class Application:
    """What uvicorn serves."""

    def __init__(
        self, site: Site, watch: Watch, folder: Path, names: tuple[str, ...] = (), first: First | None = None
    ) -> None:
        configure(folder, names)  # Unless the process that runs it already did.
        from django.core.wsgi import get_wsgi_application

        self.site = site
        if first is None:
            remove_untouched(site.tables)
        tellers: dict[str, Teller] = {EVENT.kind: Reporter(site.open), TABLE.kind: TableReporter(site.tables)}
        self.live = Live(watch, site.desk.journals, tellers)
        self.health = Health(site.desk.journals, lambda: self.live.is_stopping)
        self._django = get_wsgi_application()
        self._static = _packed(STATIC)
        pages = WhiteNoise(
            self._with_site,
            root=self._static.name,
            prefix=static_folder(),
            max_age=WhiteNoise.FOREVER,
            allow_all_origins=False,
        )
        self._pages = Bodies(_Threads(pages, THREADS, first))

    def _with_site(self, environ: dict[str, Any], start_response: Any) -> Any:
        environ[SITE] = self.site
        return self._django(environ, start_response)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._lifespan(receive, send)
        elif scope["type"] != "http":
            return
        elif scope["path"] in (HEALTH, READY):
            under_way(scope).page = "health"
            await self.health(scope, receive, send)
        elif scope["path"].startswith(PREFIX):
            this = under_way(scope)
            this.page, this.lasting = "live", True
            await self.live(scope, receive, send)
        else:
            handed_on(scope)
            if scope["path"].startswith("/static/"):
                under_way(scope).page = "static"
            await self._pages({**scope, SITE: self.site}, receive, send)

    async def _lifespan(self, receive: Receive, send: Send) -> None:
        await receive()
        looking = asyncio.ensure_future(self.live.keep_looking())
        await send({"type": "lifespan.startup.complete"})
        await receive()
        looking.cancel()
        with suppress(asyncio.CancelledError):
            await looking
        await send({"type": "lifespan.shutdown.complete"})


class _Threads:
    """Answers in a few threads.

    The loop gets each answer whole: no thread waits for a client that reads slowly, and the loop is woken once per
    answer.
    """

    def __init__(self, app: Callable[..., Iterable[bytes]], threads: int, first: First | None = None) -> None:
        self._app, self._first = app, first
        self._threads = ThreadPoolExecutor(threads, "answering")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        loop = asyncio.get_running_loop()
        here = copy_context()  # With the request's id, for the log.
        status, headers, body = await loop.run_in_executor(self._threads, here.run, self._answer, scope)
        await send({"type": "http.response.start", "status": status, "headers": headers})
        await send({"type": "http.response.body", "body": body})

    def _answer(self, scope: Scope) -> Answer:
        if self._first is not None and self._first.concerns(scope):
            under_way(scope).handed_on = True
            return self._first.answer(scope)
        begun: list[Any] = []
        environ = build_environ(cast(Any, scope), scope[BODY])
        parts = self._app(environ, lambda status, headers, error=None: begun.extend((status, headers)))
        try:
            body = b"".join(parts)
        finally:
            getattr(parts, "close", bool)()
        status, headers = int(begun[0][:3]), [(name.lower(), text.strip()) for name, text in begun[1]]
        if status not in (204, 304) and not any(name == "content-length" for name, _ in headers):
            headers.append(("content-length", str(len(body))))
        return status, [(name.encode("latin-1"), text.encode("latin-1")) for name, text in headers], body


def _packed(static: Path) -> TemporaryDirectory[str]:
    """The static files with a compressed copy beside each text, which is what phones are sent: a third of the bytes.

    Removed when the server stops.
    """
    folder = TemporaryDirectory(prefix="muster-static-")
    for file in static.iterdir():
        content = file.read_bytes()
        Path(folder.name, file.name).write_bytes(content)
        if file.suffix in (".css", ".js", ".svg"):
            Path(folder.name, f"{file.name}.gz").write_bytes(gzip.compress(content, mtime=0))
    return folder


class _Server(uvicorn.Server):
    """Says when it is ready, and ends open streams before it waits for unfinished answers."""

    def __init__(self, config: uvicorn.Config, live: Live, doors: Doors, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._live, self._doors, self._ready = live, doors, ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        await asyncio.to_thread(self._ready)  # It may open a browser, which needs answers in the meantime.

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._doors.closing = True
        self._live.stop()
        letting_go = asyncio.ensure_future(self._let_go())
        await super().shutdown(sockets)
        letting_go.cancel()

    async def _let_go(self) -> None:
        """Once everything is answered: with https a browser may take long to close a connection, and another may have
        come in at the very end.
        """
        quiet = 0.0
        while quiet < LET_GO_AFTER:
            await asyncio.sleep(0.05)
            quiet = 0.0 if self.server_state.tasks else quiet + 0.05
        for connection in list(self.server_state.connections):
            connection.transport.abort()


@dataclass(frozen=True, slots=True)
class Listening:
    """Where to listen, under which names besides this machine's own, and who handles https: a proxy, we, or nobody.

    A proxy's word on who asks, and whether by https, is trusted only from this address. `hsts_days`: for how long
    browsers that came by https must use https only.
    """

    host: str
    port: int
    names: tuple[str, ...] = ()
    proxy: str = ""
    certificate: Certificate | None = None
    hsts_days: int = 0

    def own(self, port: int) -> str:
        """A certificate is for a name, even in this machine's own browser."""
        return self.fixed(port) if self.certificate else f"http://{self.door}:{port}"

    @property
    def door(self) -> str:
        """Where this machine itself reaches the server."""
        return "localhost" if self.everywhere else self.host

    def fixed(self, port: int) -> str:
        """Where phones reach it if that was given at the start, as a name or a host. Empty if any of our addresses will
        do.

        A proxy listens on the standard port; without one everybody comes to our port.
        """
        name = self.names[0] if self.names else "" if self.everywhere else self.host
        if self.proxy:
            return f"https://{name or address.way_out() or address.NOWHERE}"
        return f"{'https' if self.certificate else 'http'}://{name}:{port}" if name else ""

    @property
    def everywhere(self) -> bool:
        return self.host in ("0.0.0.0", "::", "")


@dataclass(frozen=True, slots=True)
class Telling:
    """What the server's administrator gets: the format of its log, whether each request has a line, and the address and
    port of its metrics, if any.
    """

    log: str = "plain"
    requests: bool = False
    metrics: tuple[str, int] | None = None


QUIETLY = Telling()


@dataclass(frozen=True, slots=True)
class Worker:
    """One of several processes.

    `pages`: distinguishes their pages from those of an earlier run; `first`: how the others reach the first one.
    `alone`: a file that the first one locks before it does what only one may do; `tables`: the folder in which each
    counts what it does.
    """

    pages: str
    first: First | None
    alone: Path
    tables: Path


def serve(
    desk: Desk,
    watch: Watch,
    folder: Path,
    place: Listening,
    ready: Callable[[Addresses], None],
    backups: RoundBackups | None = None,
    outbox: Outbox | None = None,
    private_webhooks: bool = False,
    telling: Telling = QUIETLY,
    metrics: Metrics | None = None,
) -> None:
    """Serves until it is interrupted. `ready` gets the addresses once they answer."""
    note = folder / ADDRESS_FILE
    with only_server(folder, note), listen(place.host, place.port) as listening:
        try:
            with answering(*telling.metrics, metrics.read) if telling.metrics and metrics else nullcontext():
                run(
                    desk,
                    watch,
                    folder,
                    place,
                    ready,
                    backups,
                    [listening],
                    None,
                    outbox,
                    private_webhooks,
                    telling,
                    metrics,
                )
        finally:
            note.unlink(missing_ok=True)


def run(
    desk: Desk,
    watch: Watch,
    folder: Path,
    place: Listening,
    ready: Callable[[Addresses], None],
    backups: RoundBackups | None,
    sockets: list[socket.socket],
    worker: Worker | None = None,
    outbox: Outbox | None = None,
    private_webhooks: bool = False,
    telling: Telling = QUIETLY,
    metrics: Metrics | None = None,
) -> None:
    """Serves in this process, on sockets that already listen. `worker`: which of several it is.

    The first sends webhooks.
    """
    gc.set_threshold(*SWEEPS)
    sys.setswitchinterval(HAND_OVER)
    doors = Doors(_allow_connections(), place.proxy)
    number = sockets[0].getsockname()[1]
    reach = address.Reach(folder, fixed=place.fixed(number), port=number)
    site = Site(desk, reach, secret_key(folder), Sessions(folder), backups, outbox, private_webhooks)
    site.hsts_days = place.hsts_days
    first = None
    if worker is not None:
        site.run, first = worker.pages, worker.first
    configure(folder, place.names, telling.log, telling.requests)
    application = Application(site, watch, folder, place.names, first)
    if first is None:
        note = f"{place.own(number)} {place.door} {number} {site.sign_in.run}"
        files.put(folder / ADDRESS_FILE, note.encode())
    own = f"{place.own(number)}/sign-in/{site.sign_in.token()}/"
    phones = f"{reach.address}/"
    addresses = Addresses(own, phones, qr_text(phones), reach.others, str(reach.trouble or ""))
    config = uvicorn.Config(
        # Outside the part that trusts a proxy, because here it must still be visible who really asks.
        Requests(_behind(place.proxy, application), place.proxy, metrics.answered if metrics else None),
        http=guarded(doors),
        log_config=None,  # Set up in muster.web.operating.logs.
        access_log=False,  # It would contain private links.
        timeout_graceful_shutdown=STOP_WITHIN,
        timeout_keep_alive=KEEP_ALIVE,
        ws="none",
        proxy_headers=False,
        ssl_certfile=place.certificate.file if place.certificate else None,
        ssl_keyfile=place.certificate.key if place.certificate else None,
    )
    postman = Postman(site.webhooks, lambda: reach.address) if site.webhooks and first is None else None
    try:
        measured = [measuring(metrics, application.live, site, first is None)] if metrics else []
        beside = [*([backups.looking()] if backups else ()), *([postman.going()] if postman else ())]
        with (
            in_order(alone=worker is None),
            threads_too(),
            doing(measured, None),
            doing(beside, worker.alone if worker and beside else None),
        ):
            _Server(config, application.live, doors, lambda: ready(addresses)).run(sockets=sockets)
    finally:
        site.jobs.stop_all()


def metrics_of(folder: Path, place: Listening, telling: Telling, worker: Worker | None = None) -> Metrics:
    """What this process counts, alone or as one of several."""
    configure(folder, place.names, telling.log, telling.requests)
    from django.urls import get_resolver

    return Metrics(series(page_names(get_resolver().url_patterns)), worker.tables if worker else None)


def _behind(proxy: str, application: Application) -> Asgi:
    return cast(Asgi, ProxyHeadersMiddleware(cast(Any, application), proxy)) if proxy else application


def new_sign_in(folder: Path, account: int = 0) -> str:
    """Another sign-in link for the server on this data folder, for the administrator or for an account.

    Only somebody who can read its key can make one.
    """
    found = _running(folder)
    if found is None:
        raise Refusal("No server is running on the data in {folder}. Start one with “muster serve”.", folder=folder)
    own, run = found
    return f"{own}/sign-in/{sign_in_token(secret_key(folder), run, account=account)}/"


def reached_at(folder: Path) -> str:
    """Where phones reach the server on this data folder; empty if none is running."""
    return "" if _running(folder) is None else address.noted(folder)


def running_at(folder: Path) -> tuple[str, str, int] | None:
    """How this machine reaches the server on this data folder: http or https, the host, the port."""
    if _running(folder) is None:
        return None
    own, door, port, _ = (folder / ADDRESS_FILE).read_text("ascii").split()
    return own.partition(":")[0], door, int(port)


def _running(folder: Path) -> tuple[str, str] | None:
    """How the links of the server running there begin, and its run."""
    try:
        own, door, port, run = (folder / ADDRESS_FILE).read_text("ascii").split()
        socket.create_connection((door, int(port)), timeout=2).close()
    except (OSError, ValueError):
        return None
    return own, run


def _allow_connections() -> int:
    """As many open connections as the system allows: each phone keeps one, and the usual limit is 1,024."""
    try:
        import resource
    except ImportError:  # Windows has no such limit.
        return ENOUGH
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = ENOUGH if most == resource.RLIM_INFINITY else min(most, ENOUGH)
    resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, most))
    return wanted


def listen(host: str, port: int, *, shared: bool = False) -> socket.socket:
    """`shared`: with our other processes; the system distributes connections among them."""
    try:
        listening = socket.create_server((host, port), backlog=2048, reuse_port=shared)
    except OSError as error:
        why = (error.strerror or str(error)).partition(" (")[0]
        where = host or tr("all addresses")
        raise Refusal(
            "The server cannot use port {port} on {where}: {why}. Choose another --port.",
            where=where,
            port=port,
            why=why,
        ) from error
    # Inherited by every connection: an answer's body does not wait for its headers to be acknowledged.
    listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return listening
