"""A whole event with invented players and results."""

from __future__ import annotations

from collections.abc import Iterator

import click

from muster.app.demo import DemoStep, Played, demo
from muster.app.views.event import awards_view, round_view, standings_view
from muster.cli.call import Call, command
from muster.cli.output.answers import Answer, Block, Line, title
from muster.cli.output.tables import round_blocks, standings_blocks
from muster.cli.params import complete_system
from muster.cli.verbs.events.events import award_blocks
from muster.systems import registry


@command("demo")
@click.argument("system", default="bushido", shell_complete=complete_system)
@click.option("--players", default=9, show_default=True, metavar="N", help="Number of players.")
@click.option(
    "--seed", default="demo", show_default=True, metavar="TEXT", help="A different seed gives a different event."
)
@click.option("--keep", is_flag=True, help="Keep the event so you can explore it.")
def demo_command(call: Call, system: str, players: int, seed: str, keep: bool) -> Answer:
    """Play a whole event with invented results. SYSTEM is bushido by default; “all” plays every one."""
    keys = registry.names() if system.casefold() == "all" else [registry.find(system).key]
    call.if_stopped = "Stopped."
    if call.json:
        played: list[Played] = []
        for _ in _demos(call, keys, players, seed, keep, played):
            pass
        return Answer({"demos": played})
    return Answer({}, _demos(call, keys, players, seed, keep, []))


def _demos(call: Call, keys: list[str], players: int, seed: str, keep: bool, played: list[Played]) -> Iterator[Block]:
    for key in keys:
        yield from _one(call, key, players, seed, keep, played)


def _one(call: Call, key: str, players: int, seed: str, keep: bool, played: list[Played]) -> Iterator[Block]:
    steps: list[str] = []
    step: DemoStep | None = None
    try:
        for step in demo(call.desk, key, players, seed):
            steps.append(step.text)
            yield from _step(step)
    finally:
        if step is not None and not keep:
            call.desk.remove(step.opened.id)
    assert step is not None
    opened = step.opened
    kept = opened.id if keep else None
    played.append(Played(key, kept, steps, standings_view(opened), awards_view(opened)))
    if keep:
        yield Line(f"Kept as {opened.id}. Next: muster show {opened.id}", "dim")
    else:
        yield Line("Not kept. Use --keep to keep the event and explore it.", "dim")
    yield Line()


def _step(step: DemoStep) -> Iterator[Block]:
    if step.kind == "created":
        yield title(f"{step.opened.event.name} ({step.opened.event.edition})")
        return
    if step.kind in ("drawn", "played"):
        yield Line()
    if step.kind == "played":
        yield from round_blocks(step.opened, round_view(step.opened))
    elif step.kind == "finished":
        yield Line()
        yield from standings_blocks(standings_view(step.opened))
        yield Line()
        yield from award_blocks(awards_view(step.opened))
    yield Line(step.text, "good")
