"""Every kind of value in a definition, at its limits: the last one that is right and the first that is not."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from muster.core.forms.sections import DEFINITION, Section, exact, quoted
from muster.core.kit.errors import BadInput, Refusal, UnknownKey


def of(value: Any) -> Section:
    return Section({"it": value}, "[part]", ("it", "other"))


NOTHING = Section({}, "[part]", ("it", "other"))
LONG = "x" * 80
CHART = "1 to 3 numbers in brackets, none larger than the one before, such as [10, 7, 4]"
TEXTS = 'up to 2 different lines of text in brackets, such as ["Faction"]'
PLAIN = "a table of up to 2 texts, whole numbers, or true and false"

RIGHT: list[tuple[str, tuple[Any, ...], Any, Any]] = [
    ("whole", (2, 4), 2, 2),
    ("whole", (2, 4), 4, 4),
    ("points", (), 0, 0),
    ("points", (), 1_000_000, 1_000_000),
    ("points", (), "1000000/3", Fraction(1_000_000, 3)),
    ("chart", (3,), [2, 2, "1/2"], (2, 2, Fraction(1, 2))),
    ("chart", (3,), (1_000_000,), (1_000_000,)),
    ("chart", (3,), [1, 0], (1, 0)),
    ("share", (Fraction(1, 3),), 1, 1),
    ("share", (Fraction(1, 3),), 0, 0),
    ("flag", (True,), False, False),
    ("text", (), LONG, LONG),
    ("texts", (2,), [" a  b ", LONG], ("a b", LONG)),
    ("texts", (2,), (), ()),
    ("choice", (("a", "b"),), "b", "b"),
    ("score", (1, 3, None), [1, 3], (1, 3)),
    ("score", (0, None, None), (1_000_000, 0), (1_000_000, 0)),
    ("plain", (2,), {"a": LONG, "b": True}, {"a": LONG, "b": True}),
]


@pytest.mark.parametrize(("read", "more", "value", "found"), RIGHT)
def test_what_is_right_is_read(read: str, more: tuple[Any, ...], value: Any, found: Any) -> None:
    assert getattr(of(value), read)("it", *more) == found


def test_what_is_left_out() -> None:
    assert NOTHING.whole("it", 1, 3, 2) == 2
    assert (NOTHING.points("it", 0), of(3).points("it", 0)) == (0, 3)
    assert NOTHING.share("it", Fraction(1, 3)) == Fraction(1, 3)
    assert (NOTHING.flag("it", True), NOTHING.flag("it", False)) == (True, False)
    assert (NOTHING.text("it", "that"), NOTHING.texts("it", 2), NOTHING.choice("it", ("a", "b"))) == ("that", (), "a")
    assert NOTHING.score("it", 0, 3, (2, 1)) == (2, 1)
    assert (NOTHING.plain("it", 2), NOTHING.rows("it", ()), "it" in NOTHING, "it" in of(1)) == ({}, [], False, True)
    assert "it" not in NOTHING.section("it", ("it",))


WRONG: list[tuple[str, tuple[Any, ...], Any, str]] = [
    ("whole", (0, 4), True, "a whole number from 0 to 4"),
    *(("whole", (2, 4), value, "a whole number from 2 to 4") for value in (1, 5, True, "3", None)),
    *(
        ("points", (), value, 'a number from 0 to 1000000, whole or as text such as "1/2" or "0.5"')
        for value in (-1, 1_000_001, True, None, "1/0", "12345678", "0.0123456789")
    ),
    *(("chart", (3,), value, CHART) for value in ([], [1] * 4, [1, 2], [1_000_001], [-1], "321", [True])),
    *(("share", (Fraction(1, 3),), value, 'a share from 0 to 1, such as "1/3"') for value in ("4/3", -1, None)),
    *(("flag", (True,), value, "true or false") for value in (0, 1, "yes")),
    *(("text", (), value, "one line of text of up to 80 characters") for value in (LONG + "x", " ", "a\nb", 7, None)),
    *(
        ("texts", (2,), value, TEXTS)
        for value in ("ab", ["a", "b", "c"], ["a", "A "], [7], [" "], ["a\nb"], [LONG + "x"], ["a b", "a  b"])
    ),
    ("choice", (("a", "b"),), 7, "one of a, b"),
    *(
        ("score", (1, 3, None), value, "two whole numbers from 1 to 3 in brackets, such as [2, 0]")
        for value in ([1], 7)
    ),
    *(
        ("score", (1, 3, None), value, "two whole numbers from 1 to 3 in brackets")
        for value in ([0, 1], [1, 4], [True, 1], ["1", 1])
    ),
    ("score", (0, None, None), [0, 1_000_001], "two whole numbers from 0 to 1000000 in brackets"),
    *(
        ("plain", (2,), value, PLAIN)
        for value in ({"a": 1, "b": 2, "c": 3}, [1], {"a": LONG + "x"}, {"a": "b\n"}, {"a": 1.5}, {"a": None})
    ),
]


@pytest.mark.parametrize(("read", "more", "value", "right"), WRONG)
def test_what_is_wrong_is_quoted_with_what_would_be_right(
    read: str, more: tuple[Any, ...], value: Any, right: str
) -> None:
    with pytest.raises(BadInput) as said:
        getattr(of(value), read)("it", *more)
    assert str(said.value) == f"[part] it: “{quoted(value)}” should be {right}."


def test_what_must_be_there() -> None:
    for read, more in (("whole", (1, 3)), ("points", ()), ("chart", (3,)), ("text", ()), ("score", (0, 3, None))):
        with pytest.raises(BadInput, match=r"^\[part\] has no “it”: it should be "):
            getattr(NOTHING, read)("it", *more)


def test_names_that_nothing_has() -> None:
    with pytest.raises(UnknownKey, match=r"^No key of \[part\] is called “ti”; known: it\."):
        Section({"ti": 1}, "[part]", ("it",))
    with pytest.raises(UnknownKey, match=r"^No key of the definition is called “ti”"):
        Section({"ti": 1}, DEFINITION, ("it",))
    with pytest.raises(UnknownKey, match=r"^No choice for \[part\] it is called “c”"):
        of("c").choice("it", ("a", "b"))
    with pytest.raises(BadInput, match=r"^\[part\]: “7” should be a table with the keys it, other\.$"):
        Section(7, "[part]", ("it", "other"))


def test_tables_and_rows_inside_are_named_by_their_key() -> None:
    with pytest.raises(Refusal, match=r"^\[it\] has no “x”"):
        of({}).section("it", ("x",)).text("x")
    first, second = of([{"x": "a"}, {}]).rows("it", ("x",))
    assert first.text("x") == "a"
    with pytest.raises(Refusal, match=r"^\[\[it\]\] row 2 has no “x”"):
        second.text("x")
    with pytest.raises(Refusal, match=r"^\[\[deep\.it\]\] row 1 has no “x”"):
        of([{}]).rows("it", ("x",), "deep.it")[0].text("x")
    with pytest.raises(Refusal, match=r"^\[\[it\]\] has no rows: give it at least one, or leave it out\.$"):
        of([]).rows("it", ("x",))
    with pytest.raises(Refusal, match=r"^it: “7” should be rows that each begin with \[\[it\]\]\.$"):
        of(7).rows("it", ("x",))


@pytest.mark.parametrize(
    ("value", "number"),
    [(0, 0), (7, 7), (-1, None), (False, None), ("4/2", 2), ("0.5", Fraction(1, 2)), ("x", None), (0.5, None)],
)
def test_a_number_is_exact_or_none(value: Any, number: Any) -> None:
    found = exact(value)
    assert (found, type(found)) == (number, type(number))


def test_a_value_is_quoted_as_it_is_written_and_cut_where_it_is_long() -> None:
    assert (quoted(True), quoted(False), quoted(7)) == ("true", "false", "7")
    assert (quoted("x" * 40), quoted("x" * 41)) == ("x" * 40, "x" * 39 + "…")
