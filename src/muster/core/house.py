"""House rules: what all books leave open, resolved alike for every system; an option where tables differ."""

from __future__ import annotations

from muster.core.fields import Field, Kind
from muster.core.options import Option, Type
from muster.core.pairing.pool import GIVE_WAY

CLAUSES = {
    "X-01": "House rule: every random step comes from the event's seed and can be re-run",
    "X-02": "House rule: a wrong result can be corrected any time; a round that has begun is never paired again",
    "X-03": "House rule: one player enters a result, the other confirms it; the organiser may do both",
    "X-04": "House rule: late entry until round 2 is paired, the missed round scored as an unpaired loss",
    "X-05": "House rule: who drops keeps all results and stays listed",
    "X-06": "House rule: a no-show's opponent scores a bye; the absent player scores nothing and is dropped",
    "X-07": "House rule: the points of players who left still count for their opponents",
    "X-08": "House rule: a disqualified player takes no place; everybody below moves up",
    "X-09": "House rule: who is level after all tie-breaks shares the place; where an order is needed, the lot",
    "X-10": "House rule: a tied group is sorted as a whole",
    "X-11": "House rule: a double loss gives both players the loss value and counts as played",
    "X-12": "House rule: the top pair sits at table 1 and so on down",
    "X-13": "House rule: wishes give way in a fixed order, a rematch last, and the draft says so",
    "X-14": "House rule: more rounds than opponents cannot be played without a rematch",
    "X-15": "House rule: an event that stops early is ranked by its last finished round",
    "X-16": "House rule: every player has a number, and names that can be told apart",
    "X-17": "House rule: lists and what is declared in secret are nobody else's business unless the book opens them",
    "X-18": "House rule: the server keeps the time; every device only shows it",
    "X-19": "House rule: what cannot be checked for want of data says so and never passes in silence",
    "X-21": "House rule: the bye moves to the next in line when it would force a rematch",
    "X-22": "House rule: a no-show was not met, is no opponent, and gives no bye",
    "X-23": "House rule: unavoidable rematches are as few and as long ago as possible",
    "X-24": "House rule: who leaves between elimination rounds ranks below those who lost the round missed",
    "L-22": "House rule: once an elimination game is played nobody is promoted; the opponent of who leaves gets a bye",
    "L-23": "House rule: a cut that cannot be filled gives byes to the top seeds",
    "L-26": "House rule: who goes out later ranks higher; in the same round the better seed",
    "X-25": "House rule: a dropped player can still be the sole leader",
    "X-26": "House rule: a small field is drawn so that its later rounds can be drawn too, as far as the book lets it",
}

ROUND_MINUTES = Option(
    key="round_minutes",
    type=Type.NUMBER,
    default=None,
    low=1,
    high=600,
    meaning="Length of a round in minutes; the book has none, so without it the clock only counts up.",
)

PLAYER_FIELDS = (
    Field(
        key="pinned_table",
        label="Pinned table",
        kind=Kind.NUMBER,
        low=1,
        required=False,
        clause="X-12",
        meaning="The table of a player who cannot move from it.",
    ),
)
"""The fields every player has, whatever the system."""


def house_options(
    *, avoid_repeat_tables: bool = False, look_ahead: str = "equals", own_length: bool = False
) -> tuple[Option, ...]:
    """The options every system has. Where a book's order leaves no choice, `look_ahead` is off by default (X-26).

    `own_length`: the book says how long a round is, and the game has options of its own for it.
    """
    return (
        *(() if own_length else (ROUND_MINUTES,)),
        Option(
            key="format",
            type=Type.CHOICE,
            default="swiss",
            choices=("swiss", "elimination"),
            lock=True,
            meaning="Swiss rounds (with a cut, if there is one), or single elimination from the first round.",
        ),
        Option(
            key="rounds",
            type=Type.NUMBER,
            default=None,
            low=1,
            high=50,
            meaning="Number of Swiss rounds; the book takes it from the head count of round 1.",
        ),
        Option(
            key="cut",
            type=Type.NUMBER,
            default=None,
            low=0,
            high=1024,
            meaning="How many go on to single elimination after the Swiss rounds; 0 for none.",
        ),
        Option(
            key="play_for_third",
            type=Type.FLAG,
            default=False,
            clause="L-26",
            meaning="The losers of the semi-finals play for third place beside the final.",
        ),
        Option(
            key="two_sided_confirm",
            type=Type.FLAG,
            default=True,
            clause="X-03",
            meaning="A player's report waits until the opponent confirms it.",
        ),
        Option(
            key="key_twice",
            type=Type.FLAG,
            default=False,
            meaning="A result keyed at the desk is booked when a second keying agrees with the first.",
        ),
        Option(
            key="late_entry",
            type=Type.FLAG,
            default=False,
            clause="X-04",
            meaning="Players may enter until round 2 is paired; the missed round is an unpaired loss.",
        ),
        Option(
            key="self_registration",
            type=Type.FLAG,
            default=False,
            meaning="Players enrol themselves on a public page, until round 1 is drawn.",
        ),
        Option(
            key="no_show_minutes",
            type=Type.NUMBER,
            default=15,
            low=0,
            high=240,
            clause="X-06",
            meaning="Minutes after which an absent player forfeits.",
        ),
        Option(
            key="last_resort",
            type=Type.CHOICE,
            default="draw",
            choices=("draw", "head_to_head"),
            clause="X-09",
            lock=True,
            meaning="After all tie-breaks: the drawn lot, or first the game between those who are level.",
        ),
        Option(
            key="tables",
            type=Type.NUMBER,
            default=None,
            low=1,
            high=100000,
            clause="X-12",
            meaning="How many tables there are; by default as many as round 1 needs.",
        ),
        Option(
            key="table_numbers",
            type=Type.RANGES,
            default="",
            clause="X-12",
            meaning="The numbers of the tables, best first, such as 11-30; by default 1, 2, 3 and so on.",
        ),
        Option(
            key="closed_tables",
            type=Type.RANGES,
            default="",
            clause="X-12",
            meaning="Tables that are not to be used.",
        ),
        Option(
            key="rooms",
            type=Type.ROOMS,
            default="",
            clause="X-12",
            meaning="Names for ranges of tables, such as Hall: 1-20; Gallery: 21-30, shown beside the table number.",
        ),
        Option(
            key="featured_table",
            type=Type.NUMBER,
            default=None,
            low=1,
            high=999_999,
            clause="X-12",
            meaning="The table of the top pair, for streaming or an audience; book means none.",
        ),
        Option(
            key="avoid_repeat_tables",
            type=Type.FLAG,
            default=avoid_repeat_tables,
            clause="X-12",
            meaning="Give each pair a table that neither has played on.",
        ),
        Option(
            key="give_way",
            type=Type.LIST,
            default=list(GIVE_WAY),
            choices=GIVE_WAY,
            clause="X-13",
            meaning="Which wish gives way first when no pairing meets them all.",
        ),
        Option(
            key="count_part_round",
            type=Type.FLAG,
            default=False,
            clause="X-15",
            meaning="Count the results of a round that is not finished.",
        ),
        Option(
            key="move_bye",
            type=Type.FLAG,
            default=True,
            clause="X-21",
            meaning="Give the bye to the next in line when the book's choice would force a rematch.",
        ),
        Option(
            key="look_ahead",
            type=Type.CHOICE,
            default=look_ahead,
            choices=("off", "equals", "always"),
            clause="X-26",
            meaning="In small fields keep the later rounds drawable: only warn, choose among pairings the book "
            "holds equal, or let a full schedule come before the book's order.",
        ),
    )


def list_options(*, required: bool, clause: str) -> tuple[Option, ...]:
    """The options of every system with lists. `required`: whether its book asks for them, by which clause."""
    return (
        Option(
            key="lists_required",
            type=Type.FLAG,
            default=required,
            clause=clause,
            meaning="Every player hands in lists; the organiser is told whose are missing.",
        ),
        Option(
            key="lists_due",
            type=Type.MOMENT,
            default="",
            meaning="Until when lists are handed in; then they are locked, and what comes later is marked late.",
        ),
        Option(
            key="publish_lists",
            type=Type.FLAG,
            default=False,
            clause="X-17",
            meaning="Show everybody the lists of players who agreed, once the event is finished.",
        ),
    )
