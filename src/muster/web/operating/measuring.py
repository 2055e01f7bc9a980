"""What is true of a process right now, looked up every few seconds for its metrics."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event, Thread

from muster.core.kit.errors import Refusal
from muster.web.live.stream import Live
from muster.web.operating.metrics import Metrics, resident_bytes
from muster.web.site import Site

LOOK_EVERY = 2.0


@contextmanager
def measuring(metrics: Metrics, live: Live, site: Site, first: bool) -> Iterator[None]:
    """`first`: this process sends the webhooks, so only it reports how many are waiting."""
    stop = Event()

    def run() -> None:
        while True:
            _measure(metrics, live, site, first)
            if stop.wait(LOOK_EVERY):
                return

    thread = Thread(target=run, name="measuring", daemon=True)
    thread.start()
    try:
        yield
    finally:
        stop.set()
        thread.join(timeout=LOOK_EVERY)


def _measure(metrics: Metrics, live: Live, site: Site, first: bool) -> None:
    metrics.set("muster_processes", 1)
    metrics.set("muster_open_streams", live.open_streams)
    metrics.set("muster_events_in_memory", site.desk.in_memory)
    metrics.set("muster_resident_bytes", resident_bytes())
    if first and site.webhooks is not None:
        try:
            metrics.set("muster_webhooks_waiting", site.webhooks.outbox.waiting())
        except Refusal:  # The webhooks file cannot be read right now; the previous number stays.
            metrics.add("muster_store_errors_total")
