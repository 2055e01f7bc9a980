"""Everything a game is made of, in one place: a game imports from here and from its own folder, and nothing else.

What is listed here stays. A name is only ever added; a parameter or a field is only added with a default. `API_VERSION`
grows by one when a name goes, or when one means something else: a game written for another version is then refused by
name instead of failing in the middle of an event. Everything else in Muster may move from one release to the next.
"""

from __future__ import annotations

from muster.core.book import house
from muster.core.book.cards import Card, Group
from muster.core.book.conduct import (
    GAME_LOSS,
    RECOMMEND,
    WARNING,
    Conduct,
    Expectation,
    Infraction,
    Penalty,
    Subject,
    Topic,
    menu,
)
from muster.core.book.force_lines import Heads, read_lines
from muster.core.book.list_data import MARK as LIST_DATA_MARK
from muster.core.book.list_data import Documents, Kept, ListData, Taken
from muster.core.book.lists import (
    Context,
    Finding,
    HandedIn,
    Item,
    Level,
    ListRules,
    LostRules,
    Parsed,
    Phase,
    Sight,
    Slot,
    error,
    not_checked,
    warning,
)
from muster.core.book.meanings import FieldMeanings
from muster.core.book.pasted import MOST_UNREAD, lines, plain, plain_name, quote, unread
from muster.core.book.sheets import BlankList, Cell, CheckList, Part, RecordSheet, Sheets, Slip
from muster.core.book.sheets import Box as WritingBox
from muster.core.book.system import Award, Edition, Game, Plan, Scenario, System, from_the_bottom, top_three
from muster.core.book.tracker.board import (
    Answers,
    Board,
    BoardPart,
    Course,
    Emphasis,
    Fold,
    Gauge,
    Headline,
    ModelRow,
    Notice,
    NumberBox,
    Pick,
    PlayersClock,
    Press,
    RoundTime,
    ScoreRow,
    ScoreTable,
    Stated,
    Stepper,
    Steps,
    Switch,
    TextBox,
    Tick,
    Tone,
    Way,
)
from muster.core.book.tracker.chess_clock import ChessClock
from muster.core.book.tracker.plain import plain_tracker
from muster.core.book.tracker.taps import number_in, player_of, quoted, side_in, step_in, unknown_tap, word_in
from muster.core.book.tracker.tracker import Both, Eye, ForceList, Handover, Now, TableSetup, Tap, Tracker, with_side
from muster.core.forms.fields import Field, Kind, SideWords
from muster.core.forms.options import Area, Option, Settings, Type
from muster.core.forms.sections import DEFINITION, LARGEST, Section
from muster.core.forms.toml import parse as read_toml
from muster.core.forms.toml import written as toml_text
from muster.core.kit.errors import BadInput, Refusal, UnknownKey, UnknownName
from muster.core.kit.geometry import (
    INCH,
    Box,
    Circle,
    Polygon,
    Shape,
    completely_in,
    extent,
    overlap,
    reachable,
    rectangle,
    within,
)
from muster.core.kit.language import Message, Text, either, listed, mark, plural, tr
from muster.core.kit.lots import Lots
from muster.core.kit.model import Ending, Outcome, PlayerId, Points, Raw, Result, Role, Scalar, Score, StageKind
from muster.core.kit.reasons import Reason
from muster.core.pairing.policies.fold import seeded_fold
from muster.core.pairing.policies.groups import within_groups
from muster.core.pairing.policies.neutral import neutral
from muster.core.pairing.policies.walk import in_order, other_circle_first
from muster.core.pairing.pool import Bye, Draw, Entrant, Pair, Pool, Rules
from muster.core.pairing.why import shown
from muster.core.reading.awards import Chosen, chosen_by_people
from muster.core.record.clock import ClockPlan, Mark
from muster.core.record.event import Event
from muster.core.record.facts.play import ScenarioChosen
from muster.core.record.player import Player, Status
from muster.core.record.terrain import (
    DEPLOYMENT,
    Form,
    Gift,
    Ground,
    Hatch,
    Layout,
    LayoutDraw,
    Piece,
    Standing,
    Stocked,
    TerrainRules,
    Weight,
)
from muster.core.record.terrain import LayoutFinding as TerrainFinding
from muster.core.standings.buchholz import MARGIN, buchholz, margin_of_victory, sonneborn_berger
from muster.core.standings.lines import LineKind, Table
from muster.core.standings.lines import PlayerRound as Line
from muster.core.standings.percentages import (
    GAME_DRAWS,
    GAME_WINS,
    GAMES,
    THIRD,
    game_win,
    opponents_game_win,
    opponents_match_win,
)
from muster.core.standings.ranking import Standings
from muster.core.standings.ranking import StandingsRow as Row
from muster.core.standings.tiebreaks import (
    Compute,
    Formula,
    TieBreak,
    extended_strength_of_schedule,
    games_won,
    head_to_head,
    least,
    opponents_points,
    strength_of_schedule,
    total,
    total_entered,
    whole,
)

API_VERSION = 1

__all__ = [  # noqa: RUF022  # by what it is for, not by letter
    "API_VERSION",
    # The game itself
    "System",
    "Edition",
    "Plan",
    "Award",
    "FieldMeanings",
    "Scenario",
    "house",
    # What can be set and filled in
    "Option",
    "Area",
    "Type",
    "Settings",
    "Field",
    "Kind",
    # Definitions as TOML
    "Section",
    "DEFINITION",
    "LARGEST",
    "quoted",
    "read_toml",
    "toml_text",
    # Results and what they are worth
    "Game",
    "Result",
    "Ending",
    "Outcome",
    "Score",
    "Points",
    "Raw",
    "Scalar",
    # Why: reasons, refusals, and texts that are translated
    "Reason",
    "BadInput",
    "Refusal",
    "UnknownKey",
    "UnknownName",
    "mark",
    "tr",
    "plural",
    "listed",
    "either",
    "Message",
    "Text",
    "shown",
    # Pairing
    "Lots",
    "Pool",
    "Entrant",
    "Rules",
    "Draw",
    "Pair",
    "Bye",
    "within_groups",
    "in_order",
    "other_circle_first",
    "seeded_fold",
    "neutral",
    "from_the_bottom",
    "top_three",
    # Standings and tie-breaks
    "TieBreak",
    "Formula",
    "Compute",
    "Table",
    "Line",
    "LineKind",
    "Row",
    "Standings",
    "total",
    "total_entered",
    "least",
    "whole",
    "games_won",
    "head_to_head",
    "opponents_points",
    "strength_of_schedule",
    "extended_strength_of_schedule",
    "buchholz",
    "sonneborn_berger",
    "margin_of_victory",
    "MARGIN",
    "opponents_match_win",
    "game_win",
    "opponents_game_win",
    "GAME_WINS",
    "GAME_DRAWS",
    "GAMES",
    "THIRD",
    # The event, for advice, awards and an early end
    "Event",
    "Player",
    "PlayerId",
    "Status",
    "Role",
    "ScenarioChosen",
    "StageKind",
    "Chosen",
    "chosen_by_people",
    # Clock and conduct
    "ClockPlan",
    "Mark",
    "Conduct",
    "Expectation",
    "Topic",
    "Infraction",
    "Subject",
    "Penalty",
    "menu",
    "WARNING",
    "GAME_LOSS",
    "RECOMMEND",
    # At the table: the machine, and what phones show of it
    "Both",
    "Eye",
    "ForceList",
    "Handover",
    "Now",
    "TableSetup",
    "Tap",
    "Tracker",
    "plain_tracker",
    "number_in",
    "player_of",
    "side_in",
    "step_in",
    "unknown_tap",
    "with_side",
    "word_in",
    "ChessClock",
    "Answers",
    "Board",
    "BoardPart",
    "Course",
    "Emphasis",
    "Fold",
    "Gauge",
    "Headline",
    "ModelRow",
    "Notice",
    "NumberBox",
    "Pick",
    "PlayersClock",
    "Press",
    "RoundTime",
    "ScoreRow",
    "ScoreTable",
    "Stated",
    "Stepper",
    "Steps",
    "Switch",
    "TextBox",
    "Tick",
    "Tone",
    "Way",
    # Lists, and the data they are checked against
    "ListRules",
    "Slot",
    "Parsed",
    "Item",
    "HandedIn",
    "Context",
    "Finding",
    "Level",
    "error",
    "warning",
    "not_checked",
    "SideWords",
    "Sight",
    "Phase",
    "LostRules",
    "Heads",
    "read_lines",
    "lines",
    "plain",
    "plain_name",
    "quote",
    "unread",
    "MOST_UNREAD",
    "ListData",
    "Kept",
    "Taken",
    "Documents",
    "LIST_DATA_MARK",
    # Paper
    "Sheets",
    "Slip",
    "RecordSheet",
    "BlankList",
    "CheckList",
    "Cell",
    "Part",
    "WritingBox",
    "Card",
    "Group",
    # Terrain, in thousandths of an inch
    "TerrainRules",
    "TerrainFinding",
    "LayoutDraw",
    "Gift",
    "Hatch",
    "Weight",
    "Layout",
    "Ground",
    "Form",
    "Piece",
    "Standing",
    "Stocked",
    "DEPLOYMENT",
    "INCH",
    "Shape",
    "Circle",
    "Polygon",
    "Box",
    "rectangle",
    "extent",
    "within",
    "completely_in",
    "overlap",
    "reachable",
]
