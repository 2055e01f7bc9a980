"""How a server answers the signals that end a program."""

from __future__ import annotations

import logging
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from threading import current_thread, main_thread

log = logging.getLogger("muster.serving")


@contextmanager
def in_order(*, alone: bool) -> Iterator[None]:
    """SIGTERM ends the program as Ctrl-C does: everything is closed, and its exit code is 0.

    Without this, uvicorn stops and then raises the signal again, which kills the process on the spot. Closing the
    terminal also ends it. Any other SIGHUP asks for new processes, and a single one cannot be replaced without a gap.
    `alone`: it is a single one.
    """
    if current_thread() is not main_thread():  # Where a test runs it; only the main thread gets signals.
        yield
        return
    before = {signal.SIGTERM: signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))}
    if alone and sys.platform != "win32" and signal.getsignal(signal.SIGHUP) is not signal.SIG_IGN:
        before[signal.SIGHUP] = signal.signal(signal.SIGHUP, _hung_up)
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _hung_up(*_: object) -> None:
    if sys.stdin is not None and sys.stdin.isatty():
        signal.raise_signal(signal.SIGTERM)
    else:
        log.warning("SIGHUP replaces processes only with --workers; this server goes on. Stop and start it instead")
