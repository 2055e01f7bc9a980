"""A definition as TOML: what is written is read back the same, and what is not TOML is said so."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from muster.core.forms.options import Settings
from muster.core.kit.errors import BadInput, Refusal
from muster.systems.custom import DEFAULT, build, parse, to_toml
from muster.systems.custom.catalogue import CATALOGUE
from muster.systems.custom.definition import CIRCLE, FIRST, LATER

names = st.text(min_size=1, max_size=80).filter(lambda text: bool(text.strip()) and text.isprintable())
tie_breaks = st.lists(st.sampled_from(sorted(CATALOGUE)), unique=True, min_size=1, max_size=4).map(
    lambda keys: [{"key": key} for key in keys]
)
definitions = st.fixed_dictionaries(
    {"name": names, "result": st.fixed_dictionaries({"high": st.integers(1, 9)}, optional={"score": names})},
    optional={
        "points_name": names,
        "bye": st.fixed_dictionaries(
            {}, optional={"points": st.sampled_from([0, 3, "1/2", "0.5"]), "score": st.just([1, 0])}
        ),
        "unpaired": st.fixed_dictionaries({"points": st.integers(0, 3)}),
        "pairing": st.fixed_dictionaries(
            {},
            optional={
                "first": st.sampled_from(FIRST),
                "later": st.sampled_from(LATER),
                "avoid_circle": st.sampled_from(CIRCLE),
                "limit_downs": st.booleans(),
            },
        ),
        "structure": st.one_of(
            st.fixed_dictionaries({}, optional={"rounds": st.integers(1, 9), "cut": st.sampled_from([0, 2, 8])}),
            st.just({"table": [{"up_to": 8, "rounds": 3}, {"rounds": 5, "cut": 4}]}),
        ),
        "tiebreak": tie_breaks,
    },
)
worths = st.sampled_from(
    [
        {"points": {"win": 3, "draw": "1/2", "loss": 0}},
        {"margin": [{"from": 0, "to": 0, "winner": 1, "loser": 1}, {"from": 1, "winner": "7/2", "loser": 0}]},
    ]
)


@given(definitions, worths)
def test_what_is_written_is_read_back_the_same(rest: dict[str, Any], worth: dict[str, Any]) -> None:
    definition = {**rest, **worth}
    try:
        build(definition)
    except Refusal:
        with pytest.raises(Refusal):
            to_toml(definition)
    else:
        assert parse(to_toml(definition)) == definition


def test_the_default_as_a_text() -> None:
    assert to_toml(DEFAULT).splitlines()[:6] == ['name = "Swiss"', "", "[points]", "win = 3", "draw = 1", "loss = 0"]
    assert parse(to_toml(DEFAULT)) == DEFAULT


def test_decimals_stay_exact() -> None:
    text = 'name = "T"\n[points]\nwin = 0.3\ndraw = 0.1\n[result]\nhigh = 1\n'
    assert parse(text)["points"] == {"win": "0.3", "draw": "0.1"}
    system = build(parse(text))
    assert system.bye(Settings(system.options)).points == Fraction(3, 10)
    assert parse(to_toml(parse(text))) == parse(text)


@pytest.mark.parametrize("text", ["name = ", "[points", "a = 1\na = 2", "x = " + "[" * 1_990])
def test_no_toml(text: str) -> None:
    with pytest.raises(BadInput, match=r"^This is not a TOML file: "):
        parse(text)


def test_no_toml_says_where() -> None:
    with pytest.raises(BadInput, match=r"at line 2, column 5"):
        parse('name = "T"\nwin 3\n')


@pytest.mark.parametrize("value", ["nan", "inf", "-0.5", "1e400"])
def test_odd_numbers_are_refused_not_computed_with(value: str) -> None:
    with pytest.raises(BadInput, match=r"\[points\] win: .* should be a number from 0"):
        build(parse(f'name = "T"\n[points]\nwin = {value}\n[result]\nhigh = 1\n'))


def test_dates_and_nested_values_are_refused() -> None:
    with pytest.raises(BadInput, match="The definition name: “2024-01-01” should be one line of text"):
        build(parse("name = 2024-01-01\n"))
    with pytest.raises(BadInput, match="bye"):
        build(parse('name = "T"\nbye = [1]\n[points]\nwin = 3\ndraw = 1\n[result]\nhigh = 1\n'))
