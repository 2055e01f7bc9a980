"""What only one process of a server does: backups after rounds, and webhooks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager
from pathlib import Path
from threading import Lock, Thread


@contextmanager
def doing(tasks: Sequence[AbstractContextManager[None]], alone: Path | None) -> Iterator[None]:
    """Does them while this lasts.

    `alone`: the file that another process, which this one replaces, has locked until it is done with them.
    """
    if alone is None:
        with ExitStack() as stack:
            for task in tasks:
                stack.enter_context(task)
            yield
        return
    import fcntl  # Available wherever there are several processes.

    lock, over = Lock(), False
    stack = ExitStack()
    handle = alone.open("w")

    def begin() -> None:
        fcntl.flock(handle, fcntl.LOCK_EX)
        with lock:
            if not over:
                for task in tasks:
                    stack.enter_context(task)

    Thread(target=begin, name="beside", daemon=True).start()
    try:
        yield
    finally:
        with lock:
            over = True
        stack.close()
        if not handle.closed:
            fcntl.flock(handle, fcntl.LOCK_UN)
