"""Results and pairings from files, read for one event. Every error names the line and the value."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from muster.app.csv_tables import CsvRow, CsvTable, parse_sheet
from muster.app.desk import Opened
from muster.app.results.actions import Report
from muster.cli.input.files import parse_json, read_sheet, read_text
from muster.core.forms.fields import Field
from muster.core.kit.errors import BadInput, Refusal
from muster.core.kit.model import Ending
from muster.core.kit.written import whole_number
from muster.core.record.event import Event


def _by_title(fields: Sequence[Field]) -> dict[str, str]:
    """Column title, in any case, to field key: the key itself or the label."""
    return {**{f.label.casefold(): f.key for f in fields}, **{f.key.casefold(): f.key for f in fields}}


def read_pairings(name: str, opened: Opened) -> list[tuple[str, str, str]]:
    """Lines of table, a, b. Without titles: table, a, b or just a, b."""
    sheet = read_sheet(name)
    first = [cell.strip().casefold() for cell in sheet.lines[0][1]]
    headed = "a" in first and "b" in first
    if headed:
        columns = sheet.header(lambda c: c.casefold() if c.casefold() in ("table", "a", "b") else None, "table, a, b")
    elif len(first) in (2, 3):
        columns = ["table", "a", "b"][-len(first) :]
    else:
        raise BadInput(
            "“{name}” should have the columns table, a, b; its first line is “{first}”.",
            name=name,
            first=", ".join(first),
        )
    found = []
    for row in sheet.rows(columns, 1 if headed else 0):
        a, b = row.cells.get("a", ""), row.cells.get("b", "")
        try:
            for player in (a, b):
                if player and player.casefold() != "bye":
                    opened.event.find(player)
        except Refusal as refusal:
            raise row.wrong(refusal.message) from None
        if not a:
            raise row.wrong("column a is empty; a bye has its player in column a and nothing in b.")
        found.append((row.cells.get("table", ""), a, b))
    return found


def read_results(name: str, opened: Opened) -> list[Report]:
    """Results from CSV, or from JSON if the file's name or content says so."""
    text = read_text(name)
    if name.casefold().endswith(".json") or text.lstrip().startswith("["):
        return _from_json(name, text, opened)
    sheet = parse_sheet(name, text)
    titles = _result_titles(opened)
    columns = sheet.header(lambda c: titles.get(c.casefold()), ", ".join(dict.fromkeys(titles.values())))
    return [_report(row, opened) for row in _result_rows(sheet, columns)]


PLACES = ("round", "table", "player", "ending", "by", "excused")


def _result_titles(opened: Opened) -> dict[str, str]:
    fields = opened.system.result_fields
    titles = {**_by_title(fields), **{place: place for place in PLACES}}
    for field in fields:
        if field.per_side:
            titles.update(
                {f"{title}_{s}".casefold(): f"{field.key}_{s}" for title in (field.key, field.label) for s in "ab"}
            )
    return titles


def _result_rows(sheet: CsvTable, columns: Sequence[str]) -> Sequence[CsvRow]:
    if "table" not in columns and "player" not in columns:
        raise BadInput("“{name}” has neither a column “table” nor a column “player”.", name=sheet.name)
    rows = list(sheet.rows(columns))
    if not rows:
        raise BadInput("“{name}” has headings but no results.", name=sheet.name)
    return rows


def _report(row: CsvRow, opened: Opened) -> Report:
    cells = dict(row.cells)
    values: dict[str, str] = {}
    for field in opened.system.result_fields:
        sides = [cells.pop(f"{field.key}_{side}", None) for side in "ab"] if field.per_side else [None]
        text = cells.pop(field.key, None)
        if text is not None and any(sides):
            raise row.wrong(f"“{field.key}” is given as one column and as two.")
        if any(side is not None for side in sides):
            text = "-".join(side or "" for side in sides)
        if text is None:
            continue
        try:
            field.check(field.read(text))
        except BadInput as bad:
            raise row.wrong(bad.message) from None
        values[field.key] = text
    return Report(
        _place(row, opened.event, cells.get("table", ""), cells.get("player", "")),
        values,
        _ending(row, cells.get("ending", "")),
        _names(cells.get("by", "")),
        _number(row, cells.get("round", "")),
        cells.get("excused", "").casefold() in ("yes", "y", "true", "1"),
    )


def _place(row: CsvRow, event: Event, table: str, player: str) -> str:
    if table:
        if whole_number(table) is None:
            raise row.wrong(f"table “{table}” should be a whole number of 1 or more.")
        return table
    if not player:
        raise row.wrong("neither a table nor a player is given.")
    try:
        return f"#{event.find(player).id}"
    except Refusal as refusal:
        raise row.wrong(refusal.message) from None


def _ending(row: CsvRow, text: str) -> Ending:
    word = text.strip().casefold().replace("-", "_").replace(" ", "_")
    allowed = [e for e in Ending if e not in (Ending.DISQUALIFIED, Ending.GAME_LOSS)]
    if word and word not in [e.value for e in allowed]:
        raise row.wrong(f"ending “{text}” should be one of {', '.join(allowed)}, or empty.")
    return Ending(word) if word else Ending.PLAYED


def _number(row: CsvRow, text: str) -> int:
    number = whole_number(text)
    if text and not number:
        raise row.wrong(f"round “{text}” should be a whole number of 1 or more.")
    return number or 0


def _names(text: str) -> tuple[str, ...]:
    return tuple(name.strip() for name in text.split(";") if name.strip())


def _from_json(name: str, text: str, opened: Opened) -> list[Report]:
    """A list of objects with the CSV's columns as keys; a per-side value is a list of two, or “2-1”."""
    data = parse_json(name, text)
    if not isinstance(data, list) or not data:
        raise BadInput('“{name}” should be a JSON list of results, such as [{{"table": 1, …}}].', name=name)
    return [_from_object(CsvRow(f"“{name}” result {n}", {}), one, opened) for n, one in enumerate(data, start=1)]


def _from_object(row: CsvRow, one: Any, opened: Opened) -> Report:
    if not isinstance(one, dict):
        raise row.wrong(f"“{str(one)[:40]}” should be an object with a table or a player.")
    fields = {f.key: f for f in opened.system.result_fields}
    flat = {**{k: v for k, v in one.items() if k != "values"}, **_object(row, one.get("values", {}))}
    texts, raw = {}, {}
    for key, value in flat.items():
        if key in PLACES:
            continue
        if key not in fields:
            raise row.wrong(f"“{key}” is not a field of a {opened.system.name} result; there are {', '.join(fields)}.")
        try:
            if isinstance(value, str) and (fields[key].per_side or not fields[key].choices):
                fields[key].check(fields[key].read(value))
                texts[key] = value
            else:
                fields[key].check(value)
                raw[key] = value
        except BadInput as bad:
            raise row.wrong(bad.message) from None
    by = flat.get("by") or []
    return Report(
        _place(row, opened.event, _text(row, flat, "table"), _text(row, flat, "player")),
        texts,
        _ending(row, _text(row, flat, "ending")),
        tuple(str(b) for b in by) if isinstance(by, list) else _names(str(by)),
        _number(row, _text(row, flat, "round")),
        flat.get("excused") is True,
        raw,
    )


def _object(row: CsvRow, value: Any) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise row.wrong(f"values “{str(value)[:40]}” should be an object.")
    return value


def _text(row: CsvRow, flat: dict[str, Any], key: str) -> str:
    value = flat.get(key)
    if value is None:
        return ""
    if isinstance(value, bool) or not isinstance(value, int | str):
        raise row.wrong(f"{key} “{str(value)[:40]}” should be a number or a text.")
    return str(value)
