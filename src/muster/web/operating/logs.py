"""What the server writes to its log: errors, what is slow, and each request if asked to; never a secret or a name, and
never so many errors that they fill a disk. Decision 78 says what is left out, and why."""

from __future__ import annotations

import json
import logging
import logging.config
import re
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import UTC, datetime
from http import HTTPStatus
from pathlib import Path
from sysconfig import get_path
from threading import Lock
from time import monotonic
from traceback import extract_tb
from typing import Any

import muster

SECRET = re.compile(r"/(sign-in|staff|p)/[^/\s]+")

REQUEST: ContextVar[str] = ContextVar("request", default="")
"""The id of the request being answered."""

FAULT = "muster.fault"
"""In a request that failed: the fault number its page showed."""

AT_ONCE, EVERY = 100, 30.0
"""How many errors are written without delay, and the seconds until one more is allowed: at most about 3,000 a day."""

LONGEST = 8_000
"""Characters of one, with its trace; so at most 25 MB a day."""
SAME = 5
"""How often the same error is written in full; after that only at each doubling, with its count."""
KEPT = 1_000

FRAMES, CHAIN = 40, 5
"""How many lines of code are listed per error, nearest to its origin; and how many chained errors."""


class WithoutSecrets(logging.Filter):
    """Leaves only the parts of a line that cannot contain a name or a secret: our own words, and the fixed part of
    other programs'. An address, a header or an error's text can contain anything.
    """

    def filter(self, record: logging.LogRecord) -> bool:
        record.msg, record.args = SECRET.sub(r"/\1/…", _words(record)), ()
        return True


def _words(record: logging.LogRecord) -> str:
    if record.name.partition(".")[0] == "muster":
        return record.getMessage()
    status = getattr(record, "status_code", None)
    if record.name.startswith("django.security"):  # Its text is what was sent.
        return f"Refused: {record.name.rpartition('.')[2]}"
    if isinstance(status, int):
        match = getattr(getattr(record, "request", None), "resolver_match", None)
        return f"{HTTPStatus(status).phrase}: {getattr(match, 'url_name', None) or 'no page'}"
    return str(record.msg).partition("\n")[0]


class WithFault(logging.Filter):
    """Adds the request that a line belongs to, and the number that the fault's page showed."""

    def filter(self, record: logging.LogRecord) -> bool:
        request = getattr(record, "request", None)
        record.request_id = REQUEST.get()
        record.fault = getattr(request, "META", {}).get(FAULT, "")
        return True


class NotTooMuch(logging.Filter):
    """Counts repetitions instead of writing them again, and stops when there is too much of anything."""

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
        notes += [f"{skipped} other lines were not written"] if skipped else []
        record.msg, record.args = f"{record.getMessage()}{''.join(f' ({note})' for note in notes)}", ()
        return True

    def _seen(self, record: logging.LogRecord) -> int:
        """How often an error came: by its origin, because its message may name a different page each time."""
        trace = record.exc_info[2] if record.exc_info else None
        while trace is not None and trace.tb_next is not None:
            trace = trace.tb_next
        place = (trace.tb_frame.f_code.co_filename, trace.tb_lineno) if trace is not None else (record.msg,)
        key = (record.name, record.exc_info[0] if record.exc_info else None, *place)
        times = self._times[key] = self._times.pop(key, 0) + 1
        if len(self._times) > KEPT:
            del self._times[next(iter(self._times))]
        return times


class Plain(logging.Formatter):
    """For people: the number to find it by, the text, and where it came from."""

    def format(self, record: logging.LogRecord) -> str:
        found = getattr(record, "fault", "") or getattr(record, "request_id", "")
        lines = [f"{found} {record.getMessage()}" if found else record.getMessage()]
        if record.exc_info and record.exc_info[1] is not None:
            lines += trace_of(record.exc_info[1])
        return _short("\n".join(lines))


class Json(logging.Formatter):
    """For programs: one object per line."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, object] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "log": record.name,
            "message": _short(record.getMessage()),
        }
        line |= {name: getattr(record, name) for name in ("request_id", "fault") if getattr(record, name, "")}
        line |= getattr(record, "asked", {})
        if record.exc_info and record.exc_info[1] is not None:
            line["error"] = type(record.exc_info[1]).__name__
            line["trace"] = _short("\n".join(trace_of(record.exc_info[1]))).splitlines()
        return json.dumps(line, ensure_ascii=True)


def _short(text: str) -> str:
    """The beginning and the end of a very long text."""
    half = LONGEST // 2
    return text if len(text) <= LONGEST else f"{text[:half]}\n…\n{text[-half:]}"


def trace_of(error: BaseException) -> Iterator[str]:
    """Where an error came from and its type, preceded by the errors that caused it.

    Not its text, which may quote what people typed.
    """
    chain = [error]
    while len(chain) < CHAIN and (behind := _behind(chain[-1])) is not None:
        chain.append(behind)
    for one in reversed(chain):
        for frame in extract_tb(one.__traceback__)[-FRAMES:]:
            yield f"  {_file(frame.filename)}:{frame.lineno} in {frame.name}"
            if frame.line:
                yield f"    {frame.line}"
        yield f"{type(one).__name__}{_code(one)}"
        if one is not error:
            yield "which led to:"


def _behind(error: BaseException) -> BaseException | None:
    return error.__cause__ or (None if error.__suppress_context__ else error.__context__)


def _code(error: BaseException) -> str:
    """The system's or the database's error number, which is not personal."""
    for name in ("errno", "sqlstate", "sqlite_errorname"):
        found = getattr(error, name, None)
        if isinstance(found, int | str) and found:
            return f" ({found})"
    return ""


def _file(name: str) -> str:
    """From the packages' folder on: the path above it may contain somebody's name."""
    for root in (Path(muster.__file__).parent.parent, Path(get_path("purelib")), Path(get_path("stdlib"))):
        if Path(name).is_relative_to(root):
            return Path(name).relative_to(root).as_posix()
    return Path(name).name


def logging_for(form: str = "plain", requests: bool = False) -> dict[str, Any]:
    """For `logging.config`. `requests`: a line for every request, not only for slow ones."""
    handler = {"class": "logging.StreamHandler", "formatter": form}
    own = {"level": "WARNING", "propagate": False}
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "filters": {
            "fault": {"()": WithFault},
            "secrets": {"()": WithoutSecrets},
            "much": {"()": NotTooMuch},
            "slow": {"()": NotTooMuch},
        },
        "formatters": {"plain": {"()": Plain}, "json": {"()": Json}},
        "handlers": {
            "stderr": {**handler, "filters": ["fault", "secrets", "much"]},
            # Slow requests must not use up the allowance for errors, and whoever asked for every request gets every
            # one.
            "requests": {**handler, "filters": ["fault"] if requests else ["fault", "slow"]},
        },
        # A visitor's mistakes are answered to them and do not belong in the log.
        "loggers": {
            name: {"handlers": ["stderr"], "level": "ERROR", "propagate": False}
            for name in ("django", "uvicorn", "asyncio")
        }
        | {
            "muster": {"handlers": ["stderr"], **own},
            "muster.requests": {"handlers": ["requests"], **own, "level": "INFO" if requests else "WARNING"},
        },
    }


def set_up(form: str, requests: bool) -> None:
    """For this process."""
    logging.config.dictConfig(logging_for(form, requests))


@contextmanager
def threads_too() -> Iterator[None]:
    """Also logs failures in threads that nobody waits for, while this lasts."""
    before, threading.excepthook = threading.excepthook, _thread_broke
    try:
        yield
    finally:
        threading.excepthook = before


def _thread_broke(told: threading.ExceptHookArgs) -> None:
    if told.exc_value is not None:
        name = "A thread" if told.thread is None else f"The thread {told.thread.name.partition(' ')[0]}"
        logging.getLogger("muster.serving").error(
            f"{name} broke", exc_info=(told.exc_type, told.exc_value, told.exc_traceback)
        )
