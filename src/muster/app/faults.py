"""Errors of our own: each has an id that people can read out and that finds it in the log."""

from __future__ import annotations

from hashlib import sha256
from secrets import token_hex


def fault_id(error: BaseException, request: str = "") -> str:
    """Like 3f2a91-c04b77. The first half is the same for all faults from the same place, the second identifies this
    one: by the id of the failed request, if it has one.

    So if a fault was not logged because there were too many, another of its kind can be found.
    """
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    where = "" if trace is None else f"{trace.tb_frame.f_code.co_filename}:{trace.tb_lineno}"
    place = sha256(f"{type(error).__name__} {where}".encode()).hexdigest()[:6]
    return f"{place}-{request or token_hex(3)}"
