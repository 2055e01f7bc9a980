"""docs/cli.md tells of every command and option, its examples can be typed, and the help agrees with the table."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import click
import pytest

from muster.cli.call import Call
from muster.cli.commands import COMMANDS
from muster.cli.root import muster as program
from muster.main import desk_at
from tests.cli.conftest import Muster

DOCS = (Path(__file__).resolve().parents[2] / "docs" / "cli.md").read_text("utf-8")
SECTIONS = dict(re.findall(r"^### (\S+)\n(.*?)(?=^##|\Z)", DOCS, re.M | re.S))
SHARED = {"--data", "--database", "--json", "--no-colour", "--help", "-h"}


def command(name: str) -> click.Command:
    found = program.get_command(click.Context(program), name)
    assert found is not None
    return found


def options(found: click.Command) -> set[str]:
    own = {flag for p in found.params if isinstance(p, click.Option) for flag in p.opts}
    if isinstance(found, click.Group):
        own |= {flag for sub in found.commands.values() for flag in options(sub)}
    return own


@pytest.mark.parametrize("name", COMMANDS)
def test_command_has_its_section(name: str) -> None:
    text = SECTIONS[name]
    missing = {flag for flag in options(command(name)) - SHARED if f"`{flag}" not in text}
    assert missing == set(), f"docs/cli.md, section {name}"
    assert "JSON:" in text
    assert f"\n    muster {name}" in text


def test_shared_options_are_told() -> None:
    assert [flag for flag in SHARED | {"--version"} if f"`{flag}" not in DOCS] == []


def test_nothing_is_told_that_is_not_there() -> None:
    told = set(SECTIONS) - {"Completion", "JSON"}
    assert told == set(COMMANDS)
    every = SHARED | {"--version"} | {flag for name in COMMANDS for flag in options(command(name))}
    assert set(re.findall(r"(?<![\w-])--[a-z][a-z-]+", DOCS)) <= every


@pytest.mark.parametrize("line", re.findall(r"^    (muster .*)$", DOCS, re.M))
def test_example_can_be_typed(line: str) -> None:
    _, name, *args = shlex.split(line)
    found = command(name)
    if isinstance(found, click.Group) and args:
        found = found.commands[args.pop(0)]
    found.make_context(name, args, obj=Call(desk_at))


def test_whole_event_runs_as_written(muster: Muster) -> None:
    lines = re.findall(r"^\$ muster (.*)$", DOCS, re.M)
    assert len(lines) > 10
    for line in lines:
        muster.ok(*shlex.split(line))


@pytest.mark.parametrize("name", COMMANDS)
def test_help_agrees_with_the_table(name: str) -> None:
    found = command(name)
    short = COMMANDS[name][1]
    assert found.name == name
    assert (found.help or "").startswith(short)
    assert all(p.help for p in found.params if isinstance(p, click.Option))
