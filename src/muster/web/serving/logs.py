"""What the server writes to its log: errors of ours, never a secret, and never so much that it fills a disk."""

from __future__ import annotations

import logging
import re
from collections.abc import Callable
from threading import Lock
from time import monotonic
from typing import Any

SECRET = re.compile(r"/(sign-in|staff|p)/[^/\s]+")

AT_ONCE, EVERY = 100, 30.0
"""Errors that are written at once, and the seconds after which one more is: some 3,000 a day at most."""
FAULT = "muster.fault"
"""In a request that broke: the id that its page showed."""

LONGEST = 8_000
"""Characters of one, with its trace; so a day has 25 MB at most."""
SAME = 5
"""How often one and the same error is written in full; from then on only at each doubling, with its count."""
KEPT = 1_000


class WithoutSecrets(logging.Filter):
    """Takes the secret part out of the addresses of links that sign somebody in."""

    def filter(self, record: logging.LogRecord) -> bool:
        record.msg, record.args = SECRET.sub(r"/\1/…", record.getMessage()), ()
        return True


class WithFault(logging.Filter):
    """Puts the id that the page of a fault showed before what is written of it."""

    def filter(self, record: logging.LogRecord) -> bool:
        request = getattr(record, "request", None)
        fault = getattr(request, "META", {}).get(FAULT)
        if fault:
            record.msg, record.args = f"{fault} {record.getMessage()}", ()
        return True


class NotTooMuch(logging.Filter):
    """Counts what repeats itself instead of writing it again, and stops when there is too much of anything."""

    def __init__(self, now: Callable[[], float] = monotonic) -> None:
        super().__init__()
        self._now = now
        self._times: dict[tuple[object, ...], int] = {}
        self._left, self._at, self._skipped = float(AT_ONCE), now(), 0
        self._lock = Lock()

    def filter(self, record: logging.LogRecord) -> bool:
        with self._lock:
            times = self._seen(record)
            if times > SAME and times & (times - 1):
                return False
            now = self._now()
            self._left, self._at = min(AT_ONCE, self._left + (now - self._at) / EVERY), now
            if self._left < 1:
                self._skipped += 1
                return False
            self._left -= 1
            skipped, self._skipped = self._skipped, 0
        notes = [f"{times} times so far"] if times > SAME else []
        notes += [f"{skipped} other errors were not written"] if skipped else []
        record.msg, record.args = f"{record.getMessage()}{''.join(f' ({note})' for note in notes)}", ()
        return True

    def _seen(self, record: logging.LogRecord) -> int:
        """How often an error came: by where it arose, as its message may name a different address each time."""
        trace = record.exc_info[2] if record.exc_info else None
        while trace is not None and trace.tb_next is not None:
            trace = trace.tb_next
        place = (trace.tb_frame.f_code.co_filename, trace.tb_lineno) if trace is not None else (record.msg,)
        key = (record.name, record.exc_info[0] if record.exc_info else None, *place)
        times = self._times[key] = self._times.pop(key, 0) + 1
        if len(self._times) > KEPT:
            del self._times[next(iter(self._times))]
        return times


class Short(logging.Formatter):
    """The beginning and the end of what is very long."""

    def format(self, record: logging.LogRecord) -> str:
        text = super().format(record)
        half = LONGEST // 2
        return text if len(text) <= LONGEST else f"{text[:half]}\n…\n{text[-half:]}"


LOGGING: dict[str, Any] = {
    "version": 1,
    "disable_existing_loggers": False,
    "filters": {"fault": {"()": WithFault}, "much": {"()": NotTooMuch}, "secrets": {"()": WithoutSecrets}},
    "formatters": {"short": {"()": Short}},
    "handlers": {
        "stderr": {"class": "logging.StreamHandler", "filters": ["much", "fault", "secrets"], "formatter": "short"},
    },
    # What a visitor asked wrongly is answered to them and does not belong in the log.
    "loggers": {
        name: {"handlers": ["stderr"], "level": "ERROR", "propagate": False}
        for name in ("django", "uvicorn", "asyncio")
    },
}
