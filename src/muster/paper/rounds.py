"""Sheets of a round: pairings by table and by name, result slips, table signs."""

from __future__ import annotations

from typing import Any
from unicodedata import combining, normalize

from muster.app.desk import Opened
from muster.app.views import round_view
from muster.core.errors import Refusal
from muster.core.language import tr
from muster.paper.press import Sheet
from muster.paper.way_back import WayBack

NAMES_A_LIST = 120
"""A longer list of names is split into ranges, so that people stand before several sheets instead of one."""
SLIPS_A_PAGE = 4
_LIKE = str.maketrans("łøđħı", "lodhi")


def ordered(name: str) -> str:
    """What a name is sorted by: without its accents, so that Łukasz stands by Lukas and Ångström by Angst."""
    plain = "".join(c for c in normalize("NFKD", name.casefold()) if not combining(c))
    return plain.translate(_LIKE)


def _round(opened: Opened, number: int | None) -> dict[str, Any]:
    if not opened.event.rounds:
        raise Refusal("No round is drawn yet, so there is nothing to print of it.")
    return round_view(opened, number)


def _lead(view: dict[str, Any]) -> str:
    scenario = [tr("Scenario: {name}", name=view["scenario"])] if view["scenario"] else []
    return ", ".join([tr("Draft, not published") if view["state"] == "draft" else "", *scenario]).strip(", ")


def pairings_by_table(opened: Opened, back: WayBack, number: int | None = None) -> Sheet:
    view = _round(opened, number)
    title = tr("Round {number}: pairings by table", number=view["number"])
    rows = [
        {"table": m["table"], "name": m["a"]["name"], "opponent": m["b"]["name"]} for m in view["matches"]
    ]
    rows += [{"table": "–", "name": b["name"], "opponent": tr("bye")} for b in view["byes"]]
    headings = [tr("Table"), tr("Player"), tr("Opponent")]
    return Sheet("pairings", title, _list(opened, back, view, [(title, rows)], headings, by_name=False))


def pairings_by_name(opened: Opened, back: WayBack, number: int | None = None) -> Sheet:
    view = _round(opened, number)
    title = tr("Round {number}: pairings by name", number=view["number"])
    rows = []
    for m in view["matches"]:
        for me, other in ((m["a"], m["b"]), (m["b"], m["a"])):
            rows.append({"table": m["table"], "name": me["name"], "opponent": other["name"]})
    rows += [{"table": "–", "name": b["name"], "opponent": tr("bye")} for b in view["byes"]]
    rows.sort(key=lambda row: ordered(str(row["name"])))
    lists = [rows[at : at + NAMES_A_LIST] for at in range(0, len(rows), NAMES_A_LIST)] or [[]]
    titled = [(title if len(lists) == 1 else f"{title}, {_range(part)}", part) for part in lists]
    headings = [tr("Player"), tr("Table"), tr("Opponent")]
    return Sheet("pairings", title, _list(opened, back, view, titled, headings, by_name=True))


def _range(rows: list[dict[str, Any]]) -> str:
    """“Aa – Lu”: the first letters of the first and the last name of a list."""
    first, last = (str(rows[at]["name"])[:3].strip() for at in (0, -1))
    return f"{first} – {last}"


def _list(
    opened: Opened,
    back: WayBack,
    view: dict[str, Any],
    lists: list[tuple[str, list[dict[str, Any]]]],
    headings: list[str],
    *,
    by_name: bool,
) -> dict[str, Any]:
    return {
        "lists": [{"title": title, "rows": rows} for title, rows in lists],
        "headings": headings,
        "by_name": by_name,
        "lead": _lead(view),
        "code": back.round(view["number"]),
    }


def slips(opened: Opened, back: WayBack, number: int | None = None) -> Sheet:
    """Result slips with the fields of the game. Cut through the whole stack, and they lie in the order of the tables."""
    view = _round(opened, number)
    made = [
        {
            "table": m["table"],
            "a": {"name": m["a"]["name"], "note": f"#{m['a']['number']}"},
            "b": {"name": m["b"]["name"], "note": f"#{m['b']['number']}"},
            "code": back.match(view["number"], m["table"]),
        }
        for m in view["matches"]
    ]
    if not made:
        raise Refusal("Round {number} has no matches, so there are no slips to print.", number=view["number"])
    pages = -(-len(made) // SLIPS_A_PAGE)
    fields = opened.system.result_fields
    return Sheet(
        "slips",
        tr("Round {number}: result slips", number=view["number"]),
        {
            "pages": [made[page::pages] for page in range(pages)],
            "height": 66,
            "round": tr("Round {number}", number=view["number"]),
            "scenario": view["scenario"] or "",
            "per_side": [tr(f.label) for f in fields if f.per_side],
            "shared": [tr(f.label) for f in fields if not f.per_side],
            "signatures": [tr("Signed by the first player"), tr("Signed by the second player")],
        },
    )


def signs(opened: Opened, back: WayBack, number: int | None = None) -> Sheet:
    """A sign for each table of the round; its code opens the match that is played there."""
    view = _round(opened, number)
    return Sheet(
        "signs",
        tr("Table signs"),
        {
            "signs": [
                {"table": m["table"], "code": back.table(m["table"])}
                for m in view["matches"]
            ],
            "scan": tr("Scan: who plays here"),
        },
    )


def keying(opened: Opened, back: WayBack, number: int | None = None) -> Sheet:
    """The results of a round to write down by hand, and to key in afterwards in this order."""
    view = _round(opened, number)
    fields = [tr(f.label) for f in opened.system.result_fields if f.required][:4]
    return Sheet(
        "keying",
        tr("Round {number}: results to key in", number=view["number"]),
        {
            "lead": _lead(view),
            "code": back.round(view["number"]),
            "columns": fields,
            "headings": [tr("Table"), tr("Player"), tr("Opponent"), *fields, tr("Keyed")],
            "rows": [{"table": m["table"], "a": m["a"]["name"], "b": m["b"]["name"]} for m in view["matches"]],
        },
    )
