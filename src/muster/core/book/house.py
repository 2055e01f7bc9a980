"""House rules: what all books leave open, decided alike for every game, with an option where clubs differ."""

from __future__ import annotations

from muster.core.forms.fields import Field, Kind
from muster.core.forms.options import Area, Option, Type
from muster.core.pairing.pool import GIVE_WAY

CLAUSES = {
    "X-01": "House rule: every random step comes from the event’s seed and can be repeated",
    "X-02": "House rule: a wrong result can be corrected any time; a round that has begun is never paired again",
    "X-03": "House rule: one player enters a result, the other confirms it; the organiser can do both",
    "X-04": "House rule: late entry until round 2 is paired, the missed round scored as an unpaired loss",
    "X-05": "House rule: a player who drops keeps all results and stays listed",
    "X-06": "House rule: a no-show’s opponent scores a bye; the absent player scores nothing and is dropped",
    "X-07": "House rule: the points of players who left still count for their opponents",
    "X-08": "House rule: a disqualified player has no place; everyone below moves up",
    "X-09": "House rule: players level after all tie-breaks share the place; where an order is needed, the lot decides",
    "X-10": "House rule: a tied group is sorted as a whole",
    "X-11": "House rule: a double loss gives both players the loss value and counts as played",
    "X-12": "House rule: the top pair sits at table 1 and so on down",
    "X-13": "House rule: wishes give way in a fixed order, a rematch last, and the draft says so",
    "X-14": "House rule: more rounds than opponents cannot be played without a rematch",
    "X-15": "House rule: an event that stops early is ranked by its last finished round",
    "X-16": "House rule: every player has a number, and no two names look the same",
    "X-17": "House rule: lists and secret choices are private unless the book opens them",
    "X-18": "House rule: the server keeps the time; every device only shows it",
    "X-19": "House rule: what cannot be checked because data is missing is shown as not checked, never as passed",
    "X-21": "House rule: the bye moves to the next in line when it would force a rematch",
    "X-22": "House rule: a no-show was not met, does not count as an opponent, and gives no bye",
    "X-23": "House rule: unavoidable rematches are as few and as long ago as possible",
    "X-24": (
        "House rule: a player who leaves between elimination rounds ranks below those who lost the round they missed"
    ),
    "L-22": "House rule: once an elimination game is played nobody is promoted; a leaving player’s opponent gets a bye",
    "L-23": "House rule: a cut that cannot be filled gives byes to the top seeds",
    "L-26": "House rule: players knocked out later rank higher; in the same round the better seed",
    "X-25": "House rule: a dropped player can still be the sole leader",
    "X-26": "House rule: a small field is drawn so that its later rounds can be drawn too, as far as the book allows",
    "X-27": "House rule: the highest leftover player goes down as few score groups as possible, then the next highest",
    "X-28": "House rule: a player who is not checked in for round 1 is not paired, and is a late entry from then on",
    "X-29": "House rule: a corrected result counts as if it had been entered in the first place",
}

ROUND_MINUTES = Option(
    key="round_minutes",
    title="Round length",
    area=Area.TIME,
    type=Type.NUMBER,
    default=None,
    low=1,
    high=600,
    meaning="Round length in minutes. The book has none, so without it the clock only counts up.",
)

PLAYER_FIELDS = (
    Field(
        key="pinned_table",
        label="Pinned table",
        kind=Kind.NUMBER,
        low=1,
        required=False,
        clause="X-12",
        meaning="The fixed table of a player who cannot move around.",
    ),
    Field(
        key="prize_group",
        label="Prize group",
        kind=Kind.TEXT,
        required=False,
        meaning="For an award of its own, such as newcomer or junior.",
    ),
)
"""Fields that every player has, in any system."""

CLUB = Field(
    key="club",
    label="Club",
    kind=Kind.TEXT,
    required=False,
    meaning="For a season’s table of clubs or teams.",
)
"""Every player also has this one, unless the system has a field of this name with a meaning of its own."""


def house_options(
    *,
    avoid_repeat_tables: bool = False,
    look_ahead: str = "equals",
    own_length: bool = False,
    awards_clause: str = "",
) -> tuple[Option, ...]:
    """Options that every system has. If a book's order leaves no choice, `look_ahead` is off by default (X-26).

    `own_length`: the book says how long a round is, and the game has its own options for it. `awards_clause`: the rule
    that leaves open whether one player may win several awards.
    """
    return (
        *(() if own_length else (ROUND_MINUTES,)),
        Option(
            key="format",
            title="Format",
            area=Area.FORMAT,
            type=Type.CHOICE,
            default="swiss",
            choices=("swiss", "elimination"),
            names={"swiss": "Swiss rounds", "elimination": "single elimination"},
            lock=True,
            meaning="Swiss rounds (with a cut, if there is one), or single elimination from the first round.",
        ),
        Option(
            key="rounds",
            title="Rounds",
            area=Area.FORMAT,
            type=Type.NUMBER,
            default=None,
            low=1,
            high=50,
            meaning="Number of Swiss rounds. By the book it depends on the number of players in round 1.",
        ),
        Option(
            key="cut",
            title="Cut",
            area=Area.FORMAT,
            type=Type.NUMBER,
            default=None,
            low=0,
            high=1024,
            meaning="How many players continue to single elimination after the Swiss rounds; 0 for none.",
        ),
        Option(
            key="play_for_third",
            title="Play for third place",
            area=Area.FORMAT,
            type=Type.FLAG,
            default=False,
            clause="L-26",
            meaning="The losers of the semi-finals play for third place beside the final.",
        ),
        Option(
            key="two_sided_confirm",
            title="Both players confirm",
            area=Area.RESULTS,
            type=Type.FLAG,
            default=True,
            clause="X-03",
            meaning="A player’s report waits until the opponent confirms it.",
        ),
        Option(
            key="key_twice",
            title="Enter every result twice",
            area=Area.RESULTS,
            type=Type.FLAG,
            default=False,
            meaning="A result entered at the desk is saved when it is entered a second time and both agree.",
        ),
        Option(
            key="late_entry",
            title="Late entry",
            area=Area.PLAYERS,
            type=Type.FLAG,
            default=False,
            clause="X-04",
            meaning="Players may enter until round 2 is paired; the missed round is an unpaired loss.",
        ),
        Option(
            key="self_registration",
            title="Self-registration",
            area=Area.PLAYERS,
            type=Type.FLAG,
            default=False,
            meaning="Players enrol themselves on a public page, until round 1 is drawn.",
        ),
        Option(
            key="self_check_in",
            title="Check-in on the phone",
            area=Area.PLAYERS,
            type=Type.FLAG,
            default=False,
            clause="X-28",
            meaning="Players check themselves in before round 1. Those who have not are not paired.",
        ),
        Option(
            key="private_links_only",
            title="Private links only",
            area=Area.PLAYERS,
            type=Type.FLAG,
            default=False,
            meaning="Players cannot pick a name from the list. They need their private link, their code, or the desk.",
        ),
        Option(
            key="no_show_minutes",
            title="No-show after (minutes)",
            area=Area.PLAYERS,
            type=Type.NUMBER,
            default=15,
            low=0,
            high=240,
            clause="X-06",
            meaning="Minutes to wait for an absent player. After that the organiser can report a no-show.",
        ),
        Option(
            key="last_resort",
            title="When all tie-breaks are level",
            area=Area.RESULTS,
            type=Type.CHOICE,
            default="draw",
            choices=("draw", "head_to_head"),
            names={"draw": "the drawn lot", "head_to_head": "the game between them, then the lot"},
            clause="X-09",
            lock=True,
            meaning="After all tie-breaks: the drawn lot, or first the game between the tied players.",
        ),
        Option(
            key="tables",
            title="Number of tables",
            area=Area.TABLES,
            type=Type.NUMBER,
            default=None,
            low=1,
            high=100000,
            clause="X-12",
            meaning="How many tables there are; by default as many as round 1 needs.",
        ),
        Option(
            key="table_numbers",
            title="Table numbers",
            area=Area.TABLES,
            type=Type.RANGES,
            default="",
            clause="X-12",
            meaning="The numbers of the tables, best first, such as 11-30; by default 1, 2, 3 and so on.",
        ),
        Option(
            key="closed_tables",
            title="Closed tables",
            area=Area.TABLES,
            type=Type.RANGES,
            default="",
            clause="X-12",
            meaning="Tables that must not be used.",
        ),
        Option(
            key="rooms",
            title="Rooms",
            area=Area.TABLES,
            type=Type.ROOMS,
            default="",
            clause="X-12",
            meaning="Names for ranges of tables, such as Hall: 1-20; Gallery: 21-30, shown beside the table number.",
        ),
        Option(
            key="featured_table",
            title="Featured table",
            area=Area.TABLES,
            type=Type.NUMBER,
            default=None,
            low=1,
            high=999_999,
            clause="X-12",
            meaning="The table of the top pair, for streaming or an audience; book means none.",
        ),
        Option(
            key="avoid_repeat_tables",
            title="A new table each round",
            area=Area.TABLES,
            type=Type.FLAG,
            default=avoid_repeat_tables,
            clause="X-12",
            meaning="Give each pair a table that neither has played on.",
        ),
        Option(
            key="give_way",
            title="What gives way first",
            area=Area.PAIRING,
            type=Type.LIST,
            default=list(GIVE_WAY),
            choices=GIVE_WAY,
            names={
                "table": "a new table each round",
                "circle": "mates apart",
                "pair_down": "nobody paired down twice",
                "float": "equal scores meet",
                "bye": "no second bye",
                "rematch": "no rematch",
            },
            clause="X-13",
            meaning="Which wish gives way first when no pairing meets them all.",
        ),
        Option(
            key="count_part_round",
            title="Count an unfinished round",
            area=Area.RESULTS,
            type=Type.FLAG,
            default=False,
            clause="X-15",
            meaning="Count the results of a round that is not finished.",
        ),
        Option(
            key="one_prize_per_player",
            title="One award per player",
            area=Area.RESULTS,
            type=Type.FLAG,
            default=False,
            clause=awards_clause,
            meaning="An award goes to the next in line when the player it would go to already has one.",
        ),
        Option(
            key="move_bye",
            title="Move the bye",
            area=Area.PAIRING,
            type=Type.FLAG,
            default=True,
            clause="X-21",
            meaning="Give the bye to the next in line when the book’s choice would force a rematch.",
        ),
        Option(
            key="look_ahead",
            title="Look ahead",
            area=Area.PAIRING,
            type=Type.CHOICE,
            default=look_ahead,
            choices=("off", "equals", "always"),
            names={"off": "only warn", "equals": "among equal pairings", "always": "before the book’s order"},
            clause="X-26",
            meaning=(
                "Make sure later rounds can still be drawn in small fields: only warn, choose among pairings "
                "the book treats as equal, or put a full schedule before the book’s order."
            ),
        ),
    )


def list_options(*, required: bool, clause: str) -> tuple[Option, ...]:
    """Options of every system with lists. `required`: whether its book asks for them; `clause`: where."""
    return (
        Option(
            key="lists_required",
            title="Lists required",
            area=Area.LISTS,
            type=Type.FLAG,
            default=required,
            clause=clause,
            meaning="Every player hands in lists. The organiser sees whose are missing.",
        ),
        Option(
            key="lists_due",
            title="Lists due",
            area=Area.LISTS,
            type=Type.MOMENT,
            default="",
            meaning="Deadline for lists. After it they are locked, and later ones are marked late.",
        ),
        Option(
            key="publish_lists",
            title="Lists after the event",
            area=Area.LISTS,
            type=Type.FLAG,
            default=False,
            clause="X-17",
            meaning="Show everyone the lists of players who agreed, once the event is finished.",
        ),
    )
