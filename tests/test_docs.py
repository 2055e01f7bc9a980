"""The documents say what is so: sessions run as written, links lead somewhere, commands and rules exist."""

from __future__ import annotations

import ast
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from urllib.request import HTTPCookieProcessor, build_opener

import pytest

from muster.app.demo import demo
from muster.cli.commands import ALIASES, COMMANDS
from muster.core.book import house
from muster.core.book.system import System
from muster.core.forms.options import Option, Settings, Type, Value
from muster.core.kit.errors import Refusal
from muster.core.kit.reasons import Reason
from muster.core.reading.tally import scores, table
from muster.core.rules.players import player_fields
from muster.systems import registry
from tests.app.hall import new_desk
from tests.web.live.test_stream import serving

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "src"
README = (ROOT / "README.md").read_text("utf-8")
DECISIONS = sorted((ROOT / "docs" / "decisions").glob("*.md"))
PAGES = [ROOT / "README.md", ROOT / "CHANGELOG.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]
SECTIONS = ["Context", "Decision", "Turned down", "Consequences"]
RULE = re.compile(r"(?:BUS|BSG|L5R|WMH|UW|SK|[XBLWU])-\d+|CUS-[A-Z]+")


def fenced(page: str, language: str) -> list[str]:
    """The blocks of a page in this language."""
    return re.findall(rf"^```{language}\n(.*?)^```$", page, re.M | re.S)


def run(*words: str, data: Path, extra: Path | None = None) -> str:
    """What the program prints to a pipe; it must succeed without complaints."""
    path = [str(SOURCE), *([str(extra)] if extra else [])]
    done = subprocess.run(
        [sys.executable, "-P", "-m", "muster", *words],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(path), "MUSTER_DATA": str(data), "PYTHONIOENCODING": "utf-8"},
        cwd=data.parent,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, ""), f"muster {shlex.join(words)}\n{done.stdout}{done.stderr}"
    return done.stdout


@dataclass(frozen=True)
class Typed:
    """A line somebody types, and what they see."""

    command: str
    answer: str


def session(page: str) -> list[Typed]:
    """A page's console blocks: lines that begin with `$ ` are commands, the rest is their output."""
    typed = []
    for block in fenced(page, "console"):
        for part in re.split(r"^\$ ", block, flags=re.M)[1:]:
            command, _, answer = part.partition("\n")
            typed.append(Typed(command, answer))
    return typed


def start_commands() -> list[str]:
    """The first block of the README, without its remarks."""
    return [line.partition("#")[0].strip() for line in fenced(README, "sh")[0].splitlines()]


# The README


def test_readme_session_prints_exactly_what_is_written(tmp_path: Path) -> None:
    typed = session(README)
    verbs = {shlex.split(one.command)[1] for one in typed}
    assert verbs >= {"new", "enrol", "pair", "publish", "report", "standings", "why", "undo", "correct", "verify"}
    for one in typed:
        program, *words = shlex.split(one.command)
        assert program == "./muster"
        assert run(*words, data=tmp_path / "data") == one.answer, one.command


def test_readme_begins_with_two_commands_and_the_build_machine_runs_the_second() -> None:
    assert len(fenced(README, "sh")) == 1
    start, test = start_commands()
    assert start.startswith("./muster serve")
    assert re.findall(r"^exec (\S+)", (ROOT / ".ci" / "run").read_text("utf-8"), re.M) == [test]
    assert os.access(ROOT / test, os.X_OK)
    assert os.access(ROOT / "muster", os.X_OK)


def test_first_command_of_the_readme_opens_the_organisers_page(tmp_path: Path) -> None:
    _, verb, *options = start_commands()[0].split()
    assert verb == "serve"
    with serving(tmp_path / "data", *options) as addresses:
        browser = build_opener(HTTPCookieProcessor())
        with browser.open(addresses["sign_in"]) as answer:
            assert "New event" in answer.read().decode()
            assert "/sign-in/" not in answer.url


def test_readme_lists_every_system() -> None:
    listed = re.findall(r"^\| `(\w+)` \|", README, re.M)
    assert listed == list(registry.BUILT_IN)
    for key in listed:
        system = registry.find(key)
        book = f"{system.edition.title} {system.edition.version}".strip()
        assert key == "custom" or f"| `{key}` | {system.name} | {book} |" in README


def test_readme_keeps_a_place_for_the_benchmarks() -> None:
    assert README.index("<!-- bench -->") < README.index("<!-- /bench -->")


@pytest.mark.parametrize("key", registry.BUILT_IN)
def test_demo_plays_every_system(key: str, tmp_path: Path) -> None:
    printed = run("demo", key, data=tmp_path / "data")
    assert "9 players enrolled." in printed
    assert "Final standings" in printed
    assert "The event is finished; the seed is revealed." in printed


# Links, commands, decisions


def anchors(page: str) -> set[str]:
    """The anchors of a page's headings, as GitHub makes them."""
    titles = re.findall(r"^#+ (.*)$", re.sub(r"^```.*?^```$", "", page, flags=re.M | re.S), re.M)
    return {re.sub(r"[^\w\- ]", "", title.casefold()).replace(" ", "-") for title in titles}


@pytest.mark.parametrize("page", PAGES, ids=lambda p: p.name)
def test_every_link_leads_somewhere(page: Path) -> None:
    text = re.sub(r"^```.*?^```$", "", page.read_text("utf-8"), flags=re.M | re.S)
    for link in re.findall(r"\[[^\]]+\]\(([^)\s]+)\)", text):
        if link.startswith("https:"):
            continue
        name, _, anchor = link.partition("#")
        target = (page.parent / name).resolve() if name else page
        assert target.exists(), f"{page.name}: {link}"
        assert not anchor or anchor in anchors(target.read_text("utf-8")), f"{page.name}: {link}"


@pytest.mark.parametrize("page", PAGES, ids=lambda p: p.name)
def test_every_command_named_exists(page: Path) -> None:
    text = page.read_text("utf-8")
    code = [*re.findall(r"`([^`\n]+)`", text), *re.findall(r"^(?:    |\$ )(.*)$", text, re.M)]
    for line in code:
        for word in re.findall(r"^(?:\./)?muster ([a-z][a-z-]*)", line):
            assert word in COMMANDS or word in ALIASES, f"{page.name}: {line}"


@pytest.mark.parametrize("page", PAGES, ids=lambda p: p.name)
def test_every_file_named_exists(page: Path) -> None:
    """Paths in code marks that begin at the top of the project or in the package."""
    for name in re.findall(
        r"`((?:src|tests|docs|scripts|bench|core|app|cli|store|systems|web|paper|scan)/[\w./-]+)",
        page.read_text("utf-8"),
    ):
        made_up = name.startswith("src/muster/systems/skirmish/") or "NNNN" in name
        assert made_up or (ROOT / name).exists() or (SOURCE / "muster" / name).exists(), f"{page.name}: {name}"


def test_functions_of_the_walks_exist() -> None:
    """`core/record/fold/play.py: fold` in a page means a function, class or table of that file."""
    named = [
        (path, name)
        for page in PAGES
        for path, name in re.findall(r"`((?:core|app|cli|store|systems)/[\w/]+\.py): (\w+)`", page.read_text("utf-8"))
    ]
    assert len(named) > 10
    for path, name in named:
        tree = ast.parse((SOURCE / "muster" / path).read_text("utf-8"))
        assert name in {n.name for n in tree.body if isinstance(n, ast.FunctionDef | ast.ClassDef)}, f"{path}: {name}"


def rooms() -> str:
    """The table of folders: every package with the first line of its docstring. The README lists games."""
    rows = ["| folder | what belongs in it |", "|---|---|"]
    for init in sorted((SOURCE / "muster").rglob("__init__.py")):
        room = init.parent.relative_to(SOURCE / "muster")
        if room.parts and not (room.parts[0] == "systems" and len(room.parts) > 1):
            told = ast.get_docstring(ast.parse(init.read_text("utf-8"))) or ""
            rows.append(f"| `{room}/` | {told.splitlines()[0]} |")
    return "\n".join(rows)


def test_architecture_names_every_room_as_it_names_itself() -> None:
    page = (ROOT / "docs" / "architecture.md").read_text("utf-8")
    assert page.partition("<!-- rooms -->\n")[2].partition("\n<!-- /rooms -->")[0] == rooms()


def test_every_page_can_be_reached_from_the_readme() -> None:
    found, todo = set[Path](), [ROOT / "README.md"]
    while todo:
        page = todo.pop()
        if page not in found and page.suffix == ".md":
            found.add(page)
            links = re.findall(r"\[[^\]]+\]\(([^)\s#]+)", page.read_text("utf-8"))
            todo += [(page.parent / link).resolve() for link in links if not link.startswith("https:")]
    assert set(PAGES) - found - set(DECISIONS) == set()


@pytest.mark.parametrize("page", DECISIONS, ids=lambda p: p.stem)
def test_decision_has_number_and_sections(page: Path) -> None:
    text = page.read_text("utf-8")
    number = re.match(r"(\d{4})-[a-z0-9-]+$", page.stem)
    assert number
    assert text.startswith(f"# {int(number[1])}. ")
    assert re.findall(r"^## (.*)$", text, re.M) == SECTIONS


def test_decisions_are_numbered_without_gap() -> None:
    assert [int(page.stem[:4]) for page in DECISIONS] == list(range(1, len(DECISIONS) + 1))


# Adding a system


def example(folder: Path) -> None:
    """The game in docs/adding-a-system.md as an installer leaves it."""
    page = (ROOT / "docs" / "adding-a-system.md").read_text("utf-8")
    (code,) = fenced(page, "python")
    (toml,) = fenced(page, "toml")
    point = re.fullmatch(r'\[project\.entry-points\."(.+)"\]\n(\w+) = "(.+)"\n', toml)
    assert point
    assert point[1] == registry.GROUP
    info = folder / "skirmish-1.0.dist-info"
    info.mkdir(parents=True)
    (folder / "skirmish.py").write_text(code, "utf-8")
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: skirmish\nVersion: 1.0\n", "utf-8")
    (info / "entry_points.txt").write_text(f"[{point[1]}]\n{point[2]} = {point[3]}\n", "utf-8")


def test_the_example_is_the_game_that_new_system_writes() -> None:
    (code,) = fenced((ROOT / "docs" / "adding-a-system.md").read_text("utf-8"), "python")
    assert code == (SOURCE / "muster" / "cli" / "scaffold" / "skirmish.py").read_text("utf-8")


def test_example_system_is_found_and_plays_an_event_of_six(tmp_path: Path) -> None:
    example(tmp_path / "site")

    def muster(*words: str) -> str:
        return run(*words, data=tmp_path / "data", extra=tmp_path / "site")

    assert "Skirmish leaflet 1" in muster("systems")
    assert "Flags held [SK-6]" in muster("systems", "show", "skirmish")
    played = muster("demo", "skirmish", "--players", "6", "--keep")
    assert "Final standings" in played
    assert "Verified: everything matches" in muster("verify", "demo-skirmish")
    told = muster("why", "demo-skirmish", "Ada Brandt")
    assert "[SK-3] Pairing: by lot among equal points, nobody twice" in told
    assert "[SK-4] Points: a win 3, a draw 1" in told


def test_example_system_scores_and_refuses_as_it_says(tmp_path: Path) -> None:
    example(tmp_path / "site")

    def muster(*words: str) -> str:
        return run(*words, data=tmp_path / "data", extra=tmp_path / "site")

    muster("new", "skirmish", "Small", "--seed", "doc")
    muster("enrol", "small", "Ann", "Ben", "Cem")
    muster("pair", "small")
    muster("publish", "small")
    with pytest.raises(AssertionError, match="Flags: “4-3” should come to 6 at most"):
        muster("report", "small", "1", "flags=4-3")
    assert ", 3 - 0 points." in muster("report", "small", "1", "flags=4-2")
    assert [line.split()[2] for line in muster("standings", "small").splitlines()[2:5]] == ["3", "3", "0"]


# Rules


def values(option: Option) -> list[Value]:
    """Every value of an option that has few."""
    if option.type is Type.FLAG:
        return [True, False]
    return list(option.choices) if option.type is Type.CHOICE else [option.default]


def reached(key: str) -> Iterator[Path]:
    """The files of a game that make up its SYSTEM."""
    folder = SOURCE / "muster" / "systems" / key
    todo, seen = ["__init__"], set[str]()
    while todo:
        name = todo.pop()
        if name in seen or not (folder / f"{name}.py").exists():
            continue
        seen.add(name)
        yield folder / f"{name}.py"
        for node in ast.walk(ast.parse((folder / f"{name}.py").read_text("utf-8"))):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith(f"muster.systems.{key}"):
                todo += [(node.module or "").rpartition(".")[2], *(alias.name for alias in node.names)]


def ids_in(file: Path) -> set[str]:
    """Rule ids that are literals in the code, not in docstrings."""
    tree = ast.parse(file.read_text("utf-8"))
    said = {id(n.value) for n in ast.walk(tree) if isinstance(n, ast.Expr)}
    texts = {n.value for n in ast.walk(tree) if isinstance(n, ast.Constant) and id(n) not in said}
    return {text for text in texts if isinstance(text, str) and RULE.fullmatch(text)}


def declared(system: System) -> Iterator[str]:
    """What options, fields, tie-breaks and pairing rules cite, for any options."""
    yield from (option.clause for option in system.options)
    yield from (field.clause for field in (*player_fields(system), *system.result_fields))
    few = [o for o in system.options if o.type in (Type.FLAG, Type.CHOICE) and o not in house.house_options()]
    for chosen in product(*(values(option) for option in few)):
        settings = Settings(system.options, {o.key: value for o, value in zip(few, chosen, strict=True)})
        yield from (tiebreak.clause for tiebreak in system.tiebreaks(settings))
        for number in (1, 2):
            yield from system.rules(settings, number).clauses.values()


def played(system: System) -> Iterator[Reason]:
    """Every reason in a whole demo."""
    *_, last = demo(new_desk(), system.key)
    event, settings = last.opened.event, system.settings(last.opened.event)
    for round_ in event.rounds:
        yield from round_.notices
        for match in round_.matches:
            yield from (*match.why, *match.table_why)
            yield from (score.why for score in scores(event, system, round_, match))
        for bye in round_.byes:
            yield from bye.why
    for lines in table(event, system).lines.values():
        yield from (line.why for line in lines)
    for score in (system.bye(settings), system.unpaired(settings), system.double_loss(settings)):
        yield score.why
    for players in (2, 5, 9, 40, 300):
        try:
            plan = system.plan(settings, players)
        except Refusal as refusal:
            yield Reason("refused", clause=refusal.clause)
            continue
        yield from (*plan.notices, *system.advice(event, settings, players, plan))


@pytest.mark.parametrize("key", registry.BUILT_IN)
def test_every_rule_a_system_cites_has_a_heading(key: str) -> None:
    system = registry.find(key)
    cited = {*declared(system), *(reason.clause for reason in played(system))} - {""}
    for file in reached(key):
        cited |= ids_in(file)
    assert sorted(cited - set(system.clauses)) == []
    assert all(system.clauses.values())
    assert [rule for rule in system.clauses if not RULE.fullmatch(rule)] == []
    assert set(house.CLAUSES) <= set(system.clauses)


@pytest.mark.parametrize("room", ["core", "app", "cli"])
def test_every_rule_cited_outside_the_games_is_a_house_rule(room: str) -> None:
    files = (SOURCE / "muster" / room).rglob("*.py")
    cited = {rule for file in files if "scaffold" not in file.parts for rule in ids_in(file)}
    assert sorted(cited - set(house.CLAUSES)) == []


def test_rules_page_lists_the_house_rules_and_their_options() -> None:
    page = (ROOT / "docs" / "rules.md").read_text("utf-8")
    rows = re.findall(r"^\| ([A-Z]-\d+) \| [^|]+ \| ([^|]*) \|$", page, re.M)
    rows += re.findall(r"^\| ([A-Z]-\d+) \| [^|]+ \|( )\|$", page, re.M)
    assert sorted(rule for rule, _ in rows) == sorted(house.CLAUSES)
    told = {(rule, option) for rule, options in rows for option in re.findall(r"`(\w+)`", options)}
    every = (*house.house_options(), *house.list_options(required=True, clause=""))
    assert told == {(option.clause, option.key) for option in every if option.clause}
