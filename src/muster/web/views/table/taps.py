"""What a browser sends when somebody taps."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from muster.app.table.actions import SentTap
from muster.core.kit.errors import BadInput
from muster.core.kit.model import Raw
from muster.core.kit.written import whole_number


def read_taps(sent: Mapping[str, str]) -> list[SentTap]:
    """What a browser sends: many taps together, saved while it was without network, or one form without a script."""
    if sent.get("taps"):
        try:
            taps = json.loads(sent["taps"])
            return [_tap(one) for one in (taps if isinstance(taps, list) else [taps])]
        except (ValueError, TypeError, KeyError, AttributeError, OverflowError, RecursionError):
            raise BadInput("This is not a list of taps: “{sent}”.", sent=sent["taps"][:80]) from None
    return [SentTap(sent.get("key", ""), whole_number(sent.get("count", "")) or 0, 0, _values(sent))]


def _tap(one: dict[str, Any]) -> SentTap:
    values = one.get("values", {})
    if not isinstance(values, dict) or not all(_plain(value) for value in values.values()):
        raise ValueError
    return SentTap(str(one["key"]), int(one["count"]), int(one.get("at", 0)), values)


def _plain(value: object) -> bool:
    if isinstance(value, list):
        return all(_plain(one) and not isinstance(one, list) for one in value)
    return value is None or isinstance(value, bool | int | str)


def _values(sent: Mapping[str, str]) -> dict[str, Raw]:
    """A form's values: those of the button, and what was picked and typed."""
    try:
        values = json.loads(sent.get("values") or "{}")
        for name, text in sent.items():
            if name.startswith("switch."):
                values[name.removeprefix("switch.")] = json.loads(text)
            if name.startswith("number."):
                values[name.removeprefix("number.")] = int(text)
            if name.startswith("text."):
                values[name.removeprefix("text.")] = text
        return dict(_tap({"key": "", "count": 0, "values": values}).values or {})
    except (ValueError, TypeError, AttributeError, RecursionError):
        raise BadInput("This tap cannot be read: “{sent}”.", sent=str(dict(sent))[:80]) from None
