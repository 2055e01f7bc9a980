"""The one table of commands and what they reply with `--json`, and the JSON Schema made from it.

Every answer in the tests of the command line is held against this table.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from muster.app.exact import View
from muster.cli.replies import accounts, circuit, events, material, people, play
from muster.cli.replies.base import Change, Refused

DIALECT = "https://json-schema.org/draft/2020-12/schema"

REPLIES: dict[str, tuple[type[View], ...]] = {
    "serve": (events.Serving,),
    "play": (events.TableReply,),
    "sign-in": (events.SignInReply,),
    "sign-out": (events.SignedOut,),
    "systems": (events.Systems,),
    "systems show": (events.SystemShown, events.Toml),
    "new-system": (events.SystemBegun,),
    "new": (events.Created,),
    "events": (events.Events,),
    "about": (events.About, events.Amended),
    "options": (events.OptionsShown, events.OptionsChange),
    "enrol": (play.Enrolled,),
    "amend": (play.PlayerChange,),
    "checkin": (play.CheckedInReply,),
    "lists": (
        material.ListsShown,
        material.TriedShown,
        material.ListShown,
        material.HandedInReply,
        material.ListChange,
        material.MissingShown,
        material.ListsOf,
        material.OpenLists,
        material.Versions,
        material.SheetShown,
        material.ListsTaken,
        material.Consent,
        material.Declared,
        Change,
    ),
    "cards": (material.Cards,),
    "cards import": (material.CardsTaken,),
    "scenario": (
        material.ScenariosShown,
        material.ScenariosChange,
        material.MaterialsShown,
        material.VariantShown,
        material.VariantsChange,
    ),
    "terrain": (
        material.TerrainShown,
        material.LayoutShown,
        material.TableShown,
        material.LayoutChange,
        material.TerrainChange,
    ),
    "pair": (play.RoundChange,),
    "swap": (play.RoundChange,),
    "table": (play.RoundChange,),
    "bye": (play.RoundChange,),
    "leave-out": (play.RoundChange,),
    "publish": (play.RoundChange,),
    "clock": (play.ClockShown, play.ClockChange),
    "schedule": (play.ScheduleShown, play.ScheduleChange),
    "report": (play.MatchesChange,),
    "confirm": (play.MatchesChange,),
    "concede": (play.MatchesChange,),
    "object": (play.MatchesChange,),
    "answer": (play.MatchesChange,),
    "announce": (play.AnnouncedReply,),
    "awards": (play.AwardsShown, play.AwardsChange),
    "vote": (play.AwardsChange,),
    "close": (play.StandingsChange,),
    "cut": (play.CutReply,),
    "finish": (events.Finished,),
    "drop": (play.PlayerChange,),
    "rejoin": (play.PlayerChange,),
    "disqualify": (play.PlayerChange,),
    "penalty": (play.PenaltyChange,),
    "ruling": (play.RulingChange,),
    "lost": (material.LostChange,),
    "proxy": (material.ProxyChange,),
    "show": (play.EventShown, play.RoundShown),
    "standings": (play.StandingsShown,),
    "why": (play.WhyReply,),
    "log": (play.Log,),
    "stats": (play.StatisticsShown, play.StatisticsWritten),
    "correct": (play.Corrected, play.CorrectionShown),
    "undo": (play.UndoneReply,),
    "redo": (play.RedoneReply,),
    "season": (circuit.SeasonsShown,),
    "season new": (circuit.SeasonChange,),
    "season amend": (circuit.SeasonChange,),
    "season add": (circuit.SeasonEventChange,),
    "season change": (circuit.SeasonEventChange,),
    "season step": (circuit.SeasonEventChange,),
    "season take": (circuit.SeasonEventChange,),
    "season update": (circuit.SeasonCorrected,),
    "season withdraw": (circuit.SeasonChange,),
    "season table": (circuit.SeasonShown,),
    "season event": (circuit.SeasonEventShown,),
    "season people": (circuit.AlikeShown,),
    "season same": (circuit.SeasonChange,),
    "season apart": (circuit.SeasonChange,),
    "season final": (circuit.FinalCreatedReply,),
    "season log": (circuit.SeasonLogShown,),
    "season report": (circuit.SeasonReportShown,),
    "season undo": (circuit.SeasonChange,),
    "season redo": (circuit.SeasonChange,),
    "season export": (circuit.SeasonWritten,),
    "season import": (circuit.SeasonChange,),
    "season verify": (circuit.SeasonVerifiedReply,),
    "season remove": (circuit.SeasonRemoved,),
    "season circuit": (circuit.CircuitsShown, circuit.CircuitToml),
    "people": (people.PeopleShown,),
    "people find": (people.PeopleShown,),
    "people alike": (people.MaybeSameShown,),
    "people same": (people.PeopleChange,),
    "people apart": (people.PeopleChange,),
    "people show": (people.ProfileShown,),
    "people public": (people.PeopleChange,),
    "people private": (people.PeopleChange,),
    "people export": (people.PersonWritten,),
    "people forget": (people.ForgottenReply,),
    "people log": (people.PeopleLogShown,),
    "people undo": (people.PeopleChange,),
    "people redo": (people.PeopleChange,),
    "account": (accounts.AccountsShown,),
    "account add": (accounts.AccountChange,),
    "account link": (events.SignInReply,),
    "account password": (accounts.AccountChange,),
    "account disable": (accounts.AccountChange,),
    "account enable": (accounts.AccountChange,),
    "account quota": (accounts.AccountChange,),
    "account erase": (accounts.AccountGone,),
    "account hand-over": (accounts.OrganisersChange,),
    "account share": (accounts.OrganisersChange,),
    "account log": (accounts.AccountsLogShown,),
    "backup": (events.BackedUp,),
    "restore": (events.Restored, events.BackupTried),
    "doctor": (events.Examined,),
    "transfer": (events.TransferredAll,),
    "scan": (material.ScanReply,),
    "print": (material.PrintedReply,),
    "copy": (events.PagesCopied,),
    "export": (events.Exported, events.WrittenReply, events.ExportedText),
    "import": (Change,),
    "import-from": (events.TakenIn,),
    "verify": (events.Verified,),
    "remove": (events.Removed,),
    "demo": (events.Demos,),
    "schema": (events.SchemaShown,),
}
"""Each command; in a group, with the group's name first. Any of them may also answer `Refused`."""


def defined(shapes: Sequence[type[View]]) -> dict[str, Any]:
    """The schemas of some shapes and of everything in them, by name."""
    _, found = msgspec.json.schema_components(shapes, ref_template="#/$defs/{name}")
    return found


def schema(command: str) -> dict[str, Any]:
    """The JSON Schema of everything a command may answer."""
    shapes: list[type[View]] = [*REPLIES[command], Refused]
    return {
        "$schema": DIALECT,
        "title": f"muster {command} --json",
        "anyOf": [{"$ref": f"#/$defs/{shape.__name__}"} for shape in shapes],
        "$defs": defined(shapes),
    }
