"""Reasons in words. The sentences of a system's own codes are in its folder; those all share are here."""

from __future__ import annotations

from datetime import date
from typing import Any

from muster.core.book.system import System
from muster.core.kit.language import Message, Value, listed, tr
from muster.core.kit.model import PlayerId
from muster.core.kit.reasons import Reason
from muster.core.record.event import Event

SENTENCES = {
    "random": "drawn at random",
    "same_points": "same points: {points}",
    "paired_down": "{player} is paired down from {higher} to {lower}: an odd number of players has {higher} or more",
    "paired_down_even": "{player} is paired down from {higher} to {lower}: the field could not be paired better",
    "pair_down_again": "{player} is paired down again: nobody who was paired down less often could be",
    "float_far": "{player} is paired down from {higher} to {lower}, past everyone in between",
    "float_met": "{player} has already met {players_met}",
    "float_needed": "{player}, on {points}, was needed at table {table}",
    "float_needed_elsewhere": "{player}, on {points}, was needed elsewhere",
    "rematch_forced": "{player} and {player_b} meet again, last in round {last_met}: fewer rematches were not possible",
    "rematch_allowed": (
        "{player} and {player_b} meet again, last in round {last_met}: in this event other wishes come before "
        "avoiding rematches"
    ),
    "same_circle": (
        "{player} and {player_b} are both in “{circle}”: fewer such pairs would break wishes that count more"
    ),
    "same_circle_left": "{player} and {player_b} are both in “{circle}”: nobody else was left",
    "same_circle_passed": (
        "{player} and {player_b} are both in “{circle}”; already met, or needed elsewhere: {players_passed}"
    ),
    "other_circle": "the first one not of the same faction",
    "other_circle_passed": "the first one not of the same faction who fits; already met, or needed elsewhere: "
    "{players_passed}",
    "nearest": "closest opponent not yet met; passed over: {players_passed}",
    "nearest_that_fits": "closest opponent that leaves the best pairing for the others; kept for them: {players_kept}",
    "next": "closest in the standings",
    "seed_fold": "seed {seed} meets seed {seed_b}: highest against lowest",
    "seed_fold_passed": "seed {seed} meets seed {seed_b}; lower seeds already met, or needed for the best pairing: "
    "{players_passed}",
    "bracket_seeded": "game {game}: the best seed left meets the lowest",
    "bracket_drawn": "game {game}, drawn at random",
    "bracket_next": "game {game}: the first winner left meets the last",
    "bracket_bye": "bracket game {game} has no opponent",
    "bracket_won": "won the final",
    "bracket_in": "still in the bracket",
    "bracket_second": "lost the final",
    "bracket_third": "won the game for third place",
    "bracket_fourth": "lost the game for third place",
    "bracket_semi": "out in the semi-finals",
    "bracket_semi_seeded": "out in the semi-finals, as seed {seed}",
    "bracket_quarter": "out in the quarter-finals",
    "bracket_quarter_seeded": "out in the quarter-finals, as seed {seed}",
    "bracket_out": "out in the round of {players}",
    "bracket_out_seeded": "out in the round of {players}, as seed {seed}",
    "bracket_left": "left before round {round}",
    "third_place": "the losers of the semi-finals play for third place",
    "bye": "the number of players is odd",
    "bye_had_one": "{player} has already had a bye",
    "bye_again": "{player} gets another bye: everyone else has had as many",
    "bye_again_moved": "{player} gets another bye: giving it to anyone with fewer would force a rematch",
    "bye_moved": "the bye moves from {player_b} to {player}: otherwise a rematch would be forced",
    "look_ahead": "so that the remaining rounds ({left}) can be drawn without a rematch or a second bye",
    "corner": "after this round the remaining rounds ({left}) cannot all be drawn without a rematch or a second bye",
    "corner_by_choice": "after this round the rounds still to come ({left}) cannot all be drawn without a rematch or a "
    "second bye; with the option “Look ahead” set to always, Muster searches every pairing for one that avoids it",
    "by_hand": "paired by hand",
    "swapped": "changed by hand",
    "late_seat": "{player} came late and plays {player_b}, who had the bye",
    "rematch": "{player} and {player_b} have met before, in round {last_met}",
    "uneven": "{higher} points play {lower}",
    "same_circle_again": "{player} and {player_b} are both in “{circle}”",
    "second_down": "{player} is paired down again, last in round {last}",
    "table_again": "{player} has played on table {table} before",
    "second_bye": "{player} has had a bye before",
    "left_out": "{player} is neither paired nor given a bye",
    "not_checked_in": "not paired because not checked in: {players}",
    "stand_in_plays": "{player} plays as a stand-in, so nobody sits out",
    "rematch_certain": "{rounds} rounds cannot be played without a rematch: with {heads} players at most {most} can",
    "table_in_order": "tables in pairing order",
    "table_fresh": "lowest free table that neither has played on",
    "table_fresh_for_one": "lowest free table that {player} has not played on",
    "table_repeat": "both have played on every free table",
    "table_featured": "the featured table goes to the top pair",
    "table_pinned": "{player} stays at this table",
    "table_pin_missed": "{player} should sit at table {table}, but another player’s fixed table came first",
    "table_moved": "moved by hand",
    "lists_missing": "no list handed in yet by {players}",
    "lists_missing_many": "no list handed in yet by {players} and {more} more",
    "card_lost": "a lost card has not been replaced, so by the book they are out before the next round: {players}",
    "terrain_outside": "“{piece}” is over the edge of the table",
    "terrain_overlap": "“{piece}” and “{other}” are in the same place",
    "halves_alike": "Both halves are alike.",
    "halves_near": "Both halves are alike, to within one piece.",
    "north_more_cover": "The north half has more cover: {more} to {less}.",
    "south_more_cover": "The south half has more cover: {more} to {less}.",
    "north_more_height": "The north half has more height: {more} to {less}.",
    "south_more_height": "The south half has more height: {more} to {less}.",
    "north_more_concealment": "The north half has more concealment: {more} to {less}.",
    "south_more_concealment": "The south half has more concealment: {more} to {less}.",
    "north_more_all": "The north half has more cover, height and concealment together: {more} to {less}.",
    "south_more_all": "The south half has more cover, height and concealment together: {more} to {less}.",
    "north_more_pieces": "The north half has more terrain: {more} to {less} pieces.",
    "south_more_pieces": "The south half has more terrain: {more} to {less} pieces.",
    "north_more_open": "The north half is more open: {more} to {less} inch-wide lanes without terrain.",
    "south_more_open": "The south half is more open: {more} to {less} inch-wide lanes without terrain.",
    "walkover": "the opponent did not appear",
    "no_show": "did not appear",
    "no_show_back": "did not appear: an unpaired loss",
    "penalty_lost": "lost the game by a penalty, worth {points}",
    "penalty_won": "the opponent lost the game by a penalty: a win, worth {points}",
    "clock_end": "time is called",
    "clock_end_call": "Time called.",
    "place": "place {rank} in the final standings",
    "award_decided": "chosen by the organiser",
    "award_decided_because": "chosen by the organiser: {note}",
    "award_judged": "chosen by a judge",
    "award_judged_because": "chosen by a judge: {note}",
    "award_undecided": "not chosen yet",
    "award_voting": "players are voting",
    "award_voted": "most votes: {votes} of {total}",
    "award_voted_passed": "most votes ({votes} of {total}) among players without an award; passed over: {passed}",
    "award_vote_shared": "shared: {votes} of {total} votes each",
    "award_vote_shared_passed": "shared: {votes} of {total} votes each, among players without an award; passed over: "
    "{passed}",
    "award_tie_decided": "level with {votes} of {total} votes; decided by the organiser: {note}",
    "award_no_votes": "no vote counts",
    "award_all_passed": "everybody in line already has an award",
    "award_field": "highest placed with “{value}”: place {rank}",
    "award_field_passed": "highest placed with “{value}” among players without an award: place {rank}; passed over: "
    "{passed}",
    "award_field_shared": "shared: highest placed with “{value}”, all on place {rank}",
    "award_field_shared_passed": "shared: highest placed with “{value}” among players without an award, all on place "
    "{rank}; passed over: {passed}",
    "award_field_decided": "level on place {rank} with “{value}”; decided by the organiser: {note}",
    "award_nobody_fits": "nobody with a place has “{value}”",
}


def say(reason: Reason, event: Event, system: System) -> Message:
    """The reason as a sentence without its clause; an unknown code is shown as it is, never hidden."""
    template = template_of(reason, system)
    if template is None:
        return listed([reason.code, *(f"{key} {value}" for key, value in reason.data.items())])
    values = {key: _shown(key, value, event, system) for key, value in reason.data.items()}
    if reason.code == "float_needed":
        table = _drawn_at(reason, event)
        if not table:
            return tr(SENTENCES["float_needed_elsewhere"], **values)
        values["table"] = table
    return tr(template, **values)


def template_of(reason: Reason, system: System) -> str | None:
    """A game's sentence goes before the shared one, and before both its sentence for this code under this clause."""
    own = system.sentences
    return own.get(f"{reason.code} {reason.clause}") or own.get(reason.code) or SENTENCES.get(reason.code)


def _drawn_at(reason: Reason, event: Event) -> int:
    """A player's table as drawn; 0 once somebody has changed it by hand."""
    number = int(reason.data["round"])
    match = event.rounds[number - 1].match_of(PlayerId(reason.data["player"])) if number <= len(event.rounds) else None
    return 0 if match is None or any(one.code == "swapped" for one in match.why) else match.table


def heading(clause: str, system: System) -> Message:
    """What a rule id means."""
    return tr(system.clauses.get(clause, ""))


def _shown(key: str, value: Any, event: Event, system: System) -> Value:
    if key.startswith("player"):
        if isinstance(value, list | tuple):
            return listed(_name(one, event) for one in value)
        return _name(value, event)
    if key in system.reason_words and isinstance(value, str | list | tuple):
        return tr(value.replace("_", " ")) if isinstance(value, str) else listed(map(tr, value))
    return date.fromisoformat(value) if key in system.reason_days and isinstance(value, str) else value


def _name(value: object, event: Event) -> str:
    known = event.players.get(PlayerId(value)) if isinstance(value, int) else None
    return known.name if known else str(value)
